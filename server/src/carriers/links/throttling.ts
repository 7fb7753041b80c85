// Limits the speed of a link: its contracted rate, and the pauses that carriers request by throttling; and
// the outcome of a throttled message. Which answers throttle is up to statuses.ts and the profiles of
// http/; health.ts closes a link that does nothing else for long.
import type { classifySubmitStatus } from '@godwit/smpp/codec/status';

const SLOWEST_MS = 5_000;
const FIRST_SLOWDOWN_MS = 100;

/**
 * The outcome of a throttled message: it goes back to the queue, no attempt is spent (`releaseRows`), and it
 * is sent again after `afterMs`: the pause of the link, or a longer one that the carrier asks for. Dispatch
 * sends it at once instead if another link can take all of it.
 */
export const throttledOutcome = (afterMs: number, carrierError: string) =>
  ({ kind: 'retry', afterMs, carrierError, isThrottle: true }) as const;

export type TokenBucket = ReturnType<typeof openTokenBucket>;

/** A burst is at most 100 ms of messages, so the rate holds over any second. */
const burstOf = (perSecond: number) => (perSecond === 0 ? 0 : Math.max(1, perSecond / 10));

/**
 * Milliseconds of messages that may be leased ahead. Picking and leasing takes longer than a token takes to
 * come, and tokens beyond the burst are lost.
 */
const AHEAD_MS = 200;

const nextSlowdown = (ms: number) => Math.min(SLOWEST_MS, Math.max(FIRST_SLOWDOWN_MS, ms * 2));

/**
 * Keeps a link to `initialPerSecond` messages per second. Each throttle doubles the pause; each message taken
 * halves it.
 */
export function openTokenBucket(initialPerSecond: number, onCapacity: () => void) {
  let perSecond = initialPerSecond;
  let [tokens, filledAt] = [burstOf(perSecond), performance.now()];
  let [pausedUntil, slowdownMs] = [0, 0];
  const wake = openWake(onCapacity);

  function refill() {
    const now = performance.now();
    tokens = Math.min(burstOf(perSecond), tokens + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
  }

  /** How many messages may be written now. `onCapacity` runs when there is one again. */
  function available() {
    refill();
    if (perSecond === 0) return 0;
    if (tokens < 1) wake.within(Math.ceil(((1 - tokens) / perSecond) * 1000));
    return Math.max(0, Math.floor(tokens));
  }

  return {
    perSecond: () => perSecond,
    /** A lower rate loses savings beyond its burst. A higher rate starts without savings. */
    setRate(next: number) {
      if (next === perSecond) return;
      refill();
      perSecond = next;
      tokens = Math.min(tokens, burstOf(next));
      wake.cancel();
      onCapacity();
    },
    pauseMs: () => slowdownMs,
    isSlowed: () => slowdownMs > 0 || performance.now() < pausedUntil,
    available,
    /** How many messages may be written at once after a pause: at least one, unless the rate is 0. */
    burst: () => burstOf(perSecond),
    /** As `available`, but 0 while the carrier's pause lasts. */
    capacity() {
      const leftMs = pausedUntil - performance.now();
      if (leftMs <= 0) return available();
      wake.within(Math.ceil(leftMs));
      return 0;
    },
    /** How many more messages may wait for a token. */
    ahead: () => (performance.now() < pausedUntil ? 0 : Math.ceil((perSecond * AHEAD_MS) / 1000)),
    /** A request of several messages may take more tokens than there are. The next one waits for them. */
    consume(count = 1) {
      tokens -= count;
    },
    /** `askedMs`: the pause that the carrier asks for. */
    adjust(answer: ReturnType<typeof classifySubmitStatus>, askedMs = 0) {
      if (answer === 'throttled' || answer === 'queueFull') {
        const now = performance.now();
        // Refusals of messages that were in flight when the first one was throttled slow the link once.
        if (now >= pausedUntil) slowdownMs = nextSlowdown(slowdownMs);
        else if (askedMs === 0) return;
        pausedUntil = Math.max(pausedUntil, now + Math.max(slowdownMs, askedMs));
      } else if (answer === 'ok' && slowdownMs > 0) {
        slowdownMs = slowdownMs <= FIRST_SLOWDOWN_MS ? 0 : slowdownMs / 2;
      }
    },
    close: wake.cancel,
  };
}

/** A timer that runs `onWake` at the earliest of the times it was asked for. */
function openWake(onWake: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let atMs = Infinity;
  function cancel() {
    clearTimeout(timer);
    atMs = Infinity;
  }
  return {
    cancel,
    within(ms: number) {
      const wantedMs = performance.now() + ms;
      if (wantedMs >= atMs) return;
      cancel();
      atMs = wantedMs;
      timer = setTimeout(() => {
        atMs = Infinity;
        onWake();
      }, ms);
    },
  };
}
