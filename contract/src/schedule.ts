// Local times of a schedule: which instant a wall-clock time is in a time zone, and what the clocks show at an instant.

/** What the clocks of a zone show: `local` as yyyy-MM-dd'T'HH:mm:ss and how far they are ahead of UTC, such as `+05:30`. */
export type ZonedTime = { local: string; utc_offset: string };

/**
 * The instant of a local time. `adjusted` tells where the clocks change: `forward` for a time that does not exist, which moves
 * ahead by the gap; `first` for one that comes twice, of which the first is taken.
 */
export type ResolvedTime = ZonedTime & { instant: Date; adjusted: 'forward' | 'first' | null };

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;
const DAY_MS = 86_400_000;

/**
 * Resolves a local time (yyyy-MM-dd'T'HH:mm, seconds optional) in an IANA time zone by the rule of RFC 5545 §3.3.5 and of
 * Temporal's `compatible`; null where it is no time.
 */
export function resolveLocal(local: string, timezone: string): ResolvedTime | null {
  if (!LOCAL.test(local)) return null;
  const whole = local.length === 16 ? `${local}:00` : local;
  const wallMs = Date.parse(`${whole}Z`);
  // Date rolls 30 February over to March; what does not read back the same was no date.
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString().slice(0, 19) !== whole) return null;

  // The offsets a day before and after hold whatever change there is between them.
  const before = offsetMs(wallMs - DAY_MS, timezone);
  const after = offsetMs(wallMs + DAY_MS, timezone);
  const instants = [...new Set([wallMs - before, wallMs - after])]
    .filter((ms) => ms + offsetMs(ms, timezone) === wallMs)
    .sort((a, b) => a - b);
  const [first = wallMs - before, second] = instants;
  const adjusted = instants.length === 0 ? 'forward' : second === undefined ? null : 'first';
  const instant = new Date(first);
  return { instant, ...zonedTime(instant, timezone), adjusted };
}

/** What the clocks of an IANA time zone show at an instant. */
export function zonedTime(instant: Date, timezone: string): ZonedTime {
  const offset = offsetMs(instant.getTime(), timezone);
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    local: new Date(instant.getTime() + offset).toISOString().slice(0, 19),
    utc_offset: `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetMs(ms: number, timezone: string): number {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timezone, format);
  }
  const wholeSecondMs = Math.floor(ms / 1000) * 1000;
  const parts = Object.fromEntries(
    format.formatToParts(wholeSecondMs).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecondMs;
}
