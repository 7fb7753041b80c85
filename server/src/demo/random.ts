// Seeded random values for the demo: the same on each run.

/** Numbers from 0 up to 1. */
export type Random = () => number;

/** Numbers that look random and are the same for each seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of these. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]!;
}

/** Picks one item by its share. */
export function pickByShare<T extends { share: number }>(random: Random, choices: readonly T[]): T {
  let left = random() * choices.reduce((sum, { share }) => sum + share, 0);
  for (const choice of choices) {
    left -= choice.share;
    if (left < 0) return choice;
  }
  return choices.at(-1)!;
}

/** So many random digits. */
export function digits(random: Random, count: number): string {
  return String(Math.floor(random() * 10 ** count)).padStart(count, '0');
}
