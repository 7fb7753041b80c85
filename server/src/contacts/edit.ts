// Creates a contact, changes it and sets its groups.
import { type Contact, type createContactRequest, MAX_CONTACT_GROUPS } from '@godwit/contract/contacts';
import type { z } from 'zod';
import { newId } from '../ids.ts';
import { readNumber } from '../phoneNumbers.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import type { Asker } from './filter.ts';
import { listContacts } from './listQueries.ts';
import { withLock } from './lock.ts';
import {
  type ContactDetails,
  countGroupIds,
  insertContact,
  selectByNumber,
  setGroups,
  updateContactRow,
} from './queries.ts';

type Given = z.output<typeof createContactRequest>;
type Change = { [Field in keyof Given]?: Given[Field] | undefined };

const TOO_MANY_GROUPS = `A contact is in at most ${MAX_CONTACT_GROUPS} groups: choose fewer.`;
const TAKEN = refuseField(
  'conflict',
  'number',
  'Another contact has this number: search for the number to find it.',
);

/**
 * Makes a contact in the groups given. Refusals: invalidNumber, invalidNumberFormat, conflict if the team
 * has the number, those of choosing groups, unavailable.
 */
export async function createContact(
  services: Services,
  asker: Asker,
  given: Given,
): Promise<Contact | Refusal> {
  const details = detailsOf(given, asker.regionId);
  if (isRefusal(details)) return details;
  const { teamId } = asker;
  return withLock(services, { teamId }, async (trx) => {
    if (await selectByNumber(trx, teamId, details.number)) return TAKEN;
    const id = newId();
    const refused = await refuseGroups(trx, teamId, given.groups ?? []);
    if (refused) return refused;
    await insertContact(trx, teamId, id, details);
    if (given.groups?.length) await setGroups(trx, teamId, id, given.groups);
    return find(trx, teamId, id);
  });
}

/** Changes the fields that are given. Refusals: those of making a contact, notFound. */
export async function updateContact(
  services: Services,
  asker: Asker,
  id: string,
  given: Change,
): Promise<Contact | Refusal> {
  const { teamId, regionId } = asker;
  const typed = given.number === undefined ? undefined : readNumber(given.number, regionId);
  return withLock(services, { teamId }, async (trx) => {
    const contact = await find(trx, teamId, id);
    if (isRefusal(contact)) return contact;
    if (isRefusal(typed)) return typed;
    const details = {
      number: typed ?? contact.number,
      firstName: given.first_name ?? contact.first_name,
      lastName: given.last_name ?? contact.last_name,
    };
    const holder = await selectByNumber(trx, teamId, details.number);
    if (holder && holder.id !== id) return TAKEN;
    const refused = await refuseGroups(trx, teamId, given.groups ?? []);
    if (refused) return refused;
    await updateContactRow(trx, teamId, id, details);
    if (given.groups) await setGroups(trx, teamId, id, given.groups);
    return find(trx, teamId, id);
  });
}

/**
 * Puts a contact into these groups and out of all others. Refusals: invalidArgument, if they are too many;
 * notFound, for the contact or any of the groups; unavailable.
 */
export async function updateGroups(
  services: Services,
  teamId: string,
  id: string,
  groups: readonly string[],
): Promise<Contact | Refusal> {
  return withLock(services, { teamId }, async (trx) => {
    const contact = await find(trx, teamId, id);
    if (isRefusal(contact)) return contact;
    const refused = await refuseGroups(trx, teamId, groups);
    if (refused) return refused;
    await setGroups(trx, teamId, id, groups);
    return find(trx, teamId, id);
  });
}

/** Reads a contact. Refusal: notFound. */
export function readContact(
  { kysely }: Pick<Services, 'kysely'>,
  teamId: string,
  id: string,
): Promise<Contact | Refusal> {
  return find(kysely, teamId, id);
}

async function refuseGroups(
  db: Database,
  teamId: string,
  groups: readonly string[],
): Promise<Refusal | null> {
  if (groups.length > MAX_CONTACT_GROUPS) return refuseField('invalidArgument', 'groups', TOO_MANY_GROUPS);
  const areThere = (await countGroupIds(db, teamId, groups)) === groups.length;
  return areThere ? null : refuse('notFound');
}

function detailsOf(
  { number: typed, first_name: firstName, last_name: lastName }: Given,
  country: string,
): ContactDetails | Refusal {
  const number = readNumber(typed, country);
  return isRefusal(number) ? number : { number, firstName, lastName };
}

async function find(db: Database, teamId: string, id: string): Promise<Contact | Refusal> {
  const [contact] = await listContacts(db, teamId, [id]);
  return contact ?? refuse('notFound');
}
