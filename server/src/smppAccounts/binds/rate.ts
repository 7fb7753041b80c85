// Limits an account's submits in this process: a burst of one second, then its rate. All its binds share the
// rate.

export type Rate = {
  /** Messages per second. */
  perSecond: number;
  /**
   * Whether `count` more may come now. A submit to many recipients may overdraw the rate once; later submits
   * wait until that is repaid.
   */
  take(count: number): boolean;
};

export function openRate(perSecond: number, nowMs = () => performance.now()): Rate {
  let tokens = perSecond;
  let filledAtMs = nowMs();
  const rate: Rate = {
    perSecond,
    take(count) {
      const now = nowMs();
      tokens = Math.min(rate.perSecond, tokens + ((now - filledAtMs) / 1000) * rate.perSecond);
      filledAtMs = now;
      if (tokens < Math.min(1, rate.perSecond)) return false;
      tokens -= count;
      return true;
    },
  };
  return rate;
}
