// How far a time zone is from UTC.

/** The offset that holds in the zone at an instant: `UTC+05:30`. */
export function utcOffset(timezone: string, at = new Date()): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    timeZoneName: 'longOffset',
  }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC');
}
