// Calls about contacts, under /v1/web.
import { Readable } from 'node:stream';
import { contactCalls } from '@godwit/contract/contacts';
import type { FastifyReply } from 'fastify';
import type { Exports } from '../http/exports.ts';
import { rowsOf } from '../http/paging.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { createContact, updateContact, updateGroups } from './edit.ts';
import { filterOf } from './filter.ts';
import { countContacts, readAll, readPage } from './list.ts';
import { deleteContacts, groupContacts } from './many.ts';
import { undoDeletion } from './undo/undo.ts';

/** Lists of ids may be longer than other bodies. */
const LIST_LIMIT_BYTES = 4 * 1024 * 1024;

/** Find, create, change and delete contacts, one at a time or many at once. */
export function contactRoutes(signedIn: App, services: Services, exports: Exports): void {
  const on = serve(signedIn, contactCalls);
  const list = { bodyLimit: LIST_LIMIT_BYTES };

  on('GET /contacts', async ({ member, query }, reply) => {
    const { page_num, page_size } = query;
    const filter = orThrow(await filterOf(services.kysely, member, query));
    if (page_size !== undefined) return readPage(services, filter, rowsOf({ page_num, page_size }));
    // Without a page size the answer is as long as an export and takes as long as its reader, so it has the
    // same limits.
    const signal = exports.enter(member.teamId, reply);
    const pieces = orThrow(await readAll(services, filter));
    return stream(reply, exports.inTurn(member.teamId, pieces, signal));
  });

  on('GET /contacts/count', async ({ member, query }) => ({
    total: await countContacts(services, orThrow(await filterOf(services.kysely, member, query))),
  }));

  on('POST /contacts', async ({ member, body }) => orThrow(await createContact(services, member, body)));

  on('PUT /contacts/:id', async ({ member, params: { id }, body }) =>
    orThrow(await updateContact(services, member, id, body)),
  );

  on('POST /contacts/:id/update_groups', async ({ member, params: { id }, body }) =>
    orThrow(await updateGroups(services, member.teamId, id, body.groups)),
  );

  on('DELETE /contacts/:id', async ({ member, params: { id } }) =>
    orThrow(await deleteContacts(services, member, [id])),
  );

  on('POST /contacts/delete_multiple', list, async ({ member, body }) =>
    orThrow(await deleteContacts(services, member, body)),
  );

  on('POST /contacts/groups_multiple', list, async ({ member, body }) => {
    const { contacts: chosen, group_id: groupId, action } = body;
    return { changed: orThrow(await groupContacts(services, member, { chosen, groupId, action })) };
  });

  on('POST /contact_deletions/:id/undo', async ({ member, params: { id } }) => ({
    restored: orThrow(await undoDeletion(services, member.teamId, id)),
  }));
}

/** Sends pieces as they are: a stream is not checked against the schema of answers. */
function stream(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(pieces, { objectMode: false }));
}
