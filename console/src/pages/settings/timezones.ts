// How far a time zone is from UTC.
import { zonedTime } from '@godwit/contract/timezones';

/** The offset that holds in the zone at an instant: `UTC+05:30`. */
export function utcOffset(timezone: string, at = new Date()): string {
  return `UTC${zonedTime(at, timezone).utc_offset}`;
}

// Finding a time zone by what people type.
const plain = (text: string): string => text.toLowerCase().replaceAll(/[_/()]+/g, ' ');

/** Whether a zone, written `America/New_York (UTC-04:00)`, has every word typed: `new york`, `+05:30`, `asia col`. */
export function matchesZone(label: string, search: string): boolean {
  const zone = plain(label);
  return plain(search)
    .split(' ')
    .every((word) => zone.includes(word));
}
