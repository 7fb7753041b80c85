// Templates in the public API.
import { z } from 'zod';
import { givenId, id } from '../common.ts';
import { type Template, templateRequest } from '../messages/templates.ts';
import * as api from '../sentences/resourceTemplates.ts';
import { errors, type PublicCall, WITH_BODY } from './call.ts';
import { cursorAnswer, cursorQuery } from './cursors.ts';

export const publicTemplate = z.object({
  id: id.describe(api.TEMPLATE_ID),
  name: z.string().describe(api.TEMPLATE_NAME),
  content: z.string().describe(api.TEMPLATE_CONTENT),
});

/** An id in a path or a query. The pipe describes its output, which a transform alone lacks. */
const asked = givenId.pipe(z.string());

/** GET /v1/templates. */
export const listTemplatesQuery = cursorQuery(asked, {});
export const listTemplatesAnswer = cursorAnswer(publicTemplate, api.TEMPLATES_RESULTS);

const { name, content } = templateRequest.shape;

/** POST /v1/templates. */
export const createTemplateBody = z.object({
  name: name.describe(api.TEMPLATE_NAME),
  content: content.describe(api.TEMPLATE_CONTENT),
});

/** PATCH /v1/templates/{id}: fields that are missing stay. */
export const changeTemplateBody = createTemplateBody.partial();

export const oneTemplate = z.object({ id: asked.describe(api.TEMPLATE_ID) });
export const deletedTemplateAnswer = z.object({ deleted: z.number().int().describe(api.TEMPLATE_DELETED) });

const EXAMPLE: Template = {
  ...{ id: '019aa0b8-4e30-7b6d-9c13-6e2f7a3b8c49', name: 'Sunday offer' },
  content: 'Hi {first_name}, 20 % off until Sunday.',
};
const THE_TEMPLATE = {
  status: 200,
  description: 'The template.',
  schema: publicTemplate,
  example: EXAMPLE,
} as const;
const ALL = { tag: 'Templates', scope: 'templates' } as const;
const OF_CHANGE = [...WITH_BODY, 'keyMismatch'] as const;

export const TEMPLATE_CALLS: readonly PublicCall[] = [
  {
    ...{ ...ALL, id: 'listTemplates', method: 'GET', path: '/v1/templates' },
    summary: 'List the templates',
    description: api.LIST_TEMPLATES_CALL,
    query: listTemplatesQuery,
    answer: {
      status: 200,
      description: 'The templates from the cursor on.',
      schema: listTemplatesAnswer,
      example: { results: [EXAMPLE], next: null },
    },
    errors: errors('notFound'),
  },
  {
    ...{ ...ALL, id: 'createTemplate', method: 'POST', path: '/v1/templates' },
    summary: 'Create a template',
    description: api.CREATE_TEMPLATE_CALL,
    body: {
      schema: createTemplateBody,
      example: { name: EXAMPLE.name, content: EXAMPLE.content },
      forms: false,
    },
    answer: { ...THE_TEMPLATE, status: 201 },
    errors: errors(...OF_CHANGE, 'conflict'),
  },
  {
    ...{ ...ALL, id: 'getTemplate', method: 'GET', path: '/v1/templates/{id}' },
    summary: 'Get a template',
    description: api.GET_TEMPLATE_CALL,
    params: oneTemplate,
    answer: THE_TEMPLATE,
    errors: errors('notFound'),
  },
  {
    ...{ ...ALL, id: 'changeTemplate', method: 'PATCH', path: '/v1/templates/{id}' },
    summary: 'Change a template',
    description: api.CHANGE_TEMPLATE_CALL,
    params: oneTemplate,
    body: { schema: changeTemplateBody, example: { name: 'Weekend offer' }, forms: false },
    answer: { ...THE_TEMPLATE, example: { ...EXAMPLE, name: 'Weekend offer' } },
    errors: errors(...OF_CHANGE, 'notFound', 'conflict'),
  },
  {
    ...{ ...ALL, id: 'deleteTemplate', method: 'DELETE', path: '/v1/templates/{id}' },
    summary: 'Delete a template',
    description: api.DELETE_TEMPLATE_CALL,
    params: oneTemplate,
    answer: {
      status: 200,
      description: 'The template is deleted.',
      schema: deletedTemplateAnswer,
      example: { deleted: 1 },
    },
    errors: errors(...OF_CHANGE, 'notFound'),
  },
];
