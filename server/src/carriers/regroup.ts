// Messages follow the routes: what waits in a group that no link serves any more, or for which there is a closer route now, is moved
// to the group where it would be queued today. A message accepted by a process that does not know new routes yet is not lost.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../db/pool.ts';
import { FIRST_ID } from '../ids.ts';
import { type Round, startLoop } from '../jobs/loop.ts';
import { type LinkGroups, readGroupName } from './config.ts';
import { selectServedGroups } from './linkQueries.ts';
import { pickOfGroups, regroupRows, selectWaitingGroups } from './queries.ts';

const PAGE = 1_000;
/** A group of which some rows have no route is not gone through again sooner. */
const AGAIN_AFTER_MS = 60_000;

type Parts = { pool: Pool; log: Logger; linkGroups: LinkGroups; everyMs: number };

/** Looks at once, with the routes that may be new, and then from time to time for what others queued. */
export function startRegrouping(parts: Parts): { stop(): Promise<void> } {
  const { pool, log, linkGroups, everyMs } = parts;
  /** Groups with rows that had nowhere to go, and when that was seen. */
  const left = new Map<string, number>();
  let isFirst = true;
  let stranded = '';

  async function regroup({ signal }: Round): Promise<undefined> {
    const [waiting, served] = await Promise.all([selectWaitingGroups(pool), selectServedGroups(pool)]);
    const isServed = (name: string) => linkGroups.groups.has(name) || served.includes(name);
    const justLeft = (name: string) =>
      performance.now() - (left.get(name) ?? -AGAIN_AFTER_MS) < AGAIN_AFTER_MS;
    const wrong = waiting.filter(
      (name) => (isFirst || !isServed(name)) && mayRegroup(name, linkGroups) && !justLeft(name),
    );
    const stayed = wrong.length > 0 ? await move(parts, wrong, signal) : new Set();
    for (const name of wrong) {
      if (stayed.has(name)) left.set(name, performance.now());
      else left.delete(name);
    }
    isFirst = false;
    warn(waiting.filter((name) => !isServed(name) && (left.has(name) || !mayRegroup(name, linkGroups))));
  }

  /** Logs once which messages wait for an operator. */
  function warn(groups: string[]) {
    if (stranded === groups.join()) return;
    stranded = groups.join();
    if (groups.length > 0)
      log.warn({ groups }, 'messages wait that no link has a route for; they go once CARRIERS_FILE has one');
  }

  return startLoop({ name: 'moving messages to new routes', log, everyMs, round: regroup });
}

/** Goes through the queue once; returns the groups of which some rows stay where they are. */
async function move(
  { pool, linkGroups }: Parts,
  groups: string[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const stayed = new Set<string>();
  let after: string | null = FIRST_ID;
  while (after !== null && !signal.aborted) {
    const from: string = after;
    after = await transaction(pool, async (client) => {
      const { last, rows } = await pickOfGroups(client, { groups, after: from, limit: PAGE });
      const moved: { id: string; linkGroup: string }[] = [];
      for (const { id, linkGroup, recipient } of rows) {
        const now = linkGroups.find(readGroupName(linkGroup).mode, recipient);
        if (now && now !== linkGroup) moved.push({ id, linkGroup: now });
        else stayed.add(linkGroup);
      }
      await regroupRows(client, moved);
      return last;
    });
  }
  return stayed;
}

/** Whether some number of a group has another group now: any, where a shorter prefix took its place; some, where a longer one came. */
function mayRegroup(name: string, { groups }: LinkGroups): boolean {
  const { mode, prefix } = readGroupName(name);
  return [...groups.keys()].map(readGroupName).some((other) => {
    if (other.mode !== mode || other.prefix === prefix) return false;
    return other.prefix.startsWith(prefix) || (!groups.has(name) && prefix.startsWith(other.prefix));
  });
}
