// Calls about contacts, under /v1/web.
import { Readable } from 'node:stream';
import { id } from '@godwit/contract/common';
import {
  contactAnswer,
  contactCount,
  contactsAnswer,
  contactsFilter,
  contactsQuery,
  createContactRequest,
  deleteContactsRequest,
  deletedAnswer,
  groupContactsRequest,
  groupedAnswer,
  undoneAnswer,
  updateContactRequest,
  updateGroupsRequest,
} from '@godwit/contract/contacts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Exports } from '../http/exports.ts';
import { rowsOf } from '../http/paging.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { createContact, updateContact, updateGroups } from './edit.ts';
import { filterOf } from './filter.ts';
import { countContacts, readAll, readPage } from './list.ts';
import { deleteContacts, groupContacts } from './many.ts';
import { undoDeletion } from './undo.ts';

/** Lists of ids may be longer than other bodies. */
const LIST_LIMIT_BYTES = 4 * 1024 * 1024;

const params = z.object({ id });

/** Finding, making, changing and deleting contacts, one by one and by the many. */
export function contactRoutes(signedIn: App, services: Services, exports: Exports): void {
  findRoutes(signedIn, services, exports);
  editRoutes(signedIn, services);
  manyRoutes(signedIn, services);
}

function findRoutes(signedIn: App, services: Services, exports: Exports): void {
  const config = { action: 'read' } as const;

  signedIn.get(
    '/contacts',
    { config, schema: { querystring: contactsQuery, response: { 200: contactsAnswer } } },
    async ({ member, query }, reply) => {
      const { page_num, page_size } = query;
      const filter = orThrow(await filterOf(services.kysely, member, query));
      if (page_size !== undefined) return readPage(services, filter, rowsOf({ page_num, page_size }));
      const answer = reply as unknown as FastifyReply;
      // Each is as long as an export, and kept for as long as its reader takes.
      const signal = exports.enter(member.teamId, answer);
      const pieces = orThrow(await readAll(services, filter));
      return stream(answer, exports.inTurn(member.teamId, pieces, signal)) as never;
    },
  );

  signedIn.get(
    '/contacts/count',
    { config, schema: { querystring: contactsFilter, response: { 200: contactCount } } },
    async ({ member, query }) => ({
      total: await countContacts(services, orThrow(await filterOf(services.kysely, member, query))),
    }),
  );
}

/** A stream goes past the schema of answers. */
function stream(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(pieces, { objectMode: false }));
}

const config = { action: 'contacts' } as const;

function editRoutes(signedIn: App, services: Services): void {
  const response = { 200: contactAnswer };

  signedIn.post(
    '/contacts',
    { config, schema: { body: createContactRequest, response } },
    async ({ member, body }) => orThrow(await createContact(services, member, body)),
  );

  signedIn.put(
    '/contacts/:id',
    { config, schema: { params, body: updateContactRequest, response } },
    async ({ member, params: { id }, body }) => orThrow(await updateContact(services, member, id, body)),
  );

  signedIn.post(
    '/contacts/:id/update_groups',
    { config, schema: { params, body: updateGroupsRequest, response } },
    async ({ member, params: { id }, body }) =>
      orThrow(await updateGroups(services, member.teamId, id, body.groups)),
  );

  signedIn.delete(
    '/contacts/:id',
    { config, schema: { params, response: { 200: deletedAnswer } } },
    async ({ member, params: { id } }) => orThrow(await deleteContacts(services, member, [id])),
  );
}

function manyRoutes(signedIn: App, services: Services): void {
  const options = { config, bodyLimit: LIST_LIMIT_BYTES };

  signedIn.post(
    '/contacts/delete_multiple',
    { ...options, schema: { body: deleteContactsRequest, response: { 200: deletedAnswer } } },
    async ({ member, body }) => orThrow(await deleteContacts(services, member, body)),
  );

  signedIn.post(
    '/contact_deletions/:id/undo',
    { config, schema: { params, response: { 200: undoneAnswer } } },
    async ({ member, params: { id } }) => ({
      restored: orThrow(await undoDeletion(services, member.teamId, id)),
    }),
  );

  signedIn.post(
    '/contacts/groups_multiple',
    { ...options, schema: { body: groupContactsRequest, response: { 200: groupedAnswer } } },
    async ({ member, body }) => {
      const { contacts: chosen, group_id: groupId, action } = body;
      return { changed: orThrow(await groupContacts(services, member, { chosen, groupId, action })) };
    },
  );
}
