// Time zones: which ones there are, what their clocks show at an instant, and which instant a local time or
// the start of a day is.

/** Ids of all known zones, by IANA's names; UTC is not among Intl's own. */
export const TIMEZONES: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC'];

const KNOWN = new Set(TIMEZONES);

/**
 * The id of the list that a zone goes by: itself, or what it is another name of (`Asia/Kolkata`, any letter
 * case). Null for what is no zone; offsets such as +05:30 are none, as they know no summer time.
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

/**
 * The time in a zone: `local` as yyyy-MM-dd'T'HH:mm:ss and how far they are ahead of UTC, such as `+05:30`.
 */
export type ZonedTime = { local: string; utc_offset: string };

/**
 * The instant of a local time. `adjusted` tells where the clocks change: `forward` for a time that does not
 * exist, which moves ahead by the gap; `first` for one that comes twice, of which the first is taken.
 */
export type ResolvedTime = ZonedTime & { instant: Date; adjusted: 'forward' | 'first' | null };

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;
const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

/**
 * Resolves a local time (yyyy-MM-dd'T'HH:mm, seconds optional) in an IANA time zone by the rule of RFC 5545
 * §3.3.5 and of Temporal's `compatible`; null where it is no time.
 */
export function resolveLocal(local: string, timezone: string): ResolvedTime | null {
  if (!LOCAL.test(local)) return null;
  const whole = local.length === 16 ? `${local}:00` : local;
  const wallMs = Date.parse(`${whole}Z`);
  // Date rolls 30 February over to March; what does not read back the same was no date.
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString().slice(0, 19) !== whole) return null;
  const { instant, adjusted } = resolve(wallMs, timezone);
  return { instant, ...zonedTime(instant, timezone), adjusted };
}

/**
 * When a day (yyyy-MM-dd) begins in a time zone: not always at midnight, where clocks are put forward there.
 */
export function startOfDay(day: string, timezone: string): Date {
  return resolve(Date.parse(`${day}T00:00:00Z`), timezone).instant;
}

/** Returns the time in an IANA time zone at an instant. */
export function zonedTime(instant: Date, timezone: string): ZonedTime {
  const minutes = Math.round(offsetMs(instant.getTime(), timezone) / 60_000);
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return {
    local: wallText(instant, timezone).slice(0, 19),
    utc_offset: `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`,
  };
}

/** The calendar day (yyyy-MM-dd) of an instant in a time zone. */
export function localDay(instant: Date, timezone: string): string {
  return wallText(instant, timezone).slice(0, 10);
}

function wallText(instant: Date, timezone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timezone)).toISOString();
}

/** The instant at which clocks show what they would in UTC at `wallMs`. */
function resolve(wallMs: number, timezone: string): Pick<ResolvedTime, 'instant' | 'adjusted'> {
  // The offsets a day before and after hold whatever change there is between them.
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
 * How far the clocks of a zone are ahead of UTC. The zone is asked once for a quarter of an hour, in which no
 * clock is ever changed: to ask for each message takes longer than to read it.
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
