// Contacts and groups in the public API.
import { z } from 'zod';
import { givenId, id, instant } from '../common.ts';
import {
  type ContactGroup,
  contactFirstName,
  contactLastName,
  groupName,
  MAX_CONTACT_GROUPS,
} from '../contacts.ts';
import * as api from '../sentences/resourceContacts.ts';
import { errors, type PublicCall, WITH_BODY } from './call.ts';
import { givenNumber } from './consents.ts';
import { cursorAnswer, cursorQuery } from './cursors.ts';

/** The maximum number of contacts that one call adds to a group or removes. */
const MAX_MEMBERS = 1_000;

/** A contact; whether it has opted out depends on the mode, so opt-outs have calls of their own. */
export const publicContact = z.object({
  id: id.describe(api.CONTACT_ID),
  number: z.string().describe(api.CONTACT_NUMBER),
  first_name: z.string().describe(api.CONTACT_FIRST_NAME),
  last_name: z.string().describe(api.CONTACT_LAST_NAME),
  groups: z
    .array(z.object({ id: id.describe(api.GROUP_ID), name: z.string().describe(api.GROUP_NAME) }))
    .describe(api.CONTACT_GROUPS),
});
type PublicContact = z.infer<typeof publicContact>;

export const publicGroup = z.object({
  id: id.describe(api.GROUP_ID),
  name: z.string().describe(api.GROUP_NAME),
  created_at: instant.describe(api.GROUP_CREATED),
  contacts: z.number().int().describe(api.GROUP_SIZE),
});
export const listGroupsAnswer = z.object({ results: z.array(publicGroup).describe(api.GROUPS_RESULTS) });

/** An id in a path or a query. The pipe describes its output, which a transform alone lacks. */
const asked = givenId.pipe(z.string());

/** GET /v1/contacts. */
export const listContactsQuery = cursorQuery(asked, {
  number: givenNumber.optional().describe(api.CONTACT_FILTER_NUMBER),
  group_id: asked.optional().describe(api.CONTACT_FILTER_GROUP),
});
export const listContactsAnswer = cursorAnswer(publicContact, api.CONTACTS_RESULTS);

const groups = z
  .array(givenId)
  .max(MAX_CONTACT_GROUPS, `A contact is in at most ${MAX_CONTACT_GROUPS} groups`)
  .transform((ids) => [...new Set(ids)])
  .describe(api.CONTACT_GIVEN_GROUPS);

/** POST /v1/contacts. */
export const createContactBody = z.object({
  number: givenNumber.describe(api.CONTACT_NUMBER),
  first_name: contactFirstName.describe(api.CONTACT_FIRST_NAME),
  last_name: contactLastName.describe(api.CONTACT_LAST_NAME),
  groups: groups.optional(),
});

/** PATCH /v1/contacts/{id}: fields that are missing stay. */
export const changeContactBody = z.object({
  number: givenNumber.optional().describe(api.CONTACT_NUMBER),
  first_name: contactFirstName.optional().describe(api.CONTACT_FIRST_NAME),
  last_name: contactLastName.removeDefault().optional().describe(api.CONTACT_LAST_NAME),
  groups: groups.optional(),
});

/** POST /v1/groups. */
export const createGroupBody = z.object({ name: groupName.describe(api.GROUP_NAME) });

/** PUT /v1/groups/{id}/members. */
export const putMembersBody = z.object({
  contacts: z
    .array(givenId, { error: 'Give a list of contact ids in `contacts`' })
    .min(1, 'Give a list of contact ids in `contacts`')
    .max(MAX_MEMBERS, `At most ${MAX_MEMBERS.toLocaleString('en-US')} ids in a call`)
    .describe(api.MEMBERS_CONTACTS),
  action: z
    .enum(['add', 'remove'], { error: 'action must be add or remove' })
    .default('add')
    .describe(api.MEMBERS_ACTION),
});
export const putMembersAnswer = z.object({ changed: z.number().int().describe(api.MEMBERS_CHANGED) });
export const removedAnswer = z.object({ deleted: z.number().int().describe(api.REMOVED) });

export const oneContact = z.object({ id: asked.describe(api.CONTACT_ID) });
export const oneGroup = z.object({ id: asked.describe(api.GROUP_ID) });

const GROUP_EXAMPLE: ContactGroup = {
  ...{ id: '019aa0b8-2c10-7a4f-9d11-5c0e7b3a8f26', name: 'Colombo' },
  ...{ created_at: '2026-11-19T04:00:00.000Z', contacts: 412 },
};
const CONTACT_EXAMPLE: PublicContact = {
  ...{ id: '019aa0b8-3d20-7c5e-8e02-4d1f6a2b9c37', number: '+94771234567' },
  ...{ first_name: 'Nimal', last_name: 'Perera' },
  groups: [{ id: GROUP_EXAMPLE.id, name: GROUP_EXAMPLE.name }],
};
const { number, first_name, last_name } = CONTACT_EXAMPLE;
const OF_NUMBER = ['invalidNumber', 'invalidNumberFormat', 'numberLacksCountryCode'] as const;
const OF_CHANGE = [...WITH_BODY, 'keyMismatch', 'unavailable'] as const;
const THE_CONTACT = {
  status: 200,
  description: 'The contact.',
  schema: publicContact,
  example: CONTACT_EXAMPLE,
} as const;
const REMOVED = { status: 200, schema: removedAnswer, example: { deleted: 1 } } as const;
const ALL = { tag: 'Contacts', scope: 'contacts' } as const;

export const CONTACT_CALLS: readonly PublicCall[] = [
  {
    ...{ ...ALL, id: 'listContacts', method: 'GET', path: '/v1/contacts' },
    summary: 'List the contacts',
    description: api.LIST_CONTACTS_CALL,
    query: listContactsQuery,
    answer: {
      status: 200,
      description: 'The contacts from the cursor on.',
      schema: listContactsAnswer,
      example: { results: [CONTACT_EXAMPLE], next: null },
    },
    errors: errors('keyMismatch', 'notFound', ...OF_NUMBER),
  },
  {
    ...{ ...ALL, id: 'createContact', method: 'POST', path: '/v1/contacts' },
    summary: 'Create a contact',
    description: api.CREATE_CONTACT_CALL,
    body: {
      schema: createContactBody,
      example: { number, first_name, last_name, groups: [GROUP_EXAMPLE.id] },
      forms: false,
    },
    answer: { ...THE_CONTACT, status: 201 },
    errors: errors(...OF_CHANGE, ...OF_NUMBER, 'notFound', 'conflict'),
  },
  {
    ...{ ...ALL, id: 'getContact', method: 'GET', path: '/v1/contacts/{id}' },
    summary: 'Get a contact',
    description: api.GET_CONTACT_CALL,
    params: oneContact,
    answer: THE_CONTACT,
    errors: errors('keyMismatch', 'notFound'),
  },
  {
    ...{ ...ALL, id: 'changeContact', method: 'PATCH', path: '/v1/contacts/{id}' },
    summary: 'Change a contact',
    description: api.CHANGE_CONTACT_CALL,
    params: oneContact,
    body: { schema: changeContactBody, example: { last_name: 'Silva' }, forms: false },
    answer: { ...THE_CONTACT, example: { ...CONTACT_EXAMPLE, last_name: 'Silva' } },
    errors: errors(...OF_CHANGE, ...OF_NUMBER, 'notFound', 'conflict'),
  },
  {
    ...{ ...ALL, id: 'deleteContact', method: 'DELETE', path: '/v1/contacts/{id}' },
    summary: 'Delete a contact',
    description: api.DELETE_CONTACT_CALL,
    params: oneContact,
    answer: { ...REMOVED, description: 'The contact is deleted.' },
    errors: errors(...OF_CHANGE, 'notFound'),
  },
  {
    ...{ ...ALL, id: 'listGroups', method: 'GET', path: '/v1/groups' },
    summary: 'List the groups',
    description: api.LIST_GROUPS_CALL,
    answer: {
      status: 200,
      description: 'The groups.',
      schema: listGroupsAnswer,
      example: { results: [GROUP_EXAMPLE] },
    },
    errors: errors('keyMismatch'),
  },
  {
    ...{ ...ALL, id: 'createGroup', method: 'POST', path: '/v1/groups' },
    summary: 'Create a group',
    description: api.CREATE_GROUP_CALL,
    body: { schema: createGroupBody, example: { name: GROUP_EXAMPLE.name }, forms: false },
    answer: {
      status: 201,
      description: 'The group.',
      schema: publicGroup,
      example: { ...GROUP_EXAMPLE, contacts: 0 },
    },
    errors: errors(...OF_CHANGE, 'conflict'),
  },
  {
    ...{ ...ALL, id: 'deleteGroup', method: 'DELETE', path: '/v1/groups/{id}' },
    summary: 'Delete a group',
    description: api.DELETE_GROUP_CALL,
    params: oneGroup,
    answer: { ...REMOVED, description: 'The group is deleted.' },
    errors: errors(...OF_CHANGE, 'notFound'),
  },
  {
    ...{ ...ALL, id: 'putMembers', method: 'PUT', path: '/v1/groups/{id}/members' },
    summary: 'Add or remove members of a group',
    description: api.PUT_MEMBERS_CALL,
    params: oneGroup,
    body: {
      schema: putMembersBody,
      example: { contacts: [CONTACT_EXAMPLE.id], action: 'add' },
      forms: false,
    },
    answer: {
      status: 200,
      description: 'How many memberships changed.',
      schema: putMembersAnswer,
      example: { changed: 1 },
    },
    errors: errors(...OF_CHANGE, 'notFound', 'conflict'),
  },
];
