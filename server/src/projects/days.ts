// Which of its days a project is in. The daily limit counts by the date, one counter to a date whatever zone it was in, so that
// a date's limit is not spent twice after a change of zone.
import { localDay } from '@godwit/contract/timezones';

/** A project's time zone, and the one that counts until `timezoneFrom` where it was changed. */
export type Zones = { timezone: string; timezoneBefore: string | null; timezoneFrom: Date | null };

/**
 * The zone in which a project's days are counted at an instant. A changed zone counts from the next midnight of the one before:
 * the day that has begun keeps its length and its limit. Where it is still the same date then, that date goes on.
 */
export function countedZone({ timezone, timezoneBefore, timezoneFrom }: Zones, instant: Date): string {
  return timezoneBefore !== null && timezoneFrom !== null && instant < timezoneFrom
    ? timezoneBefore
    : timezone;
}

/** The date (yyyy-MM-dd) that a charge of this instant counts to. */
export function countedDay(zones: Zones, instant: Date): string {
  return localDay(instant, countedZone(zones, instant));
}
