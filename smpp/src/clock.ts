// Time as the sessions see it, so that tests can move it by hand.

export interface Clock {
  /** Milliseconds since the epoch; never goes back. */
  nowMs(): number;
  /** Runs `action` once after `delayMs`; the returned function calls it off. */
  after(delayMs: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  // Monotonic, unlike Date.now(): a clock set back must not hold up a timeout.
  nowMs: () => performance.timeOrigin + performance.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
};
