// Lists a team's contacts by page, counts them, or exports all.
import {
  type Contact,
  type ContactList,
  MAX_CONTACTS_FOUND,
  MAX_CONTACTS_LISTED,
} from '@godwit/contract/contacts';
import { pageFromCursor, type Rows, toPage, type Walk } from '../http/paging.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Filter } from './filter.ts';
import {
  countMatching,
  countTotal,
  listContacts,
  listFollowing,
  listFound,
  listFromCursor,
  listStretch,
} from './listQueries.ts';
import { selectByNumber, selectGroup } from './queries.ts';

const BATCH = 1_000;

/** Reads a page, newest first. */
export async function readPage(services: Services, filter: Filter, page: Rows): Promise<ContactList> {
  const { kysely } = services;
  const { search } = filter;
  if (search) {
    const most = MAX_CONTACTS_FOUND;
    const { found, rows } = await listFound(kysely, { ...filter, search }, page, most + 1);
    const total = Math.min(found, most);
    const shown = rows.slice(0, Math.max(0, total - page.offset));
    return { ...toPage(shown, total, page), more: found > most };
  }
  const total = await countContacts(services, filter);
  const limit = Math.min(page.limit, total - page.offset);
  const rows = limit > 0 ? await listStretch(kysely, filter, { ...page, limit }, total) : [];
  return { ...toPage(rows, total, page), more: false };
}

/**
 * How many contacts match, however many. Without a search that is known without counting: the sizes of teams
 * and groups are kept.
 */
export async function countContacts({ kysely }: Services, filter: Filter): Promise<number> {
  const { search, group, teamId } = filter;
  if (search) return countMatching(kysely, filter);
  return group ? group.size : countTotal(kysely, teamId);
}

/** The contacts of a list of the public API: one by its number, or those of a group. */
type Listed = { teamId: string; number: string | undefined; groupId: string | undefined };

/**
 * Reads up to `limit` contacts, newest first, after or before the contact of a cursor. `next`: the cursor to
 * continue with in the same direction, null at the end. A cursor's contact may be deleted. Refusal: notFound,
 * for the group.
 */
export async function readFromCursor(
  { kysely }: Pick<Services, 'kysely'>,
  { teamId, number, groupId }: Listed,
  walk: Walk,
): Promise<{ results: Contact[]; next: string | null } | Refusal> {
  if (groupId !== undefined && !(await selectGroup(kysely, teamId, groupId)))
    return refuseField('notFound', 'group_id', NO_GROUP);
  if (number !== undefined) {
    const contact = await selectByNumber(kysely, teamId, number);
    const found = contact ? await listContacts(kysely, teamId, [contact.id]) : [];
    const isIn = (one: Contact) => groupId === undefined || one.groups.some(({ id }) => id === groupId);
    return { results: found.filter(isIn), next: null };
  }
  const { rows, next } = await pageFromCursor(walk, (asked) =>
    listFromCursor(kysely, { teamId, groupId }, asked),
  );
  return { results: rows, next };
}

const NO_GROUP = 'There is no group with this id.';

/** All contacts that match, as pieces of one JSON array. Refusals: tooLarge. */
export async function readAll(
  services: Services,
  filter: Filter,
): Promise<AsyncGenerator<string, void> | Refusal> {
  if ((await countContacts(services, filter)) > MAX_CONTACTS_LISTED) {
    const most = MAX_CONTACTS_LISTED.toLocaleString('en-US');
    return refuse('tooLarge', {
      description: `There are more than ${most} contacts: ask for pages of them with page_size.`,
    });
  }
  return asJson(readBatches(services, filter));
}

/**
 * The contacts that match, newest first, a batch at a time and each batch by itself: a reader may take as
 * long as it likes.
 */
export async function* readBatches({ reads }: Services, filter: Filter): AsyncGenerator<Contact[]> {
  let after: string | null = null;
  while (true) {
    const wanted = { after, limit: BATCH };
    const batch: Contact[] = await reads.long(({ kysely }) => listFollowing(kysely, filter, wanted));
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.id;
  }
}

async function* asJson(batches: AsyncGenerator<Contact[]>): AsyncGenerator<string, void> {
  let separator = '[';
  for await (const batch of batches) {
    yield separator + batch.map((contact) => JSON.stringify(contact)).join();
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
