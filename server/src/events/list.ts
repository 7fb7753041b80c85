// Reads events of a project and mode from an event on, and waits for one if there is none.
import { toId } from '@godwit/contract/common';
import type { EventList } from '@godwit/contract/publicApi/events';
import type { Pool } from 'pg';
import type { Signals } from '../db/signals.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import { describeEvents } from './describe.ts';
import { eventsTopic } from './position.ts';
import { findPosition, MOST_STREAMS, openStream, type Stream, selectEvents } from './queries.ts';

/** A lost signal delays an event by at most this long. */
const POLL_MS = 2_000;

const NO_EVENT =
  'This project has no event with this id in this mode, or events after it are older than 7 days and were removed. Call again without `after`: the answer begins with the oldest event that is kept.';
/** The refusal while a process of an earlier version runs, which records no events. */
const UPGRADING = refuse('unavailable', {
  description:
    'Events are not recorded, because a process of an earlier version runs. Try again when all processes have one version.',
  retryAfterSeconds: 30,
});

const MANY_STREAMS = refuse('conflict', {
  description: `Other projects of the team read events or have webhook endpoints in this mode: ${MOST_STREAMS}, the maximum, so nothing was done. Projects that have read none for 7 days do not count.`,
});

/** Has the events of a stream recorded, or returns why they cannot be. */
export async function refuseStream(pool: Pool, stream: Stream): Promise<Refusal | null> {
  const { isOpen, isFull } = await openStream(pool, stream);
  if (!isOpen) return UPGRADING;
  return isFull ? MANY_STREAMS : null;
}

type Asked = { limit: number; after?: string | undefined; waitMs: number };

/**
 * Reads up to `limit` events after an event. If there is none, waits for at most `waitMs`, or until `over`
 * aborts. Refusals: notFound if `after` is no event of the stream; unavailable during an upgrade.
 */
export async function listEvents(
  { pool, signals }: { pool: Pool; signals: Pick<Signals, 'on'> },
  stream: Stream,
  { limit, after, waitMs }: Asked,
  over: AbortSignal,
): Promise<EventList | Refusal> {
  const notOpen = await refuseStream(pool, stream);
  if (notOpen) return notOpen;
  const position = await findPosition(pool, stream, after && toId(after));
  if (position === undefined) return refuseField('notFound', 'after', NO_EVENT);

  const endMs = performance.now() + waitMs;
  const news = openNews(signals, eventsTopic(stream.projectId, stream.mode));
  try {
    for (;;) {
      const found = await selectEvents(pool, stream, { after: position, limit });
      const leftMs = endMs - performance.now();
      if (found.length > 0 || leftMs <= 0 || over.aborted) {
        const results = await describeEvents(pool, found);
        return { results, next: results.at(-1)?.id ?? after ?? null };
      }
      await news.next(Math.min(leftMs, POLL_MS), over);
    }
  } finally {
    news.close();
  }
}

/** Listens to a topic from now on, so that no signal between a read and a wait is lost. */
function openNews(signals: Pick<Signals, 'on'>, topic: string) {
  let isNew = false;
  let wake = () => {};
  const off = signals.on(topic, () => {
    isNew = true;
    wake();
  });
  return {
    /** Resolves at the next signal, after `ms`, or when `over` aborts. */
    next(ms: number, over: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(done, ms);
        function done() {
          clearTimeout(timer);
          over.removeEventListener('abort', done);
          isNew = false;
          wake = () => {};
          resolve();
        }
        wake = done;
        over.addEventListener('abort', done);
        if (isNew || over.aborted) done();
      });
    },
    close: off,
  };
}
