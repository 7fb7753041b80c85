// How a message ends by what receipts said of its parts.
import type { PoolClient } from 'pg';
import { moveAll } from '../messages/moves.ts';
import type { Outcome, Ref } from './receiptQueries.ts';

export type Ended = { teamId: string; id: string; outcome: Outcome; carrierError: string | null };

/** How the messages of these refs end, all refs of each given: failed with any part, delivered with the last one; the others are not in it. */
export function endedBy(refs: readonly Ref[]): Ended[] {
  return [...Map.groupBy(refs, ({ messageId }) => messageId).values()].flatMap((ofMessage): Ended[] => {
    const { teamId, messageId: id } = ofMessage[0]!;
    const failed = ofMessage.find(({ outcome }) => outcome === 'undelivered');
    if (failed) return [{ teamId, id, outcome: 'undelivered', carrierError: failed.error }];
    // A part that was sent twice has two refs, and another link may have cut the message in other parts.
    const cuts = [...Map.groupBy(ofMessage, ({ parts }) => parts)];
    const isWhole = cuts.some(([parts, refs]) => partsDelivered(refs).size === parts);
    return isWhole ? [{ teamId, id, outcome: 'delivered', carrierError: null }] : [];
  });
}

const partsDelivered = (refs: readonly Ref[]) =>
  new Set(refs.filter(({ outcome }) => outcome === 'delivered').map(({ part }) => part));

/**
 * Ends messages, last of all in a transaction (see `moveAll`); `unheard` are those of which no receipt came in time. Those that have ended
 * stay as they are.
 */
export async function endMessages(
  client: PoolClient,
  ended: readonly Ended[],
  unheard: readonly { teamId: string; id: string }[] = [],
): Promise<void> {
  const undelivered = ended.filter(({ outcome }) => outcome === 'undelivered');
  await moveAll(client, {
    delivered: ended.filter(({ outcome }) => outcome === 'delivered'),
    failed: [
      ...undelivered.map((one) => ({ ...one, code: 'UNDELIVERED' as const })),
      ...unheard.map((one) => ({ ...one, code: 'NO_RECEIPT' as const })),
    ],
  });
}
