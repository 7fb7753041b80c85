// The public API's calls about contacts and groups, under /v1.
import * as api from '@godwit/contract/publicApi/contacts';
import { selectRegionOfTeam } from '../db/regionOfTeam.ts';
import type { App } from '../http/types.ts';
import { parseRecipient } from '../phoneNumbers.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { createContact, readContact, updateContact } from './edit.ts';
import type { Asker } from './filter.ts';
import { createGroup, deleteGroup, listGroups } from './groups/groups.ts';
import { readFromCursor } from './list.ts';
import { deleteContacts, groupContacts } from './many.ts';

type Key = { teamId: string; mode: 'LIVE' | 'TEST' };

const LIVE_ONLY =
  'A TEST key cannot read or change contacts and groups, because they are those of LIVE campaigns. Nothing was changed. Use a LIVE key.';

/** The team of a LIVE key. Refuses a TEST key: many people and programs have those. */
function teamOf({ teamId, mode }: Key): string {
  if (mode !== 'LIVE') throw new RefusalError(refuse('keyMismatch', { description: LIVE_ONLY }));
  return teamId;
}

/** The caller of a change. Refuses a TEST key. */
async function changer({ kysely }: Services, key: Key): Promise<Asker> {
  const teamId = teamOf(key);
  return { teamId, regionId: (await selectRegionOfTeam(kysely, teamId)).id as Asker['regionId'] };
}

const numberOf = (typed: string) => orThrow(parseRecipient(typed)).e164;

/** Adds `/contacts` and `/groups`. */
export function publicContactRoutes(app: App, services: Services): void {
  contactRoutes(app, services);
  groupRoutes(app, services);
}

function contactRoutes(app: App, services: Services): void {
  const one = { params: api.oneContact, response: { 200: api.publicContact } };

  app.get(
    '/contacts',
    { schema: { querystring: api.listContactsQuery, response: { 200: api.listContactsAnswer } } },
    async ({ key, query: { number: typed, group_id: groupId, ...walk } }) => {
      const teamId = teamOf(key);
      const number = typed === undefined ? undefined : numberOf(typed);
      return orThrow(await readFromCursor(services, { teamId, number, groupId }, walk));
    },
  );

  app.post(
    '/contacts',
    { schema: { body: api.createContactBody, response: { 201: api.publicContact } } },
    async ({ key, body: { number, ...given } }, reply) => {
      const asker = await changer(services, key);
      const created = await createContact(services, asker, { ...given, number: numberOf(number) });
      return reply.code(201).send(orThrow(created));
    },
  );

  app.get('/contacts/:id', { schema: one }, async ({ key, params: { id } }) =>
    orThrow(await readContact(services, teamOf(key), id)),
  );

  app.patch(
    '/contacts/:id',
    { schema: { ...one, body: api.changeContactBody } },
    async ({ key, params: { id }, body: { number, ...given } }) => {
      const asker = await changer(services, key);
      const change = { ...given, ...(number !== undefined && { number: numberOf(number) }) };
      return orThrow(await updateContact(services, asker, id, change));
    },
  );

  app.delete(
    '/contacts/:id',
    { schema: { params: api.oneContact, response: { 200: api.removedAnswer } } },
    async ({ key, params: { id } }) =>
      orThrow(await deleteContacts(services, await changer(services, key), [id])),
  );
}

function groupRoutes(app: App, services: Services): void {
  app.get('/groups', { schema: { response: { 200: api.listGroupsAnswer } } }, async ({ key }) => ({
    results: await listGroups(services, teamOf(key)),
  }));

  app.post(
    '/groups',
    { schema: { body: api.createGroupBody, response: { 201: api.publicGroup } } },
    async ({ key, body }, reply) => {
      const teamId = teamOf(key);
      return reply.code(201).send(orThrow(await createGroup(services, teamId, body)));
    },
  );

  app.delete(
    '/groups/:id',
    { schema: { params: api.oneGroup, response: { 200: api.removedAnswer } } },
    async ({ key, params: { id } }) => {
      const teamId = teamOf(key);
      return orThrow(await deleteGroup(services, teamId, id));
    },
  );

  app.put(
    '/groups/:id/members',
    { schema: { params: api.oneGroup, body: api.putMembersBody, response: { 200: api.putMembersAnswer } } },
    async ({ key, params: { id: groupId }, body: { contacts: chosen, action } }) => {
      const asker = await changer(services, key);
      return { changed: orThrow(await groupContacts(services, asker, { chosen, groupId, action })) };
    },
  );
}
