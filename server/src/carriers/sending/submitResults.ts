// Stores submit results: moves the message, keeps its carrier ids and removes it from the queue.
import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Transitions } from '../../messages/state/transitions.ts';
import type { SendEvents, SendOutcome, Taken } from '../link.ts';
import { readGroupName } from '../links/groups.ts';
import { type CarrierRef, insertRefs, type NewRef, type PartEnd } from '../refs/queries.ts';
import { type Attempt, insertAttempts } from '../trace/queries.ts';
import { boundOwnCodes } from './ownCodes.ts';
import { progressOf, unsentFailures } from './partProgress.ts';
import { type LockedAttempts, lockAttempts } from './partQueries.ts';
import { type ClaimedMessage, deleteRows, doubtRows, releaseRows } from './queueQueries.ts';

/** The result of a submit; `partial`: some parts are taken and nothing is known yet of the others. */
type Outcome = SendOutcome | (Taken & { kind: 'partial' });

type Sent = Pick<ClaimedMessage, 'id' | 'teamId' | 'senderSent' | 'recipient' | 'linkGroup' | 'attempts'>;

/** `isLate`: the answer came after the message was stored as in doubt. */
export type SendResult = { message: Sent; linkId: string; outcome: Outcome; isLate: boolean };

type SendResultOf<Kind extends Outcome['kind']> = SendResult & {
  outcome: Extract<SendOutcome, { kind: Kind }>;
};

/** Follows each submit until `store` has stored its result. */
export function openSubmitResults(store: (result: SendResult) => Promise<void>, log: Logger) {
  const inFlight = new Set<Promise<void>>();

  return {
    /**
     * Sends a message over a link and stores each result: every part taken, the whole message, and each late
     * result.
     */
    follow(message: ClaimedMessage, linkId: string, send: (events: SendEvents) => Promise<SendOutcome>) {
      /** Stores an outcome after the earlier ones of the same message, because each builds on them. */
      function note(before: Promise<void>, outcome: Outcome | Promise<SendOutcome>, isLate: boolean) {
        const storing = before
          .then(async () => await store({ message, linkId, outcome: await outcome, isLate }))
          .catch((error) => {
            // Recovery settles the message after its lease or doubt has ended, because it may have been
            // written.
            log.error({ err: error, message: message.id }, 'could not store the result of a submit');
          })
          .finally(() => inFlight.delete(storing));
        inFlight.add(storing);
        return storing;
      }
      const atOnce = Promise.resolve();
      const sent = send({
        onTaken: (some) => void note(atOnce, { ...some, kind: 'partial' }, false),
        onLate(late) {
          stored = note(stored, late, true);
        },
      });
      let stored = note(atOnce, sent, false);
    },
    /** Resolves when every submit has been answered or given up, and its result stored. */
    async drained() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}

/** The only part of a message that a carrier took at its first attempt. The message has no other ref. */
export type JustTaken = CarrierRef & { recipient: string };

/** The part just taken of a message of one part, at its first attempt. */
export function justTaken(result: SendResult): JustTaken[] {
  const { message, outcome, isLate } = result;
  if (outcome.kind !== 'sent' || outcome.parts > 1 || message.attempts > 0 || isLate) return [];
  return refsOf(result);
}

/**
 * Stores submit results in the caller's transaction, and in `ends` the receipts of parts just taken. Returns
 * the state transitions.
 * A part that a carrier took is always kept. Any other result counts only if the message is still at that
 * attempt: it is ignored if the message was sent again or has ended.
 */
export async function storeSubmitResults(
  client: PoolClient,
  given: readonly SendResult[],
  ends: ReadonlyMap<JustTaken, PartEnd>,
  doubtMs: number,
): Promise<Transitions> {
  if (given.length === 0) return {};
  const isAllSent = given.every(({ outcome }) => outcome.kind === 'sent');
  // One statement takes its locks in order by itself.
  if (isAllSent) await deleteRows(client, messagesOf(given));
  const attempts = await lockAttempts(client, isAllSent ? [] : messagesOf(given));
  const results = given.map((result) => bounded(result, attempts));
  const others = results.filter(({ outcome }) => outcome.kind !== 'sent');
  await insertRefs(client, withEnds(results.flatMap(refsOf), ends));
  // An attempt may fail although late answers to an earlier attempt complete the message.
  const { whole } = await progressOf(client, messagesOf(others));
  const isSent = ({ message, outcome }: SendResult) => outcome.kind === 'sent' || whole.has(message.id);
  const sent = results.filter(isSent);
  const present = results.filter(
    (result) => !isSent(result) && attempts.get(result.message.id)?.attempts === result.message.attempts + 1,
  );
  const rejected = ofKind(present, 'rejected');
  const retried = ofKind(present, 'retry');
  const doubtful = ofKind(present, 'inDoubt').filter(({ isLate }) => !isLate);

  if (others.length > 0) await deleteRows(client, messagesOf([...sent, ...rejected]));
  await releaseRows(
    client,
    retried.map(({ message: { id }, outcome: { afterMs, isOwnCode = false } }) => {
      return { id, afterMs, written: false, ownCode: isOwnCode };
    }),
  );
  await doubtRows(client, messagesOf(doubtful), doubtMs);
  await insertAttempts(client, results.flatMap(attemptsOf));
  const failures = rejected.map(({ message, outcome: { carrierError } }) => {
    return { ...message, code: 'REJECTED' as const, carrierError };
  });
  return {
    sent: messagesOf(sent),
    queued: messagesOf(retried),
    in_doubt: messagesOf(doubtful),
    failed: await unsentFailures(client, failures),
  };
}

/** A result that ends its message if the attempt was one too many with a code of the carrier's own. */
function bounded(result: SendResult, attempts: ReadonlyMap<string, LockedAttempts>): SendResult {
  const { message, outcome } = result;
  const queued = attempts.get(message.id);
  if (outcome.kind !== 'retry' || !outcome.isOwnCode || queued?.attempts !== message.attempts + 1)
    return result;
  return { ...result, outcome: boundOwnCodes(outcome, queued) };
}

const messagesOf = (results: readonly SendResult[]) => results.map(({ message }) => message);

function ofKind<Kind extends Outcome['kind']>(
  results: readonly SendResult[],
  kind: Kind,
): SendResultOf<Kind>[] {
  return results.filter((result): result is SendResultOf<Kind> => result.outcome.kind === kind);
}

function attemptsOf({ message, linkId, outcome, isLate }: SendResult): Attempt[] {
  const attempt = { messageId: message.id, linkId, rule: ruleOf(message) };
  switch (outcome.kind) {
    case 'sent':
    case 'partial':
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

const ruleOf = ({ linkGroup }: Pick<ClaimedMessage, 'linkGroup'>) => readGroupName(linkGroup).rule;

/** Adds the outcomes of parts to their refs, if a receipt gives them. */
function withEnds(refs: NewRef[], ends: ReadonlyMap<JustTaken, PartEnd>): NewRef[] {
  const endOf = new Map([...ends].map(([{ messageId }, end]) => [messageId, end]));
  return refs.map((ref) => {
    const ended = endOf.get(ref.messageId);
    return ended ? { ...ref, ended } : ref;
  });
}

/** The refs of the parts that a submit result names as taken. */
export function refsOf({
  message,
  linkId,
  outcome: { taken, parts },
}: SendResult): (NewRef & { writtenId?: string })[] {
  const { id: messageId, teamId, senderSent: sender, recipient } = message;
  const rule = ruleOf(message);
  return taken.map((one) => ({ ...one, linkId, teamId, messageId, parts, sender, recipient, rule }));
}
