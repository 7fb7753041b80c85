// Time zones: their ids, the local time of an instant, and the instant of a local time or of the start of a
// day.

/** The IANA ids of all known zones. `Intl` does not list UTC. */
export const TIMEZONES: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

const KNOWN = new Set(TIMEZONES);

/**
 * Returns the listed id of a zone, for an id or an alias in any case (`Asia/Kolkata`). Returns null if there
 * is none; offsets such as +05:30 have none, because they have no daylight saving.
 */
export function knownTimezone(typed: string): string | null {
  if (KNOWN.has(typed)) return typed;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions();
    return KNOWN.has(timeZone) ? timeZone : null;
  } catch {
    return null;
  }
}

/** A local time, yyyy-MM-dd'T'HH:mm:ss, and its offset from UTC, such as `+05:30`. */
export type ZonedTime = { local: string; utc_offset: string };

/**
 * The instant of a local time. `adjusted` is set if the clocks change then. `forward`: the time does not
 * exist and moved ahead by the gap. `first`: it occurs twice, and this is the first.
 */
export type ResolvedTime = ZonedTime & { instant: Date; adjusted: 'forward' | 'first' | null };

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;
const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

/**
 * Resolves a local time (yyyy-MM-dd'T'HH:mm, seconds optional) in an IANA time zone, by RFC 5545 §3.3.5, as
 * Temporal does with `compatible`. Returns null if the text is not a time.
 */
export function resolveLocal(local: string, timezone: string): ResolvedTime | null {
  if (!LOCAL.test(local)) return null;
  const whole = local.length === 16 ? `${local}:00` : local;
  const wallMs = Date.parse(`${whole}Z`);
  // Date reads 30 February as a day in March. A text that is not formatted back unchanged is not a date.
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString().slice(0, 19) !== whole) return null;
  const { instant, adjusted } = resolve(wallMs, timezone);
  return { instant, ...zonedTime(instant, timezone), adjusted };
}

/**
 * Returns the start of a day (yyyy-MM-dd) in a time zone. It is after midnight if the clocks skip midnight.
 */
export function startOfDay(day: string, timezone: string): Date {
  return resolve(Date.parse(`${day}T00:00:00Z`), timezone).instant;
}

/** Returns the local time of an instant in an IANA time zone. */
export function zonedTime(instant: Date, timezone: string): ZonedTime {
  const minutes = Math.round(offsetMs(instant.getTime(), timezone) / 60_000);
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return {
    local: wallText(instant, timezone).slice(0, 19),
    utc_offset: `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`,
  };
}

/** Returns the local day (yyyy-MM-dd) of an instant in a time zone. */
export function localDay(instant: Date, timezone: string): string {
  return wallText(instant, timezone).slice(0, 10);
}

function wallText(instant: Date, timezone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timezone)).toISOString();
}

/** Returns the instant at which the clocks of a zone show the time that `wallMs` is in UTC. */
function resolve(wallMs: number, timezone: string): Pick<ResolvedTime, 'instant' | 'adjusted'> {
  // The offsets a day before and a day after include any change in between.
  const before = offsetMs(wallMs - DAY_MS, timezone);
  const after = offsetMs(wallMs + DAY_MS, timezone);
  if (before === after) return { instant: new Date(wallMs - before), adjusted: null };
  const instants = [wallMs - before, wallMs - after]
    .filter((ms) => ms + offsetMs(ms, timezone) === wallMs)
    .sort((a, b) => a - b);
  const [first = wallMs - before, second] = instants;
  const adjusted = instants.length === 0 ? 'forward' : second === undefined ? null : 'first';
  return { instant: new Date(first), adjusted };
}

type Zone = { format: Intl.DateTimeFormat; quarterMs: number; offsetMs: number };
const zones = new Map<string, Zone>();

/**
 * Returns how far a zone is ahead of UTC. Formatting is slow, so the result is cached for a quarter of an
 * hour, in which clocks never change.
 */
function offsetMs(ms: number, timezone: string): number {
  let zone = zones.get(timezone);
  if (!zone) {
    const format = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
    zone = { format, quarterMs: Number.NaN, offsetMs: 0 };
    zones.set(timezone, zone);
  }
  const quarterMs = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
  if (zone.quarterMs !== quarterMs) {
    const written = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(zone.format.format(quarterMs));
    const [, sign, hours, minutes, seconds = 0] = written ?? [0, '+', 0, 0];
    const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    zone.quarterMs = quarterMs;
    zone.offsetMs = (sign === '-' ? -size : size) * 1000;
  }
  return zone.offsetMs;
}
