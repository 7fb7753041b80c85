// What has just been committed and may be on an open page: notified here by the code that did it, passed on to every process by
// signals. Hints only: a page that misses one finds everything when it loads again.
import type { Mode, PublicStatus } from '@godwit/contract/statuses';
import type { Signals } from '../db/signals.ts';

/** A message that is new or has another status. */
export type MessageChange = { id: string; projectId: string; mode: Mode; status: PublicStatus };

/** The topic of the messages of a project and mode; a signal's detail is read by `readDetail`. */
export const messagesTopic = (projectId: string, mode: Mode) => `messages:${projectId}:${mode}`;
/** The topic of the campaigns of a project and mode; a signal's detail names them. */
export const campaignsTopic = (projectId: string, mode: Mode) => `campaigns:${projectId}:${mode}`;
/** The topic of a team's balance. */
export const balanceTopic = (teamId: string) => `balance:${teamId}`;
/** The topic of what staff decide about a team. */
export const decisionTopic = (teamId: string) => `decision:${teamId}`;

// A topic is signalled at once, and then no more often than this.
const EVERY_MS = 200;
// More than these are sent as "many": no page shows each of them.
const MAX_NAMED = 20;
const MANY = '*';

/** A campaign that is new or has moved on. */
export type CampaignChange = { campaignId: string | null; projectId: string; mode: Mode };

type Listener = (topic: string, changes: ReadonlyMap<string, PublicStatus | ''>) => void;
const listeners = new Set<Listener>();

/** Notifies pages of messages that have changed; call it after their commit. */
export function notifyMessages(changes: readonly MessageChange[]): void {
  if (listeners.size === 0) return;
  const byTopic = Map.groupBy(changes, ({ projectId, mode }) => messagesTopic(projectId, mode));
  for (const [topic, some] of byTopic) notify(topic, new Map(some.map(({ id, status }) => [id, status])));
}

/** The same for campaigns that have changed, or whose messages have. */
export function notifyCampaigns(changes: readonly CampaignChange[]): void {
  if (listeners.size === 0) return;
  const some = changes.filter(({ campaignId }) => campaignId !== null);
  const byTopic = Map.groupBy(some, ({ projectId, mode }) => campaignsTopic(projectId, mode));
  for (const [topic, ofTopic] of byTopic) notify(topic, new Map(ofTopic.map((one) => [one.campaignId!, ''])));
}

/** The same for balances. */
export function notifyBalances(teamIds: Iterable<string>): void {
  for (const teamId of new Set(teamIds)) notify(balanceTopic(teamId), new Map());
}

function notify(...changed: Parameters<Listener>) {
  for (const listener of listeners) listener(...changed);
}

/** Reads a signal's detail: statuses by message id, or null where many messages changed. */
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
    // Beyond "many" no more need be remembered.
    if (merged.size <= MAX_NAMED) for (const [id, status] of changes) merged.set(id, status);
    pausing.set(topic, merged);
  });
}
