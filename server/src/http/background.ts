// Work after the answer, for calls whose answer must not reveal, even by its timing, what they found.
import { RefusalError, refuse } from '../refusal.ts';
import type { App } from './types.ts';

/** Few at a time: other database work is more important. */
const MAX_RUNNING = 2;
/** About a minute's work; more is refused rather than kept in memory. */
const MAX_WAITING = 10_000;

/**
 * Returns a function that starts such work and throws a refusal (1014) if too much waits. Closing the app
 * waits for all of it. Failures are logged.
 */
export function backgroundOf(app: App): (what: string, work: () => Promise<void>) => void {
  const running = new Set<Promise<void>>();
  const waiting: (() => Promise<void>)[] = [];

  function startNext(): void {
    if (running.size === MAX_RUNNING) return;
    const ending = waiting
      .shift()?.()
      .finally(() => {
        running.delete(ending!);
        startNext();
      });
    if (ending) running.add(ending);
  }

  app.addHook('onClose', async () => {
    while (running.size > 0) await Promise.all(running);
  });
  return (what, work) => {
    if (waiting.length === MAX_WAITING)
      throw new RefusalError(refuse('unavailable', { retryAfterSeconds: 60 }));
    waiting.push(() =>
      work().catch((error: unknown) => app.log.error({ err: error }, `Failed after the answer: ${what}`)),
    );
    startNext();
  };
}
