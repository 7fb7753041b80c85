// Reproducible randomness: everything comes from one seed, with a stream for each part of a run.

export type Random = {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
};

/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The stream of a name; the same name gives the same stream. */
export function seeded(name: string): Random {
  const next = numbersOf(hashOf(name));
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (list) => list[between(0, list.length - 1)]!,
    shuffled(list) {
      const rest = [...list];
      return list.map(() => rest.splice(between(0, rest.length - 1), 1)[0]!);
    },
  };
}

/** A number from 0 to 1 that depends only on the text, so a decision is the same at every attempt. */
export function shareOf(text: string): number {
  return seeded(text).next();
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
