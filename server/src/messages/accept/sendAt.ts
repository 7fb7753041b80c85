// Parses the requested send time and checks its bounds.
import { type Refusal, refuse } from '../../refusal.ts';

const FORMAT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})?)?$/;
const PAST_GRACE_MS = 60_000;
const FURTHEST_AHEAD_MS = 366 * 24 * 3_600_000;

/**
 * Parses `send_at`: yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd with an optional offset, default UTC. Null means now.
 * Refusals: invalidDate (another format, or a day that does not exist), invalidArgument (more than 60 s ago
 * or a year ahead).
 */
export function parseSendAt(text: string | null | undefined, now: Date): Date | null | Refusal {
  if (text === null || text === undefined || text === '') return null;
  const instant = readInstant(text);
  if (!instant)
    return refuse('invalidDate', { fields: { send_at: "Use yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd." } });
  if (instant.getTime() < now.getTime() - PAST_GRACE_MS)
    return outOfBounds(
      'send_at is in the past, so nothing was sent. Give a later time, or leave it out to send now.',
    );
  if (instant.getTime() > now.getTime() + FURTHEST_AHEAD_MS)
    return outOfBounds('send_at is more than a year ahead, so nothing was scheduled. Give an earlier time.');
  return instant;
}

function readInstant(text: string): Date | null {
  const match = FORMAT.exec(text);
  if (!match) return null;
  const [, date, time = '00:00:00', offset = 'Z'] = match;
  const local = new Date(`${date}T${time}Z`);
  // Date turns 30 February into a day in March. A date that does not read back the same does not exist.
  if (Number.isNaN(local.getTime()) || local.toISOString().slice(0, 19) !== `${date}T${time}`) return null;
  const instant = new Date(`${date}T${time}${offset}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

function outOfBounds(description: string): Refusal {
  return refuse('invalidArgument', { description, fields: { send_at: description } });
}
