// Quiet hours, in which no promotional message is sent: which hours can be set. countryClocks.ts finds the
// countries in which it is quiet.
import { z } from 'zod';
import { flag, formValue } from '../common.ts';
import { QUIET_HOURS_EMPTY, QUIET_HOURS_LONG, QUIET_TIME_INVALID } from '../sentences/settings.ts';

/** Two times of day, HH:mm in the time zone of the recipient. They usually span midnight. */
export type QuietHours = { from: string; to: string };

/** The quiet hours of warnings, if a project has set none. */
export const DEFAULT_QUIET_HOURS: QuietHours = { from: '21:00', to: '08:00' };

export const DAY_MINUTES = 24 * 60;

/** The minimum number of minutes of a day outside quiet hours. */
export const MIN_OPEN_MINUTES = 8 * 60;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Returns the problem of quiet hours, with its field; null if they are valid. */
export function quietHoursProblem({
  from,
  to,
}: QuietHours): { field: keyof QuietHours; words: string } | null {
  for (const [field, value] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (!CLOCK.test(value)) return { field, words: QUIET_TIME_INVALID };
  }
  if (from === to) return { field: 'to', words: QUIET_HOURS_EMPTY };
  const quiet = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;
  return quiet > DAY_MINUTES - MIN_OPEN_MINUTES ? { field: 'to', words: QUIET_HOURS_LONG } : null;
}

/** Returns the minutes from midnight to HH:mm. */
export const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/**
 * POST /projects/{id}/quiet_hours: when promotional messages are held, HH:mm in the time zone of the
 * recipient. `clear_quiet_hours` removes them and takes precedence. A promotional message within them is
 * scheduled for their end, and its answer has that `send_at`. Messages that are scheduled already keep their
 * time.
 */
export const quietHoursRequest = z
  .object({ from: formValue, to: formValue, clear_quiet_hours: flag })
  .check(({ value, issues }) => {
    const problem = value.clear_quiet_hours ? null : quietHoursProblem(value);
    if (!problem) return;
    const { field, words } = problem;
    issues.push({ code: 'custom', message: words, input: value[field], path: [field] });
  })
  .transform(({ from, to, clear_quiet_hours }) => (clear_quiet_hours ? null : { from, to }));
