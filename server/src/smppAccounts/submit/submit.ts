// Handles submits of bound customers and passes them to accept.
import { createHash } from 'node:crypto';
import { answerTo } from '@godwit/smpp/codec/decode';
import type { ResponsePdu, SubmitMulti, SubmitSm, Unsuccess } from '@godwit/smpp/codec/pdu';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { SubmitReply } from '@godwit/smpp/session/server';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { idsTogether } from '../../ids.ts';
import { openFairScheduler } from '../../jobs/fairScheduler.ts';
import { type Accept, VALIDITY_MS } from '../../messages/accept/accept.ts';
import type { SmppAddress } from '../../messages/accept/draft.ts';
import { ownKey } from '../../messages/accept/idempotencyKeys.ts';
import { findMessage } from '../../messages/log/log.ts';
import { refuseAtOnce } from '../../messages/publicRoutes.ts';
import { isRefusal } from '../../refusal.ts';
import type { Account } from '../binds/authenticate.ts';
import { statusOfError, statusOfRefusal } from './errors.ts';
import type { PartGroup } from './partQueries.ts';
import { endParts, keepPart } from './parts.ts';
import { type Content, readSubmit, textOf } from './read.ts';

/** The services that requests need. */
export type Means = {
  pool: Pool;
  accept: Accept;
  log: Logger;
  /**
   * Messages in parts that are being accepted, by id. A last part that arrives twice at once counts as one.
   */
  taking: Map<string, Promise<string | number>>;
};

type Whole = Pick<
  Content,
  'source' | 'schedule' | 'sendAt' | 'validUntil' | 'wanted' | 'userReference' | 'tlvs'
> & {
  /** Null if a character of it cannot be decoded. */
  text: string | null;
};
/** `id`: the id it must have; `notifiedId`: its id in receipts, if not its own. */
type Named = { id?: string; notifiedId?: string | null };

/** The status for an error. Logs the error unless the database is away. */
export function failed({ log }: Means, error: unknown): number {
  const status = statusOfError(error);
  if (status === commandStatus.ESME_RSYSERR) log.error({ err: error }, 'An SMPP request failed');
  return status;
}

/** Answers a submit_sm once it is stored. */
export async function submitOne(means: Means, account: Account, pdu: SubmitSm): Promise<SubmitReply> {
  const content = readSubmit(pdu, { now: new Date(), ...account });
  if (typeof content === 'number') return replyOf(content);
  const destination = { ton: pdu.destAddrTon, npi: pdu.destAddrNpi, address: pdu.destinationAddr };
  try {
    return replyOf(
      content.place
        ? await takePart(means, account, content, destination)
        : await take(means, account, { ...content, text: textOf([content]) }, destination),
    );
  } catch (error) {
    return replyOf(failed(means, error));
  }
}

/**
 * Accepts one message per recipient. The response has the id of the first, and the receipts of all refer to
 * it.
 */
export async function submitMany(means: Means, account: Account, pdu: SubmitMulti): Promise<ResponsePdu> {
  const refused = (status: number) => answerTo(pdu.command, pdu.sequence, status);
  const content = readSubmit(pdu, { now: new Date(), ...account });
  if (typeof content === 'number') return refused(content);
  if (content.place) return refused(commandStatus.ESME_RSUBMITFAIL);
  const recipients = pdu.destinations.flatMap((to) => ('list' in to ? [] : [to]));
  if (recipients.length < pdu.destinations.length) return refused(commandStatus.ESME_RINVDLNAME);
  if (recipients.length === 0) return refused(commandStatus.ESME_RINVNUMDESTS);
  const whole = { ...content, text: textOf([content]) };
  const unsuccess: Unsuccess[] = [];
  // A cancel_sm of the returned id finds them all.
  const ids = idsTogether(recipients.length);
  let notifiedId: string | null = null;
  const takeFor = async (place: number): Promise<string | null> => {
    const [to, named] = [recipients[place]!, { id: ids[place]!, notifiedId }];
    const taken = await take(means, account, whole, to, named).catch((error) => failed(means, error));
    if (typeof taken === 'string') return taken;
    unsuccess.push({ ...to, status: taken });
    return null;
  };
  let next = 0;
  while (notifiedId === null && next < recipients.length) notifiedId = await takeFor(next++);
  await Promise.all(recipients.slice(next).map((_, i) => takeFor(next + i)));
  const status = notifiedId === null ? commandStatus.ESME_RSUBMITFAIL : commandStatus.ESME_ROK;
  return {
    command: 'submit_multi_resp',
    status,
    sequence: pdu.sequence,
    messageId: notifiedId ?? '',
    unsuccess,
  };
}

/** A string is the id of an accepted message, a number the status of a refused one. */
function replyOf(taken: string | number): SubmitReply {
  return typeof taken === 'string'
    ? { status: commandStatus.ESME_ROK, messageId: taken }
    : { status: taken, messageId: '' };
}

/** Accepts one message for one recipient. Returns its id, or the status to refuse it with. */
async function take(
  { accept }: Means,
  account: Account,
  whole: Whole,
  destination: SmppAddress,
  { id, notifiedId = null }: Named = {},
): Promise<string | number> {
  const { systemId, projectId, mode } = account;
  const to = destination.address;
  const { source, text: body, wanted } = whole;
  if (body === null) return commandStatus.ESME_RSUBMITFAIL;
  const refused = refuseAtOnce(account, { to, from: source.address, body });
  if (refused) return statusOfRefusal(refused);
  const outcome = await accept({
    id,
    projectId,
    mode,
    platform: 'SMPP',
    to,
    from: source.address,
    body,
    sendAt: whole.sendAt && `${whole.sendAt.toISOString().slice(0, 19)}Z`,
    validityMs: validityOf(whole),
    idempotency: idempotencyOf(systemId, whole, to),
    tlvs: whole.tlvs,
    receipt: wanted === 0 ? undefined : { systemId, notifiedId, wanted, source, destination },
  });
  return isRefusal(outcome) ? statusOfRefusal(outcome) : outcome.message.id;
}

/**
 * Storing a part waits for other parts of its account. A team that sends thousands at once gets one
 * connection for that, and leaves the others to accept and dispatch.
 */
const runFairly = openFairScheduler({
  atOnce: 3,
  waitMs: 5_000,
  mostWaiting: 2_000,
  busy: 'Other parts wait to be stored.',
});

/** Stores a part, and accepts the message with its last part. */
async function takePart(
  means: Means,
  account: Account,
  content: Content,
  destination: SmppAddress,
): Promise<string | number> {
  const { pool, taking } = means;
  const kept = await runFairly(account.teamId, () => keepPart(pool, account, content, destination));
  if (typeof kept === 'number') return kept;
  if (isRefusal(kept)) return statusOfRefusal(kept);
  const { messageId, whole } = kept;
  if (!whole) return messageId;
  const before = taking.get(messageId);
  if (before) return before;
  const mine = takeWhole(means, account, { ...content, ...whole }, destination, messageId).finally(() =>
    taking.delete(messageId),
  );
  taking.set(messageId, mine);
  return mine;
}

/** Accepts a complete message, unless it was accepted before. */
async function takeWhole(
  means: Means,
  account: Account,
  whole: Whole & { group: PartGroup },
  destination: SmppAddress,
  id: string,
): Promise<string | number> {
  const { pool } = means;
  const { teamId, projectId, mode } = account;
  const isThere = async () => Boolean(await findMessage(pool, { teamId, projectId, mode, id }));
  // A process that died after the accept has answered nobody.
  const taken = (await isThere())
    ? id
    : await take(means, account, whole, destination, { id }).catch(async (error) => {
        // Another process may have received the same part at the same time.
        if (await isThere()) return id;
        throw error;
      });
  await endParts(pool, whole.group, id, typeof taken === 'string');
  return taken;
}

function validityOf({ sendAt, validUntil }: Whole): number | undefined {
  if (!validUntil) return undefined;
  return Math.max(1, Math.min(VALIDITY_MS, validUntil.getTime() - (sendAt?.getTime() ?? Date.now())));
}

/**
 * A user_message_reference has 65,536 values, which a busy customer uses up within the day that keys are
 * kept. The key therefore includes the recipient.
 */
function idempotencyOf(systemId: string, whole: Whole, to: string) {
  const { source, text, schedule, userReference, tlvs } = whole;
  if (userReference === null) return undefined;
  const number = to.replace(/^(\+|00)/, '');
  const body = JSON.stringify([
    source.address,
    number,
    text,
    schedule,
    ...(tlvs ? [tlvs.toString('hex')] : []),
  ]);
  return {
    key: ownKey('smpp', `${systemId} ${userReference} ${number}`),
    bodyHash: createHash('sha256').update(body).digest(),
  };
}
