// Suspends a link while its account, its credit or its connection is at fault.

const FIRST_SUSPENSION_MS = 1_000;
const LONGEST_SUSPENSION_MS = 60_000;

export type Suspension = ReturnType<typeof openSuspension>;

/**
 * A suspended link sends nothing. It probes with single messages: after a second, and then after twice the
 * wait before, up to a minute. `onChange` runs when it may probe.
 */
export function openSuspension(onChange: () => void) {
  let why: string | null = null;
  let [untilMs, nextMs] = [0, FIRST_SUSPENSION_MS];
  let timer: NodeJS.Timeout | undefined;
  const isOpen = () => why === null || performance.now() >= untilMs;
  return {
    isOpen,
    words: () => why,
    /** How many messages may be in flight. */
    capacity: () => (why === null ? Infinity : isOpen() ? 1 : 0),
    /** `waitMs`: the wait that the carrier asks for. */
    suspend(words: string, waitMs: number | null = null) {
      // Faults of messages that were in flight when the suspension began do not prolong it.
      if (why !== null && !isOpen()) return;
      why = words;
      const ms = Math.max(nextMs, waitMs ?? 0);
      untilMs = performance.now() + ms;
      nextMs = Math.min(LONGEST_SUSPENSION_MS, nextMs * 2);
      clearTimeout(timer);
      // A timer may fire up to a millisecond early.
      timer = setTimeout(onChange, ms + 1);
    },
    clear() {
      why = null;
      nextMs = FIRST_SUSPENSION_MS;
      clearTimeout(timer);
    },
    close: () => clearTimeout(timer),
  };
}
