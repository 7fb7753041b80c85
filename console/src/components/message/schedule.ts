// The chosen time of a message or campaign, on the clocks of the project: as the picker has it, and as the
// server takes it.
import { type ResolvedTime, resolveLocal, type ZonedTime, zonedTime } from '@godwit/contract/timezones';
import { formatLocal } from '../../format.ts';

// The server allows a minute for clocks that differ.
const PAST_ALLOWED_MS = 60_000;
const HOUR_MS = 3_600_000;

/** How the picker has a time. */
export const PICKED = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** A time of the picker, `yyyy-MM-dd HH:mm:ss` on the project's clocks, as the instant it is. */
export function resolvePicked(at: string, timezone: string): ResolvedTime {
  const resolved = resolveLocal(at.replace(' ', 'T'), timezone);
  if (!resolved) throw new Error(`${at} is no time of a picker`);
  return resolved;
}

/** A zone with its offset then: `Asia/Colombo (UTC+05:30)`. */
export const formatZone = (timezone: string, { utc_offset }: ZonedTime): string =>
  `${timezone} (UTC${utc_offset})`;

/** An instant as the picker has it. */
export const toPicker = (instant: Date, timezone: string): string =>
  zonedTime(instant, timezone).local.replace('T', ' ');

/** The time the picker starts with: the next full hour. */
export function nextHour(now: Date, timezone: string): string {
  const later = toPicker(new Date(now.getTime() + HOUR_MS), timezone);
  return `${later.slice(0, 13)}:00:00`;
}

/** A picked time for the server: ISO 8601 UTC without fractions; null is now. */
export function sendAtOf(at: string | null, timezone: string): string | null {
  return at === null ? null : `${resolvePicked(at, timezone).instant.toISOString().slice(0, 19)}Z`;
}

/** The problem of a picked time, as the name of its sentence. */
export type ScheduleError = 'send.timePast' | 'send.timeFar';

/** Whether a picked time is one the server takes at `now`; null is immediately. */
export function scheduleError(at: string | null, timezone: string, now: Date): ScheduleError | null {
  if (at === null) return null;
  const timeMs = resolvePicked(at, timezone).instant.getTime();
  if (timeMs < now.getTime() - PAST_ALLOWED_MS) return 'send.timePast';
  const latest = new Date(now);
  latest.setFullYear(now.getFullYear() + 1);
  return timeMs > latest.getTime() ? 'send.timeFar' : null;
}

/** Returns the viewer's local time at an instant, in words; null if it is the same as the project's. */
export function onOwnClock({ instant, utc_offset }: ResolvedTime): string | null {
  const own = zonedTime(instant, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return own.utc_offset === utc_offset ? null : formatLocal(own.local);
}
