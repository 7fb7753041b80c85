// The pace of requests beside sending: a part of the link's rate, and less while the carrier answers badly.
import type { Logger } from 'pino';
import type { HttpConfig } from '../config.ts';
import { retryAfterMs } from './answer.ts';
import type { Exchanged } from './exchange.ts';

/** The requests of one kind use at most this part of a link's rate. */
const RATE_SHARE = 0.1;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** Opens the pace of one kind of request. `warning` is logged when the carrier begins to answer badly. */
export function openPace({ id, throughput }: HttpConfig, log: Logger, warning: string) {
  const apartMs = 1_000 / (throughput * RATE_SHARE);
  let [nextAt, pauseMs] = [0, 0];
  return {
    waitMs: () => Math.max(0, Math.ceil(nextAt - performance.now())),
    asks() {
      nextAt = performance.now() + apartMs;
    },
    /** `fault`: why the carrier is asked less for a while; null if it answers well. */
    answered(answer: Exchanged, fault: string | null) {
      if (fault === null) {
        pauseMs = 0;
        return;
      }
      if (pauseMs === 0) log.warn({ link: id, why: fault }, warning);
      pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * 2));
      const asked = answer.kind === 'answered' ? retryAfterMs(answer.headers['retry-after']) : null;
      nextAt = Math.max(nextAt, performance.now() + Math.max(pauseMs, asked ?? 0));
    },
  };
}
