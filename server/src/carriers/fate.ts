// How a message ends by what receipts said of its parts.
import type { Transitions } from '../messages/transitions.ts';
import type { Outcome, Ref } from './receiptQueries.ts';

export type Ended = { teamId: string; id: string; outcome: Outcome; carrierError: string | null };

/**
 * How the messages of these refs end, with all refs of each message; those that are still open are left out. A part that was sent twice has two
 * refs, and another link may have cut the message in other parts: it is delivered with the last part of a cut, and fails once no cut can
 * be delivered any more.
 */
export function endedBy(refs: readonly Ref[]): Ended[] {
  return [...Map.groupBy(refs, ({ messageId }) => messageId).values()].flatMap((ofMessage): Ended[] => {
    const { teamId, messageId: id } = ofMessage[0]!;
    const cuts = [...Map.groupBy(ofMessage, ({ parts }) => parts).values()].map(fateOfCut);
    if (cuts.some(({ isDelivered }) => isDelivered))
      return [{ teamId, id, outcome: 'delivered', carrierError: null }];
    const failed = cuts.find(({ failure }) => failure)?.failure;
    if (!failed || cuts.some(({ isHopeful }) => isHopeful)) return [];
    return [{ teamId, id, outcome: 'undelivered', carrierError: failed.error }];
  });
}

/**
 * `failure`: a copy of a part of which every copy failed. `isHopeful`: each part has a copy that did not, so that all that is missing are
 * receipts.
 */
function fateOfCut(refs: readonly Ref[]): { isDelivered: boolean; isHopeful: boolean; failure?: Ref } {
  const { parts } = refs[0]!;
  const copies = [...Map.groupBy(refs, ({ part }) => part).values()];
  const withAny = (is: (ref: Ref) => boolean) => copies.filter((ofPart) => ofPart.some(is)).length;
  const failure = copies.find((ofPart) => ofPart.every(({ outcome }) => outcome === 'undelivered'))?.[0];
  return {
    isDelivered: withAny(({ outcome }) => outcome === 'delivered') === parts,
    isHopeful: withAny(({ outcome }) => outcome !== 'undelivered') === parts,
    ...(failure && { failure }),
  };
}

/** How messages move that end; `withoutReceipt` are those for which no receipt came in time. Those that have ended stay as they are. */
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
