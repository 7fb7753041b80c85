// Limits the messages of an SMPP account, or the calls of an API key, in this process: a burst of one second,
// then the rate.

export type Rate = {
  /** Messages or calls per second. */
  perSecond: number;
  /**
   * Whether `count` more may come now. A submit to many recipients may overdraw the rate once; later submits
   * wait until that is repaid.
   */
  take(count: number): boolean;
  /** Uses up `count` more for a call that was let in; false if another call has overdrawn the rate. */
  spend(count: number): boolean;
  /** Whole seconds until one more may come, at least 1. */
  waitSeconds(): number;
};

export function openRate(perSecond: number, nowMs = () => performance.now()): Rate {
  let tokens = perSecond;
  let filledAtMs = nowMs();
  function fill() {
    const now = nowMs();
    tokens = Math.min(rate.perSecond, tokens + ((now - filledAtMs) / 1000) * rate.perSecond);
    filledAtMs = now;
  }
  const rate: Rate = {
    perSecond,
    take(count) {
      fill();
      if (tokens < Math.min(1, rate.perSecond)) return false;
      tokens -= count;
      return true;
    },
    spend(count) {
      fill();
      if (tokens < 0) return false;
      tokens -= count;
      return true;
    },
    waitSeconds() {
      fill();
      return Math.max(1, Math.ceil((1 - tokens) / rate.perSecond));
    },
  };
  return rate;
}
