// Detects a wrong `message_id` setting, a cause of receipts that match no message. Tests whether another id
// base would match, and shows the result to operators.
import { answeredMessageId, type MessageIdBase } from '@godwit/smpp/codec/receipt';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Services } from '../../services.ts';
import type { LinkConfig } from '../links/config.ts';
import { isSameNumber } from '../links/sameNumber.ts';
import {
  deleteOutdatedHints,
  type ReceiptHint,
  selectHints,
  selectSetAside,
  upsertHint,
} from './inboxQueries.ts';
import type { Final } from './match.ts';
import { refsById } from './queries.ts';
import { selectDropped } from './unmatchedQueries.ts';

/**
 * The setting under which a link's unmatched receipts would match: another id base, or the numbers as sent.
 */
export type Hint = ReceiptHint & { wouldMatch: MessageIdBase | typeof NUMBER };
const NUMBER = 'number';

// An id may match in two bases. On a tie the earlier base wins.
const BASES = ['text', 'hex', 'dec'] as const;
// At the fourth attempt, about a second after a receipt's arrival, the result of its submit is nearly always
// stored.
const LOOKED_INTO_AT = 3;
const SAMPLE = 20;
const STORE_EVERY_MS = 5_000;
const LOG_EVERY_MS = 3_600_000;

/** The sentence that operators read. */
function hintText(linkId: string, wouldMatch: string): string {
  if (wouldMatch === NUMBER)
    return `receipts of link ${linkId} name other numbers than their messages went to, so they end none; ask the carrier for receipts from the recipient's number`;
  return `receipts of link ${linkId} match no message; they would with message_id: ${wouldMatch}`;
}

/** Checks whether unmatched receipts would match in another id base; a few per link at a time. */
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
    return finals.slice(0, SAMPLE).flatMap(({ writtenId, carrierId, recipient }) => [
      ...others.map((wouldMatch) => {
        return {
          linkId,
          set,
          wouldMatch,
          carrierId: answeredMessageId(writtenId, set, wouldMatch),
          recipient,
        };
      }),
      { linkId, set, wouldMatch: NUMBER, carrierId, recipient } as const,
    ]);
  });
  const refs = await refsById(client, tried);
  const matching = tried.filter(({ linkId, carrierId, recipient, wouldMatch }) =>
    refs.some(
      (ref) =>
        ref.linkId === linkId &&
        ref.carrierId === carrierId &&
        // A carrier may reuse an id whose receipt has come, so only a ref without an outcome shows a wrong
        // number.
        (wouldMatch === NUMBER
          ? ref.outcome === null && !isSameNumber(ref.recipient, recipient)
          : isSameNumber(ref.recipient, recipient)),
    ),
  );
  return [...Map.groupBy(matching, ({ linkId }) => linkId)].map(([linkId, ofLink]) => {
    const reasons = [...BASES, NUMBER] as const;
    const counts = reasons.map((reason) => ofLink.filter(({ wouldMatch }) => wouldMatch === reason).length);
    const receipts = Math.max(...counts);
    return { linkId, set: ofLink[0]!.set, wouldMatch: reasons[counts.indexOf(receipts)]!, receipts };
  });
}

/** Stores hints for staff and `doctor`, and logs them once per hour and link. */
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

/** One sentence per problem with receipts: hints, and receipts that were set aside or dropped. */
export async function receiptProblems({ kysely }: Pick<Services, 'kysely'>): Promise<string[]> {
  const [hints, setAside, dropped] = await Promise.all([
    selectHints(kysely),
    selectSetAside(kysely),
    selectDropped(kysely),
  ]);
  return [
    ...hints.map(({ link_id, would_match }) => hintText(link_id, would_match)),
    ...setAside.map(
      ({ link_id, count, reason }) =>
        `${count} receipts or incoming messages of link ${link_id} are set aside: ${reason}`,
    ),
    ...dropped.map(
      ({ link_id, receipts, since }) =>
        `${receipts} receipts of link ${link_id} were dropped since ${since.toISOString()}, because too many match no message; ask the carrier whose they are`,
    ),
  ];
}
