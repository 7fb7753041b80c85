// How fast an account may submit in this process: a second's worth at once, then its rate. Its binds share the rate, wherever they are.

export type Rate = {
  /** Messages a second. */
  perSecond: number;
  /** Whether so many more may come now. A submit for many recipients may overdraw it once, which is paid back before the next. */
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
