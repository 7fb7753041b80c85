// When customers were told to expect an answer: business days, which are all but Saturdays and Sundays.

const DAY_MS = 86_400_000;

/** How long a review may take, in business days, as the screens promise it. */
export const IDENTITY_DAYS = 2;
export const SENDER_DAYS = 7;

/** The end of so many business days after an instant; what comes in at a weekend counts from Monday's beginning. Days are UTC's. */
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
