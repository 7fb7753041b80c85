// The scheduled time of a message or campaign, in the project's time zone. Converts between the picker's and
// the server's format.
import { type ResolvedTime, resolveLocal, type ZonedTime, zonedTime } from '@godwit/contract/timezones';
import { formatLocal } from '../../format.ts';

// The server tolerates clocks that differ by a minute.
const PAST_ALLOWED_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The picker's format. */
export const PICKED = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Converts a time of the picker (`yyyy-MM-dd HH:mm:ss` in the project's time zone) to an instant. */
export function resolvePicked(at: string, timezone: string): ResolvedTime {
  const resolved = resolveLocal(at.replace(' ', 'T'), timezone);
  if (!resolved) throw new Error(`${at} is no time of a picker`);
  return resolved;
}

/** A time zone with its offset at that time: `Asia/Colombo (UTC+05:30)`. */
export const formatZone = (timezone: string, { utc_offset }: ZonedTime): string =>
  `${timezone} (UTC${utc_offset})`;

/** Converts an instant to the picker's format. */
export const toPicker = (instant: Date, timezone: string): string =>
  zonedTime(instant, timezone).local.replace('T', ' ');

/** The initial time of the picker: the next full hour. */
export function nextHour(now: Date, timezone: string): string {
  const later = toPicker(new Date(now.getTime() + HOUR_MS), timezone);
  return `${later.slice(0, 13)}:00:00`;
}

/**
 * Converts a picked time for the server: ISO 8601 in UTC without fractions. Null stays null, which sends now.
 */
export function sendAtOf(at: string | null, timezone: string): string | null {
  return at === null ? null : `${resolvePicked(at, timezone).instant.toISOString().slice(0, 19)}Z`;
}

/** The problem of a picked time, as the id of its text. */
export type ScheduleError = 'send.timePast' | 'send.timeFar';

/** Returns the problem of a picked time by the server's rules, or null. Null means immediately. */
export function scheduleError(at: string | null, timezone: string, now: Date): ScheduleError | null {
  if (at === null) return null;
  const timeMs = resolvePicked(at, timezone).instant.getTime();
  if (timeMs < now.getTime() - PAST_ALLOWED_MS) return 'send.timePast';
  const latest = new Date(now);
  latest.setFullYear(now.getFullYear() + 1);
  return timeMs > latest.getTime() ? 'send.timeFar' : null;
}

/** Returns the viewer's local time at an instant, formatted. Null if it is the same as the project's. */
export function viewerTime({ instant, utc_offset }: ResolvedTime): string | null {
  const own = zonedTime(instant, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return own.utc_offset === utc_offset ? null : formatLocal(own.local);
}
