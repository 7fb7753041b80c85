// Reroutes queued messages after a change of routes. A message moves if no link serves its group, or if a
// closer route exists. This also covers messages accepted by a process that does not know the new routes yet.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../db/transaction.ts';
import { FIRST_ID } from '../../ids.ts';
import { type Round, startLoop } from '../../jobs/loop.ts';
import { type LinkGroups, readGroupName } from '../links/config.ts';
import { selectServedGroups } from '../links/queries.ts';
import { pickOfGroups, rerouteRows, selectWaitingGroups } from './queueQueries.ts';

const PAGE = 1_000;
/** A group with rows that no route fits is not scanned again for this long. */
const AGAIN_AFTER_MS = 60_000;

type Parts = { pool: Pool; log: Logger; linkGroups: LinkGroups; everyMs: number };

/** Reroutes at once, since routes may be new, and then at intervals for messages that others queued. */
export function startRerouting(parts: Parts): { stop(): Promise<void> } {
  const { pool, log, linkGroups, everyMs } = parts;
  /** Groups with rows that no route fits, and when that was seen. */
  const left = new Map<string, number>();
  let isFirst = true;
  let stranded = '';

  async function reroute({ signal }: Round): Promise<undefined> {
    const [waiting, served] = await Promise.all([selectWaitingGroups(pool), selectServedGroups(pool)]);
    const isServed = (name: string) => linkGroups.groups.has(name) || served.includes(name);
    const justLeft = (name: string) =>
      performance.now() - (left.get(name) ?? -AGAIN_AFTER_MS) < AGAIN_AFTER_MS;
    const wrong = waiting.filter(
      (name) => (isFirst || !isServed(name)) && mayReroute(name, linkGroups) && !justLeft(name),
    );
    const stayed = wrong.length > 0 ? await move(parts, wrong, signal) : new Set();
    for (const name of wrong) {
      if (stayed.has(name)) left.set(name, performance.now());
      else left.delete(name);
    }
    isFirst = false;
    warn(waiting.filter((name) => !isServed(name) && (left.has(name) || !mayReroute(name, linkGroups))));
  }

  /** Logs once which groups need an operator. */
  function warn(groups: string[]) {
    if (stranded === groups.join()) return;
    stranded = groups.join();
    if (groups.length > 0)
      log.warn({ groups }, 'messages wait that no link has a route for; they go once CARRIERS_FILE has one');
  }

  return startLoop({ name: 'moving messages to new routes', log, everyMs, round: reroute });
}

/** Scans the queue once. Returns the groups in which some rows stay. */
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
      await rerouteRows(client, moved);
      return last;
    });
  }
  return stayed;
}

/**
 * Whether some number of a group now belongs to another: a shorter prefix replaced the group's, or a longer
 * one was added.
 */
function mayReroute(name: string, { groups }: LinkGroups): boolean {
  const { mode, prefix } = readGroupName(name);
  return [...groups.keys()].map(readGroupName).some((other) => {
    if (other.mode !== mode || other.prefix === prefix) return false;
    return other.prefix.startsWith(prefix) || (!groups.has(name) && prefix.startsWith(other.prefix));
  });
}
