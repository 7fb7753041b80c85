// The pace of requests beside sending: a part of the link's rate, and less while the carrier answers badly.
import { type Clock, systemClock } from '@godwit/smpp/session/clock';
import type { Logger } from 'pino';
import type { HttpConfig } from '../config.ts';
import { retryAfterMs } from './answer.ts';
import type { Exchanged } from './exchange.ts';

/** The requests of one kind use at most this part of a link's rate. */
const RATE_SHARE = 0.1;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** Opens the pace of one kind of request. `warning` is logged when the carrier begins to answer badly. */
export function openPace(
  { id, throughput }: Pick<HttpConfig, 'id' | 'throughput'>,
  log: Pick<Logger, 'warn'>,
  warning: string,
  clock: Pick<Clock, 'nowMs'> = systemClock,
) {
  const apartMs = 1_000 / (throughput * RATE_SHARE);
  let [nextAtMs, pauseMs] = [0, 0];
  return {
    /** The wait until the next request may be made. */
    waitMs: () => Math.max(0, Math.ceil(nextAtMs - clock.nowMs())),
    /** A request is made now. */
    asks() {
      nextAtMs = clock.nowMs() + apartMs;
    },
    /**
     * `fault`: why the carrier is asked less for a while; null if it answers well. Each fault in a row
     * doubles the pause, and the carrier may ask for a longer one.
     */
    answered(answer: Exchanged, fault: string | null) {
      if (fault === null) {
        pauseMs = 0;
        return;
      }
      if (pauseMs === 0) log.warn({ link: id, why: fault }, warning);
      pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2));
      const askedMs = answer.kind === 'answered' ? retryAfterMs(answer.headers['retry-after']) : null;
      nextAtMs = Math.max(nextAtMs, clock.nowMs() + Math.max(pauseMs, askedMs ?? 0));
    },
  };
}
