// What carriers answered: the message moves, its carrier ids are kept and its place in the queue goes.
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Transitions } from '../messages/transitions.ts';
import type { Final, JustTaken } from './match.ts';
import type { SendEvents, SendOutcome, Taken } from './parts.ts';
import { progressOf, unsentFailures } from './progress.ts';
import { lockAttempts } from './progressQueries.ts';
import { deleteRows, doubtRows, releaseRows, type Work } from './queries.ts';
import { insertRefs, type NewRef } from './receiptQueries.ts';
import { type Attempt, insertAttempts } from './traceQueries.ts';

/** What an answer says of its message; `underWay`: some parts are taken, and of others nothing is known yet. */
type Outcome = SendOutcome | (Taken & { kind: 'underWay' });

/** `isLate`: the answer came after the message was stored as in doubt. */
export type Answer = { work: Work; linkId: string; outcome: Outcome; isLate: boolean };

type AnswerOf<Kind extends Outcome['kind']> = Answer & { outcome: Extract<SendOutcome, { kind: Kind }> };

/** Follows what is sent until `store` has stored what became of it. */
export function openAnswers(store: (answer: Answer) => Promise<void>, log: Logger) {
  const underWay = new Set<Promise<void>>();

  return {
    /** Has a message sent over a link and stores what becomes of it: each part taken, the whole, and whenever an answer comes late. */
    follow(work: Work, linkId: string, send: (events: SendEvents) => Promise<SendOutcome>) {
      /** Stores an outcome once those before it are: each counts on top of them. */
      function note(before: Promise<void>, outcome: Outcome | Promise<SendOutcome>, isLate: boolean) {
        const storing = before
          .then(async () => await store({ work, linkId, outcome: await outcome, isLate }))
          .catch((error) => {
            // The lease or the doubt runs out and recovery takes the message up: it may have been written.
            log.error({ err: error, message: work.id }, 'could not store what became of a message');
          })
          .finally(() => underWay.delete(storing));
        underWay.add(storing);
        return storing;
      }
      const atOnce = Promise.resolve();
      const sent = send({
        onTaken: (some) => void note(atOnce, { ...some, kind: 'underWay' }, false),
        onLate(late) {
          stored = note(stored, late, true);
        },
      });
      let stored = note(atOnce, sent, false);
    },
    /** Resolves when all that was sent is answered, or given up, and stored. */
    async drained() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** What a carrier has just taken of a message of one part, at its first attempt. */
export function justTaken(answer: Answer): JustTaken[] {
  const { work, outcome, isLate } = answer;
  if (outcome.kind !== 'sent' || outcome.parts > 1 || work.attempts > 0 || isLate) return [];
  return refsOf(answer);
}

/**
 * Stores answers in the caller's transaction, with those receipts that are about what was just taken, and returns how their messages move. What a carrier took is kept whatever has happened to the
 * message since. Everything else counts only while the message is at the attempt that was answered: one that was sent again since, or has
 * ended, is left alone.
 */
export async function noteAnswers(
  client: PoolClient,
  answers: readonly Answer[],
  receipts: ReadonlyMap<JustTaken, Final>,
  doubtMs: number,
): Promise<Transitions> {
  if (answers.length === 0) return {};
  const others = answers.filter(({ outcome }) => outcome.kind !== 'sent');
  // One statement locks in order by itself.
  if (others.length === 0) await deleteRows(client, worksOf(answers));
  const attempts = await lockAttempts(client, others.length === 0 ? [] : worksOf(answers));
  await insertRefs(client, withReceipts(answers.flatMap(refsOf), receipts));
  // An attempt may come to nothing, and its message be whole all the same by the late answers to an earlier one.
  const { whole } = await progressOf(client, worksOf(others));
  const isSent = ({ work, outcome }: Answer) => outcome.kind === 'sent' || whole.has(work.id);
  const sent = answers.filter(isSent);
  const present = answers.filter(
    (answer) => !isSent(answer) && attempts.get(answer.work.id) === answer.work.attempts + 1,
  );
  const rejected = ofKind(present, 'rejected');
  const retried = ofKind(present, 'retry');
  const doubtful = ofKind(present, 'inDoubt').filter(({ isLate }) => !isLate);

  if (others.length > 0) await deleteRows(client, worksOf([...sent, ...rejected]));
  await releaseRows(
    client,
    retried.map(({ work: { id }, outcome: { afterMs } }) => ({ id, afterMs, written: false })),
  );
  await doubtRows(client, worksOf(doubtful), doubtMs);
  await insertAttempts(client, answers.flatMap(attemptsOf));
  const failures = rejected.map(({ work, outcome: { carrierError } }) => {
    return { ...work, code: 'REJECTED' as const, carrierError };
  });
  return {
    sent: worksOf(sent),
    queued: worksOf(retried),
    in_doubt: worksOf(doubtful),
    failed: await unsentFailures(client, failures),
  };
}

const worksOf = (answers: readonly Answer[]) => answers.map(({ work }) => work);

function ofKind<Kind extends Outcome['kind']>(answers: readonly Answer[], kind: Kind): AnswerOf<Kind>[] {
  return answers.filter((answer): answer is AnswerOf<Kind> => answer.outcome.kind === kind);
}

function attemptsOf({ work, linkId, outcome, isLate }: Answer): Attempt[] {
  const attempt = { messageId: work.id, linkId };
  switch (outcome.kind) {
    case 'sent':
    case 'underWay':
      return [];
    case 'inDoubt':
      return isLate ? [] : [{ ...attempt, outcome: 'UNANSWERED', detail: null }];
    case 'rejected':
      return [{ ...attempt, outcome: 'REFUSED', detail: outcome.carrierError }];
    case 'retry': {
      const { carrierError: detail } = outcome;
      return [{ ...attempt, outcome: detail === null ? 'NOT_WRITTEN' : 'PUT_OFF', detail }];
    }
  }
}

/** These refs with how their parts ended, where a receipt says so. */
function withReceipts(refs: NewRef[], receipts: ReadonlyMap<JustTaken, Final>): NewRef[] {
  const ends = new Map([...receipts].map(([{ messageId }, final]) => [messageId, final]));
  return refs.map((ref) => {
    const final = ends.get(ref.messageId);
    if (!final) return ref;
    const { outcome, error, row } = final;
    return { ...ref, ended: { outcome, error, receipt: row.pdu } };
  });
}

function refsOf({ work, linkId, outcome: { taken, parts } }: Answer): NewRef[] {
  const { id: messageId, teamId, sender, recipient } = work;
  return taken.map((one) => ({ ...one, linkId, teamId, messageId, parts, sender, recipient }));
}
