// Keeps a link from sending while its account, its credit or its connection is at fault.

const FIRST_STAND_MS = 1_000;
const LONGEST_STAND_MS = 60_000;

export type Standing = ReturnType<typeof openStanding>;

/**
 * A link that stands sends nothing. It tries again with single messages: after a second, and then after twice
 * the wait before, up to a minute. `onChange` runs when it may try.
 */
export function openStanding(onChange: () => void) {
  let why: string | null = null;
  let [untilMs, nextMs] = [0, FIRST_STAND_MS];
  let timer: NodeJS.Timeout | undefined;
  const isOpen = () => why === null || performance.now() >= untilMs;
  return {
    isOpen,
    words: () => why,
    /** How many messages may be in flight. */
    capacity: () => (why === null ? Infinity : isOpen() ? 1 : 0),
    /** `waitMs`: the wait that the carrier asks for. */
    stand(words: string, waitMs: number | null = null) {
      // Messages that were in flight when it began to stand are no news.
      if (why !== null && !isOpen()) return;
      why = words;
      const ms = Math.max(nextMs, waitMs ?? 0);
      untilMs = performance.now() + ms;
      nextMs = Math.min(LONGEST_STAND_MS, nextMs * 2);
      clearTimeout(timer);
      // A timer may fire up to a millisecond early.
      timer = setTimeout(onChange, ms + 1);
    },
    clear() {
      why = null;
      nextMs = FIRST_STAND_MS;
      clearTimeout(timer);
    },
    close: () => clearTimeout(timer),
  };
}
