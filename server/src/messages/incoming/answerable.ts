// Whether a program may answer an incoming message at once. Machines that answer each other would never end.
import type { Mode } from '@godwit/contract/messages/statuses';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import type { Pool } from 'pg';
import { countRecent } from './queries.ts';

/** Whether a sender is a phone. A short number or a name is a machine that may answer back. */
export const isPhone = (sender: string): boolean => sender.startsWith('+') && isTwoWayNumber(sender);

/** More messages than this from one phone to one project within an hour are not answered at once. */
export const MOST_AN_HOUR = 60;
const HOUR_MS = 3_600_000;

/**
 * Why no answer may be sent at once to a phone that has written: it is no phone, a number of ours, or one
 * that writes very often. Null if it may.
 */
export async function whyNoAnswer(
  pool: Pool,
  message: { projectId: string; mode: Mode; phone: string },
): Promise<string | null> {
  const { phone } = message;
  if (!isPhone(phone)) return 'It came from no phone that can be answered.';
  const since = new Date(Date.now() - HOUR_MS);
  const { recent, isOwn } = await countRecent(pool, message, { since, limit: MOST_AN_HOUR + 1 });
  if (isOwn) return 'It came from a number of this service, which may answer again.';
  return recent > MOST_AN_HOUR
    ? `The phone has written more than ${MOST_AN_HOUR} messages within an hour, which looks like a machine that answers again.`
    : null;
}
