// Notifies open pages of committed changes. The code that made a change calls it, and signals pass it to
// every process. These are only hints: a page that misses one is up to date after its next load.
import type { Mode, PublicStatus } from '@godwit/contract/messages/statuses';
import type { Signals } from '../db/signals.ts';

/** A message that is new or has another status. */
export type MessageChange = { id: string; projectId: string; mode: Mode; status: PublicStatus };

/** The topic of a project's messages in a mode. `readDetail` parses a signal's detail. */
export const messagesTopic = (projectId: string, mode: Mode) => `messages:${projectId}:${mode}`;
/** The topic of a project's campaigns in a mode. A signal's detail names them. */
export const campaignsTopic = (projectId: string, mode: Mode) => `campaigns:${projectId}:${mode}`;
/** The topic of a team's balance. */
export const balanceTopic = (teamId: string) => `balance:${teamId}`;
/** The topic of staff decisions about a team. */
export const decisionTopic = (teamId: string) => `decision:${teamId}`;

// A topic is signalled at once, and then at most this often.
const EVERY_MS = 200;
// More than these are sent as "many", since no page shows each of them.
const MAX_NAMED = 20;
const MANY = '*';

/** A campaign that is new or has progressed. */
export type CampaignChange = { campaignId: string | null; projectId: string; mode: Mode };

type Listener = (topic: string, changes: ReadonlyMap<string, PublicStatus | ''>) => void;
const listeners = new Set<Listener>();

/** Notifies pages of changed messages. Call it after their commit. */
export function notifyMessages(changes: readonly MessageChange[]): void {
  if (listeners.size === 0) return;
  const byTopic = Map.groupBy(changes, ({ projectId, mode }) => messagesTopic(projectId, mode));
  for (const [topic, some] of byTopic) notify(topic, new Map(some.map(({ id, status }) => [id, status])));
}

/** Notifies pages of campaigns that changed, or whose messages did. */
export function notifyCampaigns(changes: readonly CampaignChange[]): void {
  if (listeners.size === 0) return;
  const some = changes.filter(({ campaignId }) => campaignId !== null);
  const byTopic = Map.groupBy(some, ({ projectId, mode }) => campaignsTopic(projectId, mode));
  for (const [topic, ofTopic] of byTopic) notify(topic, new Map(ofTopic.map((one) => [one.campaignId!, ''])));
}

/** Notifies pages of changed balances. */
export function notifyBalances(teamIds: Iterable<string>): void {
  for (const teamId of new Set(teamIds)) notify(balanceTopic(teamId), new Map());
}

function notify(...changed: Parameters<Listener>) {
  for (const listener of listeners) listener(...changed);
}

/** Parses a signal's detail: statuses by message id, or null if many messages changed. */
export function readDetail(detail: string): Map<string, PublicStatus> | null {
  if (detail === MANY) return null;
  const pairs = detail.split(',').map((pair) => pair.split('=') as [string, PublicStatus]);
  return new Map(pairs);
}

function detailOf(changes: ReadonlyMap<string, PublicStatus | ''>): string {
  if (changes.size > MAX_NAMED) return MANY;
  return [...changes].map((pair) => pair.join('=')).join(',');
}

/** Passes the notifications of this process on to `signals`, coalesced by topic. */
export function passOnChanges(signals: Pick<Signals, 'send'>): void {
  const pausing = new Map<string, Map<string, PublicStatus | ''> | null>();

  function pause(topic: string) {
    pausing.set(topic, null);
    setTimeout(() => {
      const waiting = pausing.get(topic);
      pausing.delete(topic);
      if (waiting) send(topic, waiting);
    }, EVERY_MS).unref();
  }
  function send(topic: string, changes: ReadonlyMap<string, PublicStatus | ''>) {
    signals.send(topic, detailOf(changes));
    pause(topic);
  }
  listeners.add((topic, changes) => {
    const waiting = pausing.get(topic);
    if (waiting === undefined) return send(topic, changes);
    const merged = waiting ?? new Map<string, PublicStatus | ''>();
    // Beyond "many", further changes need not be kept.
    if (merged.size <= MAX_NAMED) for (const [id, status] of changes) merged.set(id, status);
    pausing.set(topic, merged);
  });
}
