// Contacts and groups for the access table.
import { type AccessTeam, addContact, addDeletion, addEmptyGroup, type RouteRequest } from './accessWorld.ts';
import type { TestApp } from './app.ts';

const contact = { first_name: 'Nimal', last_name: 'Perera', number: '+94712345677' };
// Names and numbers must be unique in each request.
let asked = 0;

export const CONTACT_REQUESTS: Record<
  string,
  (team: AccessTeam, t: TestApp) => RouteRequest | Promise<RouteRequest>
> = {
  'POST /v1/contacts': () => ({
    json: { ...contact, number: `+94722${String(++asked).padStart(6, '0')}` },
  }),
  'GET /v1/contacts/:id': ({ contactId }) => ({ params: { id: contactId } }),
  'PATCH /v1/contacts/:id': ({ contactId }) => ({
    params: { id: contactId },
    json: { last_name: 'Silva' },
  }),
  'DELETE /v1/contacts/:id': async ({ teamId }, t) => ({ params: { id: await addContact(t, teamId) } }),
  'POST /v1/groups': () => ({ json: { name: `Friends ${++asked}` } }),
  'DELETE /v1/groups/:id': async ({ teamId }, t) => ({ params: { id: await addEmptyGroup(t, teamId) } }),
  'PUT /v1/groups/:id/members': ({ groupId, contactId }) => ({
    params: { id: groupId },
    json: { contacts: [contactId] },
  }),
  'GET /v1/web/contacts': ({ groupId }) => ({ query: { group_id: groupId } }),
  'GET /v1/web/contacts/count': ({ groupId }) => ({ query: { group_id: groupId } }),
  'GET /v1/web/contacts/export.csv': ({ groupId }) => ({ query: { group_id: groupId } }),
  'POST /v1/web/contacts': () => ({
    form: { ...contact, number: `+94722${String(++asked).padStart(6, '0')}` },
  }),
  'PUT /v1/web/contacts/:id': ({ contactId }) => ({ params: { id: contactId }, form: contact }),
  'POST /v1/web/contacts/:id/update_groups': ({ contactId, groupId }) => ({
    params: { id: contactId },
    form: { groups: groupId },
  }),
  'DELETE /v1/web/contacts/:id': async ({ teamId }, t) => ({ params: { id: await addContact(t, teamId) } }),
  'POST /v1/web/contacts/delete_multiple': async ({ teamId }, t) => ({ json: [await addContact(t, teamId)] }),
  'POST /v1/web/contact_deletions/:id/undo': async ({ teamId }, t) => ({
    params: { id: await addDeletion(t, teamId) },
  }),
  'POST /v1/web/contacts/groups_multiple': ({ contactId, groupId }) => ({
    json: { contacts: [contactId], group_id: groupId, action: 'add' },
  }),
  'POST /v1/web/contacts_csv': () => ({ files: { csv: '+94712345679,Sunil' } }),
  'POST /v1/web/groups': () => ({ form: { name: `Friends ${++asked}` } }),
  'PUT /v1/web/groups/:id': ({ groupId }) => ({ params: { id: groupId }, form: { name: 'Family' } }),
  'DELETE /v1/web/groups/:id': async ({ teamId }, t) => ({ params: { id: await addEmptyGroup(t, teamId) } }),
};
