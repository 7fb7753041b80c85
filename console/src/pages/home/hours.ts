// Calculations of the heat map of the week: which hour is the busiest, and how dark each is.

/** An hour of the week: a weekday from 0 on Monday, an hour from 0 to 23, and its messages. */
export type WeekHour = { day: number; hour: number; count: number };

/** Returns the first of the busiest hours, or null without messages. `week` has the days from Monday. */
export function busiestOf(week: readonly (readonly number[])[]): WeekHour | null {
  let busiest: WeekHour | null = null;
  for (const [day, hours] of week.entries()) {
    for (const [hour, count] of hours.entries()) {
      if (count > (busiest?.count ?? 0)) busiest = { day, hour, count };
    }
  }
  return busiest;
}

/** Returns the index of the first tick that is at least `count`. 0 is only the level of no messages. */
export const levelOf = (count: number, ticks: readonly number[]): number =>
  ticks.findIndex((tick) => count <= tick);

/** Returns the counts of each level in words: `0`, `1–20`, `21–40`. */
export const levelLabels = (ticks: readonly number[], format: (count: number) => string): string[] =>
  ticks.map((tick, level) => {
    const least = (ticks[level - 1] ?? -1) + 1;
    return least === tick ? format(tick) : `${format(least)}–${format(tick)}`;
  });

/** Returns the hour that an arrow key, Home or End leads to, or null for other keys. */
export function hourAfter(key: string, { day, hour }: Omit<WeekHour, 'count'>) {
  const moves: Record<string, [number, number]> = {
    ArrowLeft: [day, Math.max(0, hour - 1)],
    ArrowRight: [day, Math.min(23, hour + 1)],
    ArrowUp: [Math.max(0, day - 1), hour],
    ArrowDown: [Math.min(6, day + 1), hour],
    Home: [day, 0],
    End: [day, 23],
  };
  const [toDay, toHour] = moves[key] ?? [];
  return toDay === undefined || toHour === undefined ? null : { day: toDay, hour: toHour };
}
