// Maps instants to a project's days. The daily limit has one counter per date in any zone: a change of zone
// never doubles a date's limit.
import { localDay } from '@godwit/contract/timezones';

/** A project's time zone, and the one that counts until `timezoneFrom` if it was changed. */
export type Zones = { timezone: string; timezoneBefore: string | null; timezoneFrom: Date | null };

/**
 * The zone of a project's days at an instant. A changed zone counts from the next midnight of the previous
 * one: the current day keeps its length and limit. If the date is still the same then, that date continues.
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
