// Reads and searches the log of a project's callbacks.
import { type attemptsQuery, type LoggedAttempt, MAX_ATTEMPTS_FOUND } from '@godwit/contract/callbackLog';
import { isId } from '@godwit/contract/common';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { rowsOf, toPage } from '../../http/paging.ts';
import { readNumber } from '../../phoneNumbers.ts';
import { isRefusal } from '../../refusal.ts';
import { countAttempts, findMessagesTo, type LoggedRow, listAttempts } from './queries.ts';

/** A search by number covers this many of its newest messages. */
const MESSAGES_TO_NUMBER = 1_000;
const EVER = new Date('9999-12-31T00:00:00Z');

/** A page of attempts, newest first. A search is a message id or the whole number of a recipient. */
export async function readAttemptsLog(
  pool: Pool,
  place: { teamId: string; projectId: string; regionId: string },
  query: z.infer<typeof attemptsQuery>,
) {
  const { mode, status = null, outcome } = query;
  const filter = {
    ...place,
    mode,
    status,
    taken: outcome ? outcome === 'TAKEN' : null,
    from: new Date(query.from ?? 0),
    before: query.to ? new Date(query.to) : EVER,
    messageIds: await messagesMeant(pool, { ...place, mode }, query.q),
  };
  const page = rowsOf(query);
  const found = await countAttempts(pool, filter, MAX_ATTEMPTS_FOUND + 1);
  const total = Math.min(found, MAX_ATTEMPTS_FOUND);
  const limit = Math.min(page.limit, total - page.offset);
  const rows = limit > 0 ? await listAttempts(pool, filter, { offset: page.offset, limit }) : [];
  return { ...toPage(rows.map(toLogged), total, page), more: found > total };
}

async function messagesMeant(
  pool: Pool,
  place: { projectId: string; mode: 'TEST' | 'LIVE'; regionId: string },
  q: string | undefined,
): Promise<string[] | null> {
  const text = q?.trim().toLowerCase();
  if (!text) return null;
  if (isId(text)) return [text];
  const number = readNumber(text, place.regionId);
  return isRefusal(number) ? [] : findMessagesTo(pool, place, number, MESSAGES_TO_NUMBER);
}

function toLogged({ messageId, recipient, startedAt, durationMs, ...attempt }: LoggedRow): LoggedAttempt {
  return {
    ...attempt,
    message_id: messageId,
    to: recipient,
    at: startedAt.toISOString(),
    duration_ms: durationMs,
  };
}
