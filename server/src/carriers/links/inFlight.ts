// Messages that a link is sending: their last check, and the wait for their end.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outgoing } from '../link.ts';
import { type LinkConfig, telcoOf } from './config.ts';
import type { LinkHooks } from './hooks.ts';

/** Tracks the messages that a link is sending. */
export function openInFlight() {
  const begun = new Set<Promise<unknown>>();
  return {
    track<Result>(sending: Promise<Result>): Promise<Result> {
      const tracked = sending.finally(() => begun.delete(tracked));
      begun.add(tracked);
      return tracked;
    },
    /** Resolves when nothing is in flight, or after `withinMs` milliseconds. */
    async drained(withinMs: number): Promise<void> {
      const over = new AbortController();
      const waited = sleep(withinMs, undefined, { signal: over.signal }).catch(() => {});
      await Promise.race([Promise.allSettled(begun), waited]);
      over.abort();
    },
  };
}

/** Returns false if the check fails: a message that cannot be checked is not sent now. */
export async function mayStillSend(
  message: Outgoing,
  config: LinkConfig,
  { log, mayStillSend: check }: LinkHooks,
): Promise<boolean> {
  try {
    return await check(message, telcoOf(config));
  } catch (error) {
    log.error({ err: error, message: message.id }, 'could not check again whether a message may be sent');
    return false;
  }
}
