// The round numbers at a graph's horizontal lines.
const ROUND = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 4;
const FEWEST_STEPS = 2;
const COMPACT_FROM = 100_000;

/**
 * Three to five equally spaced numbers from 0 to at least `max`: 1, 2, 2.5 or 5 times a power of ten apart, and whole where
 * what is counted is whole.
 */
export function roundTicks(max: number, whole: boolean): number[] {
  const least = Math.max(max, 0) / MOST_STEPS || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = ROUND.map((round) => tidy(round * power));
  // Counts are never less than a quarter apart, so that 10 times the power is whole.
  const step = steps.find((each) => each >= least && (!whole || Number.isInteger(each))) ?? 10 * power;
  const count = Math.max(FEWEST_STEPS, Math.ceil(tidy(max / step)));
  return Array.from({ length: count + 1 }, (_, index) => tidy(index * step));
}

// Twelve digits are more than any figure has, and fewer than binary fractions get wrong.
const tidy = (value: number): number => Number(value.toPrecision(12));

/** Writes ticks with as many decimals as they need, and big ones short: `0.25`, `1,000`, `250K`. */
export function tickFormat(ticks: readonly number[]): (tick: number) => string {
  const decimals = Math.max(...ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0));
  const format =
    (ticks.at(-1) ?? 0) >= COMPACT_FROM
      ? new Intl.NumberFormat('en', { notation: 'compact' })
      : new Intl.NumberFormat('en', { minimumFractionDigits: decimals });
  return (tick) => format.format(tick);
}
