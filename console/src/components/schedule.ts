// The chosen time of a message or campaign: as the picker has it, as people read it, and as the server takes it.
import dayjs from 'dayjs';

// The server allows a minute for clocks that differ.
const PAST_ALLOWED_MS = 60_000;

/** What the picker gives and takes: local time. */
export const PICKER_FORMAT = 'YYYY-MM-DD HH:mm:ss';

/** A picked time as people read it, the specification's `MM/dd/yyyy h:mm aa`: the time it really goes at. */
export const formatPicked = (at: string): string => dayjs(at).format('MM/DD/YYYY h:mm A');

/** The time the picker starts with. */
export function nextHour(now: Date): string {
  return dayjs(now).add(1, 'hour').startOf('hour').format(PICKER_FORMAT);
}

/**
 * The picked local time as an instant for the server: ISO 8601 UTC without fractions; null is now. A local time that does not
 * exist moves forward by the gap of the clocks, one that comes twice is the first (ECMA-262 §21.4.1.26, as Date reads it).
 */
export function sendAtOf(at: string | null): string | null {
  return at === null ? null : `${dayjs(at).toISOString().slice(0, 19)}Z`;
}

/** What is wrong with a picked time, as the name of its sentence. */
export type ScheduleError = 'send.timePast' | 'send.timeFar';

/** Whether a picked time is one the server takes at `now`; null is immediately. */
export function scheduleError(at: string | null, now: Date): ScheduleError | null {
  if (at === null) return null;
  const time = dayjs(at).valueOf();
  if (time < now.getTime() - PAST_ALLOWED_MS) return 'send.timePast';
  return time > dayjs(now).add(1, 'year').valueOf() ? 'send.timeFar' : null;
}

/** Whether the clocks change under a picked time: it does not exist (`skipped`), or comes twice (`twice`). */
export function clockChange(at: string): 'skipped' | 'twice' | null {
  const time = dayjs(at);
  if (time.format(PICKER_FORMAT) !== at) return 'skipped';
  // Clocks go back by an hour, on Lord Howe Island by half of one.
  const isAgain = [30, 60].some((minutes) => time.add(minutes, 'minute').format(PICKER_FORMAT) === at);
  return isAgain ? 'twice' : null;
}

/** The viewer's zone with its offset at a picked time: `Australia/Sydney (GMT+11)`. */
export function zoneAt(at: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const offset = offsetIn(timeZone, dayjs(at).toDate());
  return offset === timeZone ? timeZone : `${timeZone} (${offset})`;
}

/** The picked time in another zone, `MM/dd/yyyy h:mm aa`; null where the clocks there show the same. */
export function elsewhere(at: string, timeZone: string): string | null {
  const instant = dayjs(at).toDate();
  if (offsetIn(timeZone, instant) === offsetIn(undefined, instant)) return null;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  }).formatToParts(instant);
  const { month, day, year, hour, minute, dayPeriod } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  return `${month}/${day}/${year} ${hour}:${minute} ${dayPeriod}`;
}

function offsetIn(timeZone: string | undefined, instant: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' });
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
