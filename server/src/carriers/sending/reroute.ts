// Reroutes queued messages after a change of rules or routes. A message moves if no link serves its group, if
// another rule takes it, or if a closer route exists. This also covers messages accepted by a process that
// does not know the change yet.
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../db/transaction.ts';
import { FIRST_ID } from '../../ids.ts';
import { type Round, startLoop } from '../../jobs/loop.ts';
import type { Links } from '../link.ts';
import { groupNow, type LinkGroups, type RoutedLink, readGroupName } from '../links/groups.ts';
import { selectServedGroups } from '../links/queries.ts';
import {
  type ClaimedMessage,
  pickOfGroups,
  postponeRows,
  type QueuedOfGroup,
  rerouteRows,
  selectWaitingGroups,
} from './queueQueries.ts';
import { staysWith } from './routing.ts';

const PAGE = 1_000;
/** A group with rows that no route fits is not scanned again for this long. */
const AGAIN_AFTER_MS = 60_000;
/**
 * The delay of a message that dispatch moves. While two processes know different rules, each may move it
 * back; the delay bounds how often.
 */
const MOVED_FOR_MS = 200;

const NO_ROUTE =
  'no link has a route for these messages, so they wait; add one to CARRIERS_FILE or the network of staff';

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
    if (groups.length > 0) log.warn({ groups }, NO_ROUTE);
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
      for (const row of rows) {
        const now = staysInGroup(row, linkGroups) ? row.linkGroup : groupNow(linkGroups, row.linkGroup, row);
        if (now === row.linkGroup) stayed.add(now);
        else moved.push({ id: row.id, linkGroup: now });
      }
      await rerouteRows(client, moved);
      return last;
    });
  }
  return stayed;
}

/**
 * Moves claimed messages that belong to another group by the present rules: the links of their group may
 * carry other messages than when they were queued. Returns those that stay. A message stays with a link that
 * has parts of it.
 */
export async function moveMisplaced(
  client: PoolClient,
  claimed: ClaimedMessage[],
  by: { linkGroups: LinkGroups; group: { routes: readonly RoutedLink[] }; links: Links },
): Promise<ClaimedMessage[]> {
  const { linkGroups, group, links } = by;
  if (!linkGroups.hasRules) return claimed;
  const stay: ClaimedMessage[] = [];
  const moved: { id: string; linkGroup: string }[] = [];
  for (const message of claimed) {
    const linkGroup = groupNow(linkGroups, message.linkGroup, message);
    if (linkGroup === message.linkGroup || staysWith(message, group.routes, links)) stay.push(message);
    else moved.push({ id: message.id, linkGroup });
  }
  await rerouteRows(client, moved);
  await postponeRows(client, moved, MOVED_FOR_MS);
  return stay;
}

/**
 * Whether dispatch decides about a message. It knows whether a link of the group still has parts of it;
 * another link would send all parts again.
 */
function staysInGroup({ isBegun, linkGroup }: QueuedOfGroup, { hasRules, groups }: LinkGroups): boolean {
  return isBegun && hasRules && groups.has(linkGroup);
}

/**
 * Whether some message of a group may now belong to another: a rule took it or gave it up, a shorter prefix
 * replaced the group's, or a longer one was added.
 */
function mayReroute(name: string, { groups }: LinkGroups): boolean {
  const { mode, prefix } = readGroupName(name);
  return [...groups.keys()].some((other) => {
    const now = readGroupName(other);
    if (now.mode !== mode || other === name) return false;
    if (prefix === null || now.prefix === null) return true;
    return now.prefix.startsWith(prefix) || (!groups.has(name) && prefix.startsWith(now.prefix));
  });
}
