// How long a request may still wait, in words.
const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;

/** What is left until an instant, in days and hours, and whether it has passed. `urgent`: less than half a day, or too late. */
export function timeLeft(
  due: string,
  now: number,
): { late: boolean; urgent: boolean; days: number; hours: number } {
  const ms = Date.parse(due) - now;
  const all = Math.floor(Math.abs(ms) / HOUR_MS);
  return {
    late: ms < 0,
    urgent: ms < (HOURS_A_DAY / 2) * HOUR_MS,
    days: Math.floor(all / HOURS_A_DAY),
    hours: all % HOURS_A_DAY,
  };
}
