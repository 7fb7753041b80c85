// The clock of sessions and servers; tests replace it.

export interface Clock {
  /** Milliseconds since the epoch; never goes back. */
  nowMs(): number;
  /** Runs `action` once after `delayMs`; the returned function cancels it. */
  after(delayMs: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  // Monotonic, unlike Date.now(): a system clock set back must not delay a timeout.
  nowMs: () => performance.timeOrigin + performance.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
};
