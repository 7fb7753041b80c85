// Days that staff work.

const DAY_MS = 86_400_000;

/** Whole business days (Monday to Friday, in UTC) between an instant and now: 0 on the day of the instant itself. */
export function businessDaysSince(instant: string, now: Date): number {
  let days = 0;
  const today = Math.floor(now.getTime() / DAY_MS);
  for (let day = Math.floor(Date.parse(instant) / DAY_MS) + 1; day <= today; day++) {
    const weekday = new Date(day * DAY_MS).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += 1;
  }
  return days;
}
