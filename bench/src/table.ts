// Prints results as a table of rates and ratios.

/** One result; `perSecond` is its rate. */
export type Result = { what: string; perSecond: number; note: string };

/** Prints results with the ratio of each to the last one, the limit. */
export function printTable(results: Result[]): void {
  const limit = results.at(-1)!.perSecond;
  const widest = Math.max(...results.map(({ what }) => what.length));
  for (const { what, perSecond, note } of results) {
    const rate = Math.round(perSecond).toLocaleString('en-US').padStart(9);
    console.log(
      `  ${what.padEnd(widest)} ${rate}/s  ${(perSecond / limit).toFixed(2)} of the limit  ${note}`,
    );
  }
}

/** The median of some times. */
export function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}
