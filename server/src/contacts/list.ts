// Looking at a team's contacts: a page of them, how many there are, or all of them.
import {
  type Contact,
  type ContactsFilter,
  type ContactsPage,
  MAX_CONTACTS_FOUND,
  MAX_CONTACTS_LISTED,
} from '@godwit/contract/contacts';
import { type Rows, toPage } from '../http/paging.ts';
import type { Member } from '../identity/sessions.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type Filter, filterOf } from './filter.ts';
import { countMatching, countTotal, listFollowing, listFound, listStretch } from './listQueries.ts';

type Asker = Pick<Member, 'teamId' | 'regionId'>;

const BATCH = 1_000;

/** Reads a page, newest first. Refusals: notFound, for a group that the team has not. */
export async function readPage(
  services: Pick<Services, 'kysely'>,
  asker: Asker,
  asked: ContactsFilter,
  page: Rows,
): Promise<ContactsPage | Refusal> {
  const { kysely } = services;
  const filter = await filterOf(services, asker, asked);
  if (isRefusal(filter)) return filter;
  const { search } = filter;
  if (search) {
    const most = MAX_CONTACTS_FOUND;
    const { found, rows } = await listFound(kysely, { ...filter, search }, page, most + 1);
    const total = Math.min(found, most);
    const shown = rows.slice(0, Math.max(0, total - page.offset));
    return { ...toPage(shown, total, page), more: found > most };
  }
  const total = await countUnsearched(services, filter);
  const limit = Math.min(page.limit, total - page.offset);
  const rows = limit > 0 ? await listStretch(kysely, filter, { ...page, limit }, total) : [];
  return { ...toPage(rows, total, page), more: false };
}

/** How many contacts match, however many. Refusals: notFound. */
export async function countContacts(
  services: Pick<Services, 'kysely'>,
  asker: Asker,
  asked: ContactsFilter,
): Promise<number | Refusal> {
  const filter = await filterOf(services, asker, asked);
  if (isRefusal(filter)) return filter;
  return count(services, filter);
}

/** All contacts that match, as pieces of one JSON array. Refusals: notFound, tooLarge. */
export async function readAll(
  services: Pick<Services, 'kysely'>,
  asker: Asker,
  asked: ContactsFilter,
): Promise<AsyncGenerator<string, void> | Refusal> {
  const filter = await filterOf(services, asker, asked);
  if (isRefusal(filter)) return filter;
  if ((await count(services, filter)) > MAX_CONTACTS_LISTED) {
    const most = MAX_CONTACTS_LISTED.toLocaleString('en-US');
    return refuse('tooLarge', {
      description: `There are more than ${most} contacts: ask for pages of them with page_size.`,
    });
  }
  return asJson(readBatches(services, filter));
}

/** The contacts that match, newest first, a batch at a time and each batch by itself: a reader may take as long as it likes. */
export async function* readBatches(
  { kysely }: Pick<Services, 'kysely'>,
  filter: Filter,
): AsyncGenerator<Contact[]> {
  let after: string | null = null;
  while (true) {
    const batch: Contact[] = await listFollowing(kysely, filter, { after, limit: BATCH });
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.id;
  }
}

function count(services: Pick<Services, 'kysely'>, filter: Filter): Promise<number> {
  return filter.search ? countMatching(services.kysely, filter) : countUnsearched(services, filter);
}

/** Known without counting: the sizes of books and groups are kept. */
function countUnsearched({ kysely }: Pick<Services, 'kysely'>, { teamId, group }: Filter): Promise<number> {
  return group ? Promise.resolve(group.size) : countTotal(kysely, teamId);
}

async function* asJson(batches: AsyncGenerator<Contact[]>): AsyncGenerator<string, void> {
  let separator = '[';
  for await (const batch of batches) {
    yield separator + batch.map((contact) => JSON.stringify(contact)).join();
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
