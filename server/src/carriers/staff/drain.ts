// Drains a link: pauses it, and waits until each message written over it is answered.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../audit/record.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { selectUnanswered } from '../links/queries.ts';
import { changeLink } from './links.ts';

/** Longer than a lease (30 s) and the wait for a late answer (60 s) together. */
const WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 500;

/** `behind`: processes that have not read the pause. `unanswered`: messages in flight or in doubt. */
export type Drained = { isDrained: boolean; behind: number; unanswered: number };

/**
 * Pauses a link, unless it is paused already, and waits for its messages. It stays paused, also if
 * `withinMs` is too short. Refuses with 1001 if there is no such link.
 */
export async function drainLink(
  services: Pick<Services, 'kysely'>,
  by: Actor,
  asked: { id: string; reason: string },
  { withinMs = WITHIN_MS, everyMs = LOOK_EVERY_MS } = {},
): Promise<Drained | Refusal> {
  const changed = await changeLink(services, by, { ...asked, pause: true });
  if (isRefusal(changed) && changed.refused !== 'conflict') return changed;
  const untilMs = performance.now() + withinMs;
  let { at: since } = await selectUnanswered(services.kysely, asked.id, null);
  // A process may lease a message while it reads the pause. Its second report shows that it no longer does.
  let reported = 0;
  for (;;) {
    const { behind, unanswered, at } = await selectUnanswered(services.kysely, asked.id, since);
    if (behind === 0) {
      if (reported > 0 && unanswered === 0) return { isDrained: true, behind, unanswered };
      reported++;
      since = at;
    }
    if (performance.now() >= untilMs) return { isDrained: false, behind, unanswered };
    await sleep(everyMs);
  }
}
