// Why receipts of a link match no message: the base of its ids (`message_id`) may be set wrong. Found out by looking whether they would
// with another one, and shown to those who run the service.
import { answeredMessageId, type MessageIdBase } from '@godwit/smpp/receipt';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Services } from '../services.ts';
import type { LinkConfig } from './config.ts';
import {
  deleteOutdatedHints,
  type ReceiptHint,
  selectHints,
  selectSetAside,
  upsertHint,
} from './inboxQueries.ts';
import { type Final, isSameNumber } from './match.ts';
import { refsById } from './receiptQueries.ts';

/** Some receipts of a link match no message as its base is set, and would with another. */
export type Hint = ReceiptHint & { wouldMatch: MessageIdBase };

// An id with letters may match in two bases; where they are even it is the plainer one.
const BASES = ['text', 'hex', 'dec'] as const;
// By its fourth look, a second after it came, the answer to a receipt's submit is stored in all but the worst of times.
const LOOKED_INTO_AT = 3;
const SAMPLE = 20;
const STORE_EVERY_MS = 5_000;
const LOG_EVERY_MS = 3_600_000;

/** The sentence about it. */
function hintText(linkId: string, wouldMatch: string): string {
  return `receipts of link ${linkId} match no message; they would with message_id: ${wouldMatch}`;
}

/** Looks what unmatched receipts would match if their links' ids were in another base; a few of each link at a time. */
export async function findHints(
  client: PoolClient,
  unmatched: readonly Final[],
  idBases: ReadonlyMap<string, MessageIdBase>,
): Promise<Hint[]> {
  const looked = unmatched.filter(
    ({ row, carrierId }) => row.attempts === LOOKED_INTO_AT && carrierId !== '',
  );
  const tried = [...Map.groupBy(looked, ({ row }) => row.linkId)].flatMap(([linkId, finals]) => {
    const set = idBases.get(linkId);
    if (!set) return [];
    const others = BASES.filter((base) => base !== set);
    return finals.slice(0, SAMPLE).flatMap(({ writtenId, recipient }) =>
      others.map((wouldMatch) => {
        const carrierId = answeredMessageId(writtenId, set, wouldMatch);
        return { linkId, set, wouldMatch, carrierId, recipient };
      }),
    );
  });
  const refs = await refsById(client, tried);
  const matching = tried.filter(({ linkId, carrierId, recipient }) =>
    refs.some(
      (ref) => ref.linkId === linkId && ref.carrierId === carrierId && isSameNumber(ref.recipient, recipient),
    ),
  );
  return [...Map.groupBy(matching, ({ linkId }) => linkId)].map(([linkId, ofLink]) => {
    const counts = BASES.map((base) => ofLink.filter(({ wouldMatch }) => wouldMatch === base).length);
    const receipts = Math.max(...counts);
    return { linkId, set: ofLink[0]!.set, wouldMatch: BASES[counts.indexOf(receipts)]!, receipts };
  });
}

/** Keeps hints for staff and `doctor`, and logs them: once an hour a link. */
export function openHints({ pool, links, log }: { pool: Pool; links: readonly LinkConfig[]; log: Logger }): {
  note(hints: readonly Hint[]): Promise<void>;
} {
  const sums = new Map<string, { hint: Hint; storedMs: number; loggedMs: number }>();
  let outdated = true;
  return {
    async note(hints) {
      if (outdated) await deleteOutdatedHints(pool, links);
      outdated = false;
      for (const hint of hints) {
        const key = `${hint.linkId} ${hint.wouldMatch}`;
        const never = { hint: { ...hint, receipts: 0 }, storedMs: -Infinity, loggedMs: -Infinity };
        const sum = sums.get(key) ?? never;
        sums.set(key, sum);
        sum.hint.receipts += hint.receipts;
        const nowMs = performance.now();
        if (nowMs - sum.loggedMs >= LOG_EVERY_MS) {
          log.warn({ link: hint.linkId }, hintText(hint.linkId, hint.wouldMatch));
          sum.loggedMs = nowMs;
        }
        if (nowMs - sum.storedMs < STORE_EVERY_MS) continue;
        await upsertHint(pool, sum.hint);
        sum.storedMs = nowMs;
        sum.hint.receipts = 0;
      }
    },
  };
}

/** A sentence for each thing that is wrong with receipts: hints, and those that are set aside. */
export async function receiptProblems({ kysely }: Pick<Services, 'kysely'>): Promise<string[]> {
  const [hints, setAside] = await Promise.all([selectHints(kysely), selectSetAside(kysely)]);
  return [
    ...hints.map(({ link_id, would_match }) => hintText(link_id, would_match)),
    ...setAside.map(
      ({ link_id, count, reason }) => `${count} receipts of link ${link_id} are set aside: ${reason}`,
    ),
  ];
}
