// The newest answer of each server of a database.
import pg from 'pg';
import { isDatabaseAway } from '../commit/batchCommit.ts';
import type { Target } from './address.ts';
import type { Identity } from './identity.ts';

/** How long a server may take to accept a connection if there are others to try. */
export const REACH_WITHIN_MS = 2_000;

/** Asks a server who it is, within so many milliseconds. */
export type Ask = (target: Target, withinMs: number) => Promise<Identity>;

/** The answer of a server, or why it gave none. */
export type Found = { target: Target } & ({ identity: Identity } | { error: Error });

/** An error of PostgreSQL or of TLS is an answer. */
const isSilent = (one: Found): boolean =>
  'error' in one && !(one.error instanceof pg.DatabaseError) && isDatabaseAway(one.error);

/** Opens the answers of these servers. A slow search may end after a newer one has heard most of them. */
export function openAnswers(targets: readonly Target[], ask: Ask) {
  const newest = new Map<Target, { search: number; found: Found }>();
  let searches = 0;

  async function askOne(target: Target, search: number): Promise<Found> {
    const found = await ask(target, REACH_WITHIN_MS).then(
      (identity): Found => ({ target, identity }),
      (error: Error): Found => ({ target, error }),
    );
    if (search >= (newest.get(target)?.search ?? 0)) newest.set(target, { search, found });
    return found;
  }

  /** In the order of the URL, which decides between equals, and not in that of arrival. */
  const inOrder = (): Found[] => targets.flatMap((target) => newest.get(target)?.found ?? []);

  return {
    /** Asks all servers. */
    askAll(): Promise<Found>[] {
      const search = ++searches;
      return targets.map((target) => askOne(target, search));
    },
    newest: inOrder,
    /** The servers that gave no answer. */
    silent: (): Target[] =>
      inOrder()
        .filter(isSilent)
        .map(({ target }) => target),
  };
}
