// Reads conversations: the list of threads, and one thread page by page.
import { isId } from '@godwit/contract/common';
import {
  MESSAGES_PER_PAGE,
  THREADS_PER_PAGE,
  type Thread,
  type ThreadMessage,
  type ThreadPage,
  type ThreadsPage,
} from '@godwit/contract/conversations';
import { shownStatusOf } from '@godwit/contract/messages/statuses';
import { isTextKept } from '@godwit/contract/retention';
import type { Pool } from 'pg';
import { failureOf } from '../explainFailure.ts';
import { instantOf, LAST_ID } from '../ids.ts';
import { numberPrefixes } from '../phoneNumbers.ts';
import {
  findThreads,
  type NumberRow,
  type Onlooker,
  type Scope,
  selectMessages,
  selectNumber,
  selectThreads,
  type ThreadMessageRow,
  type ThreadRow,
} from './queries.ts';

/** A page of threads, newest first, or the newest matches of a search. */
export async function readThreads(
  pool: Pool,
  onlooker: Onlooker & { regionId: string },
  { q, before }: { q?: string | undefined; before?: string | undefined },
): Promise<ThreadsPage> {
  const text = q?.trim().replace(/\s+/g, ' ');
  if (text) {
    // Also as typed, since a short number has no country.
    const numbers = [...numberPrefixes(text, onlooker.regionId), text];
    return { results: (await findThreads(pool, onlooker, { text, numbers })).map(toThread), next: null };
  }
  const rows = await selectThreads(pool, onlooker, cursorOf(before));
  const shown = rows.slice(0, THREADS_PER_PAGE);
  return { results: shown.map(toThread), next: rows.length > shown.length ? shown.at(-1)!.lastId : null };
}

/** The newest messages to and from a number, or those before a given one. */
export async function readThread(
  pool: Pool,
  scope: Scope,
  { number, before }: { number: string; before?: string | undefined },
): Promise<ThreadPage> {
  const known = await selectNumber(pool, scope, number);
  const rows = await selectMessages(pool, scope, number, {
    cursor: cursorOf(before),
    isBack: false,
    limit: MESSAGES_PER_PAGE + 1,
  });
  return {
    number,
    contact: contactOf(known),
    opted_out: known.optedOut,
    written_to: known.writtenTo,
    results: rows.slice(0, MESSAGES_PER_PAGE).map(toMessage).reverse(),
    older: rows.length > MESSAGES_PER_PAGE,
  };
}

/** An invalid id counts as no cursor, because an empty page would mean the end of the list. */
const cursorOf = (before: string | undefined) => (before && isId(before) ? before : LAST_ID);

function toThread({ number, lastId, lastDirection, lastText, unread, ...known }: ThreadRow): Thread {
  const last = { id: lastId, direction: lastDirection, text: lastText, at: instantOf(lastId).toISOString() };
  return { number, contact: contactOf(known), unread, last };
}

function contactOf({
  contactId,
  firstName,
  lastName,
}: Omit<NumberRow, 'optedOut' | 'writtenTo'>): Thread['contact'] {
  return contactId === null ? null : { id: contactId, first_name: firstName, last_name: lastName };
}

function toMessage(row: ThreadMessageRow): ThreadMessage {
  return {
    id: row.id,
    direction: row.direction,
    from: row.sender,
    to: row.recipient,
    body: row.body,
    text_kept: isTextKept({ body: row.body, length: row.characters }),
    status: shownStatusOf(row.state, row.failure),
    failure: failureOf(row),
    platform: row.platform,
    api_type: row.apiType,
    accepted_at: row.acceptedAt.toISOString(),
    send_at: row.sendAt?.toISOString() ?? null,
  };
}
