// How fast a link may go: its rate, and the slow-downs that carriers ask for.
import type { classifySubmitStatus } from '@godwit/smpp/status';

const SLOWEST_MS = 5_000;
const FIRST_SLOWDOWN_MS = 100;

/** Keeps a link to its rate, and slows it when the carrier says so: each throttle doubles the pause, each message taken halves it. */
export function openTokenBucket(perSecond: number, onCapacity: () => void) {
  // A tenth of a second of messages at once at the most, so that the rate holds over any second.
  const burst = Math.max(1, perSecond / 10);
  let tokens = burst;
  let filledAt = performance.now();
  let pausedUntil = 0;
  let slowdownMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function wakeIn(ms: number) {
    timer ??= setTimeout(() => {
      timer = undefined;
      onCapacity();
    }, ms);
  }

  return {
    pauseMs: () => slowdownMs,
    capacity() {
      const now = performance.now();
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
      filledAt = now;
      if (now < pausedUntil) wakeIn(Math.ceil(pausedUntil - now));
      else if (tokens < 1) wakeIn(Math.ceil(((1 - tokens) / perSecond) * 1000));
      else return Math.floor(tokens);
      return 0;
    },
    consume() {
      tokens -= 1;
    },
    adjust(answer: ReturnType<typeof classifySubmitStatus>) {
      if (answer === 'throttled' || answer === 'queueFull') {
        const now = performance.now();
        // One slow-down for all the answers of a window: they were on their way when the first one was throttled.
        if (now < pausedUntil) return;
        slowdownMs = Math.min(SLOWEST_MS, Math.max(FIRST_SLOWDOWN_MS, slowdownMs * 2));
        pausedUntil = now + slowdownMs;
      } else if (answer === 'ok' && slowdownMs > 0) {
        slowdownMs = slowdownMs <= FIRST_SLOWDOWN_MS ? 0 : slowdownMs / 2;
      }
    },
    close() {
      clearTimeout(timer);
    },
  };
}
