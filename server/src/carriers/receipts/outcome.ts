// Derives the outcome of a message from the receipts of its parts.
import type { ClientBase } from 'pg';
import { afterCommit } from '../../db/transaction.ts';
import { applyTransitions, type Transitions } from '../../messages/state/transitions.ts';
import type { LinkCounters } from '../counts/counters.ts';
import type { Outcome, Ref } from '../refs/queries.ts';

/**
 * A message that receipts end. `linkId`: the link whose receipt decides. `afterMs`: milliseconds since the
 * carrier's answer; null if there was none.
 */
export type Ended = {
  teamId: string;
  id: string;
  outcome: Outcome;
  carrierError: string | null;
  linkId: string;
  afterMs: number | null;
};

/**
 * The outcomes of the messages of these refs. `refs` holds all refs of each message; messages still open are
 * left out.
 * A part sent twice has two refs, and another link may have split the message differently. A message is
 * delivered when every part of one split is delivered, and fails when no split can be.
 */
export function endedBy(refs: readonly Ref[]): Ended[] {
  return [...Map.groupBy(refs, ({ messageId }) => messageId).values()].flatMap((ofMessage): Ended[] => {
    const { teamId, messageId: id } = ofMessage[0]!;
    const splits = [...Map.groupBy(ofMessage, ({ parts }) => parts).values()].map(outcomeOfSplit);
    const delivered = splits.find(({ isDelivered }) => isDelivered)?.first;
    if (delivered) return [{ teamId, id, outcome: 'delivered', carrierError: null, ...byLinkOf(delivered) }];
    const failed = splits.find(({ failure }) => failure)?.failure;
    if (!failed || splits.some(({ canBeDelivered }) => canBeDelivered)) return [];
    return [{ teamId, id, outcome: 'undelivered', carrierError: failed.error, ...byLinkOf(failed) }];
  });
}

const byLinkOf = ({ linkId, ageMs }: Ref) => ({ linkId, afterMs: ageMs ?? null });

/**
 * `first`: a copy that was delivered, or any. `failure`: a copy of a part whose copies all failed.
 * `canBeDelivered`: each part has a copy that did not fail, so only receipts are missing.
 */
function outcomeOfSplit(refs: readonly Ref[]): {
  isDelivered: boolean;
  canBeDelivered: boolean;
  first: Ref;
  failure?: Ref;
} {
  const { parts } = refs[0]!;
  const copies = [...Map.groupBy(refs, ({ part }) => part).values()];
  const withAny = (is: (ref: Ref) => boolean) => copies.filter((ofPart) => ofPart.some(is)).length;
  const failure = copies.find((ofPart) => ofPart.every(({ outcome }) => outcome === 'undelivered'))?.[0];
  return {
    isDelivered: withAny(({ outcome }) => outcome === 'delivered') === parts,
    canBeDelivered: withAny(({ outcome }) => outcome !== 'undelivered') === parts,
    first: refs.find(({ outcome }) => outcome === 'delivered') ?? refs[0]!,
    ...(failure && { failure }),
  };
}

/**
 * The state transitions of messages that end. `withoutReceipt`: no receipt came in time. Final messages do
 * not change.
 */
export function endsOf(
  ended: readonly Ended[],
  withoutReceipt: readonly { teamId: string; id: string }[] = [],
): Transitions {
  const undelivered = ended.filter(({ outcome }) => outcome === 'undelivered');
  return {
    delivered: ended.filter(({ outcome }) => outcome === 'delivered'),
    failed: [
      ...undelivered.map((one) => ({ ...one, code: 'UNDELIVERED' as const })),
      ...withoutReceipt.map((one) => ({ ...one, code: 'NO_RECEIPT' as const })),
    ],
  };
}

/** Applies transitions, and counts the messages of `ended` that moved once that is committed. */
export async function applyEnds(
  client: ClientBase,
  transitions: Transitions,
  ended: readonly Ended[],
  counters: Pick<LinkCounters, 'ended'>,
): Promise<void> {
  const moved = new Set(await applyTransitions(client, transitions));
  afterCommit(client, () => counters.ended(ended.filter(({ id }) => moved.has(id))));
}
