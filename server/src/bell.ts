// How a loop waits for something to happen: it asks for the next ring before it looks, so that none is missed in between.

/** Rung by whoever has news for the one loop that waits. */
export type Bell = { next(): Ring; ring(): void };

/** `heard` resolves with the next ring; `within` no later than so many milliseconds. */
export type Ring = { heard: Promise<void>; within(ms: number): Promise<void> };

export function openBell(): Bell {
  let ring = () => {};
  return {
    next() {
      const { promise: heard, resolve } = Promise.withResolvers<void>();
      ring = resolve;
      return {
        heard,
        async within(ms) {
          const timer = setTimeout(resolve, ms);
          await heard;
          clearTimeout(timer);
        },
      };
    },
    ring: () => ring(),
  };
}
