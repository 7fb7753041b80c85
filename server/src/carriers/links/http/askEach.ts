// Starts a loop for each HTTP link whose carrier answers one kind of request beside sending, such as one for
// receipts, for the balance, or about a message in doubt.
import type { Loop } from '../../../jobs/loop.ts';
import type { Ask, Health, Links } from '../../link.ts';
import { type HttpConfig, isHttp } from '../config.ts';
import type { Profile } from './profile.ts';

/** A link to ask. `rules`: how its profile describes the requests of this kind. */
export type AskedLink<Rules> = { config: HttpConfig; health: Health; rules: Rules; ask: Ask };

/** How long a process alone makes the requests of one kind. A round takes less: see `ASK_WRITE_MS`. */
export const ASK_LEASE_MS = 60_000;
/**
 * A round writes nothing after this. It is longer than the waits for a token and an answer, 10 s each, and
 * the answer to the last request comes before the lease ends.
 */
export const ASK_WRITE_MS = ASK_LEASE_MS / 2;

/** Starts the loop of each link for which `rulesOf` finds rules. `stop` stops all of them at once. */
export function askEach<Rules>(
  links: Links,
  rulesOf: (profile: Profile) => Rules | undefined,
  start: (asked: AskedLink<Rules>) => Loop,
): Pick<Loop, 'stop'> {
  const loops = [...links.values()].flatMap(({ link: { config, ask }, health }) => {
    if (!isHttp(config) || !ask) return [];
    const rules = rulesOf(config.profile);
    return rules === undefined ? [] : [start({ config, health, rules, ask })];
  });
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
