// Templates: saved texts of a project, with merge fields as in campaigns.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { checkBy, empty, id } from '../common.ts';
import { CONTENT_REQUIRED, TEMPLATE_NAME_REQUIRED } from '../sentences/sending.ts';
import { hasMergeFields, mergeProblem } from './mergeFields.ts';
import { countSegments, MAX_CHARACTERS, MAX_SEGMENTS } from './segments.ts';

/** The maximum number of templates of a project. One more returns 1013. */
export const MAX_TEMPLATES = 100;

/** The longest name, in UTF-16 units as form fields count them. */
export const MAX_TEMPLATE_NAME = 60;

/** A name as typed: trimmed and in NFC, so equal-looking names are equal. Names are compared without case. */
const templateName = z
  .string({ error: TEMPLATE_NAME_REQUIRED })
  .trim()
  .normalize('NFC')
  .min(1, TEMPLATE_NAME_REQUIRED)
  .max(MAX_TEMPLATE_NAME, `Use at most ${MAX_TEMPLATE_NAME} characters`)
  .regex(/^\P{Cc}*$/u, 'The name cannot hold line breaks');

/**
 * Returns the problem of a content as a sentence; null if it can be sent. With merge fields the length
 * differs by recipient, so only its characters are limited, as in a campaign.
 */
function templateProblem(content: string): string | null {
  if (content.trim() === '') return CONTENT_REQUIRED;
  const { characters, tooLong } = countSegments(content, { promotional: false });
  const cannotFit = hasMergeFields(content) ? characters > MAX_CHARACTERS : tooLong;
  const limits = `at most ${MAX_SEGMENTS} segments or ${MAX_CHARACTERS.toLocaleString('en-US')} characters`;
  return mergeProblem(content) ?? (cannotFit ? `The message is too long: ${limits}.` : null);
}

const content = z.string({ error: CONTENT_REQUIRED }).check(checkBy(templateProblem));

/** POST /projects/{id}/templates, PUT /projects/{id}/templates/{template_id}. */
export const templateRequest = z.object({ name: templateName, content });
export type TemplateForm = z.input<typeof templateRequest>;

const templateAnswer = z.object({ id, name: z.string(), content: z.string() });
export type Template = z.infer<typeof templateAnswer>;

/** GET /projects/{id}/templates, sorted by name. */
const templatesAnswer = z.array(templateAnswer);

export const templateCalls = {
  'GET /projects/:id/templates': { answer: templatesAnswer },
  'POST /projects/:id/templates': { body: templateRequest, answer: templateAnswer },
  'PUT /projects/:id/templates/:template_id': { body: templateRequest, answer: templateAnswer },
  'DELETE /projects/:id/templates/:template_id': { answer: empty },
} satisfies Calls;
