// Business days: Monday to Friday, in UTC.

const DAY_MS = 86_400_000;

/**
 * The end of so many business days after an instant; an instant at a weekend counts as Monday's beginning.
 */
export function businessDaysAfter(from: Date, days: number): Date {
  let at = isWeekend(from) ? startOfDay(from) : from.getTime();
  while (isWeekend(new Date(at))) at += DAY_MS;
  for (let left = days; left > 0; ) {
    at += DAY_MS;
    if (!isWeekend(new Date(at))) left--;
  }
  return new Date(at);
}

function startOfDay(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS) * DAY_MS;
}

function isWeekend(instant: Date): boolean {
  return instant.getUTCDay() % 6 === 0;
}
