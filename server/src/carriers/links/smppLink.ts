// An SMPP link: implements the contract in `../link.ts` over the sessions of one SMPP account.
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import { UNVERIFIED_SENDER } from '@godwit/contract/senders';
import { normaliseMessageId } from '@godwit/smpp/codec/receipt';
import { type MessagePart, splitMessage } from '@godwit/smpp/codec/split';
import { type SubmitClass, statusName } from '@godwit/smpp/codec/status';
import { validityPeriod } from '@godwit/smpp/codec/time';
import type { SubmitResult } from '@godwit/smpp/session/session';
import type { Link, Outgoing, Progress, SendEvents, SendOutcome } from '../link.ts';
import type { SmppConfig } from './config.ts';
import { openContractShare } from './contractShare.ts';
import type { LinkHooks } from './hooks.ts';
import { mayStillSend, openInFlight } from './inFlight.ts';
import { type PartOutcome, sendParts } from './parts.ts';
import { openSessions } from './sessions.ts';
import { openStatuses } from './statuses.ts';
import { openTokenBucket, throttledOutcome } from './throttling.ts';
import { extraTlvs } from './tlvs.ts';
import { openWindows } from './window.ts';
import { asWritten, type WireSender, type Written } from './wireSender.ts';

const TEMPORARY_RETRY_MS = 5_000;

/**
 * Opens a link: connects its sessions and keeps them connected until it is closed. A link under contract has
 * no session and no rate until it gets a share.
 */
export function openSmppLink(config: SmppConfig, hooks: LinkHooks): Link {
  const sessions = openSessions(config, { ...hooks, onChange: slotsFreed });
  const senders = () => (contract.isHeld() ? sessions.senders() : []);
  const bucket = openTokenBucket(config.isContract ? 0 : config.throughput, slotsFreed);
  const contract = openContractShare(config, { ...hooks, sessions, bucket });
  const classOf = openStatuses(config);
  const windows = openWindows(senders, bucket, { slots: () => config.window, ...hooks });
  let isPaused = false;
  let taken = 0;

  /** Waiting parts get free slots before new messages are fetched. */
  function slotsFreed() {
    windows.freed();
    hooks.onChange();
  }

  function note(result: SubmitResult): PartOutcome {
    if (result.kind === 'notWritten') return { kind: 'retry', afterMs: 0, carrierError: null };
    if (result.kind === 'noAnswer') return { kind: 'inDoubt' };
    const answer = classOf(result.status);
    bucket.adjust(answer);
    if (answer === 'ok') taken++;
    return judge(config, result, answer, bucket.pauseMs());
  }

  const submitPart: SubmitPart = async (message, isBegun, part, onLate) => {
    const pdu = {
      ...addressing(config, message),
      ...part,
      tlvs: { ...part.tlvs, ...extraTlvs(config, message.tlvs ?? null) },
    };
    // Once one part has been written, the others are sent too.
    const mayGo = async () => isBegun || mayStillSend(message, config, hooks);
    const submitted = windows.submit(mayGo, pdu, (late) => onLate(note(late)));
    const outcome = note(await submitted);
    slotsFreed();
    return outcome;
  };
  const outgoing = openOutgoing(config, hooks, submitPart);

  return {
    config,
    bound: () => senders().some((session) => session.state === 'bound'),
    ...contract.ofLink,
    refused: () => sessions.refused(),
    setPaused(paused: boolean) {
      isPaused = paused;
    },
    paused: () => isPaused,
    slowed: bucket.isSlowed,
    trouble: () => null,
    metrics: () => ({ ...sessions.metrics(), taken }),
    capacity(isBegun) {
      if (isPaused || !contract.isHeld()) return 0;
      return Math.max(0, windows.capacity(isBegun) - outgoing.preparing());
    },
    send: outgoing.send,
    async close(withinMs: number, graceMs: number) {
      isPaused = true;
      await outgoing.drained(withinMs);
      contract.end();
      bucket.close();
      await sessions.close(graceMs);
      slotsFreed();
    },
  };
}

/** `isBegun`: another part of the message was written before. */
type SubmitPart = (
  message: Written,
  isBegun: boolean,
  part: MessagePart,
  onLate: (outcome: PartOutcome) => void,
) => Promise<PartOutcome>;

/** Sends messages part by part, and continues after the parts of earlier attempts. */
function openOutgoing(config: SmppConfig, { log, progress, onChange }: LinkHooks, submitPart: SubmitPart) {
  const inFlight = openInFlight();
  let preparing = 0;

  /** Reads the progress of a message; null if that fails. */
  async function prepare(message: Written, parts: number): Promise<Progress | null> {
    preparing++;
    try {
      return await progress(message, config, parts);
    } catch (error) {
      log.error({ err: error, message: message.id }, 'could not read the progress of a message');
      return null;
    } finally {
      preparing--;
    }
  }

  async function send(message: Written, events: SendEvents): Promise<SendOutcome> {
    let isBegun = false;
    const submit: Parameters<typeof sendParts>[2] = (...part) => {
      const submitting = submitPart(message, isBegun, ...part);
      isBegun = true;
      return submitting;
    };
    const parts = cut(config, message, 0);
    if (parts.length === 1) return sendParts(parts, new Set(), submit, events);
    const known = await prepare(message, parts.length);
    if (!known) {
      onChange();
      const nothing = { parts: parts.length, taken: [] };
      return { kind: 'retry', afterMs: TEMPORARY_RETRY_MS, carrierError: null, ...nothing };
    }
    isBegun = known.taken.size > 0;
    return sendParts(cut(config, message, known.reference), known.taken, submit, events);
  }

  return {
    /** How many messages were handed over and wait for their progress to be read. */
    preparing: () => preparing,
    send: (message: Outgoing, events: SendEvents) => inFlight.track(send(asWritten(message), events)),
    drained: inFlight.drained,
  };
}

function cut(config: SmppConfig, { body }: Outgoing, reference: number): MessagePart[] {
  return splitMessage(body, { charset: config.charset, longMessages: config.long_messages, reference });
}

function judge(
  config: SmppConfig,
  { status, messageId }: Extract<SubmitResult, { kind: 'answered' }>,
  answer: SubmitClass,
  pauseMs: number,
): PartOutcome {
  const carrierError = statusName(status);
  switch (answer) {
    case 'ok':
      return { kind: 'sent', carrierId: normaliseMessageId(messageId, 'answer', config.message_id) };
    case 'throttled':
    case 'queueFull':
      return throttledOutcome(pauseMs, carrierError);
    case 'temporary':
      return { kind: 'retry', afterMs: TEMPORARY_RETRY_MS, carrierError };
    case 'own':
      return { kind: 'retry', afterMs: TEMPORARY_RETRY_MS, carrierError, isOwnCode: true };
    case 'bindLost':
      return { kind: 'retry', afterMs: 0, carrierError };
    case 'permanent':
      return { kind: 'rejected', carrierError };
  }
}

function addressing(config: SmppConfig, { sender, recipient, validForS }: Written) {
  return {
    ...sourceOf(config, sender),
    // An international number without its plus, in the ISDN plan (SMPP 3.4 §5.2.5, §5.2.6).
    destinationAddr: recipient.slice(1),
    destAddrTon: 1,
    destAddrNpi: 1,
    registeredDelivery: 1,
    validityPeriod: validityPeriod(config.validity, validForS),
  };
}

/**
 * The source address: "Unverified" always as a name, another name as configured, a long number as
 * international without its plus, a short number as network specific (SMPP 3.4 §5.2.5, §5.2.6).
 */
function sourceOf(config: SmppConfig, sender: WireSender) {
  if (sender === UNVERIFIED_SENDER) return { sourceAddr: sender, sourceAddrTon: 5, sourceAddrNpi: 0 };
  if (!isTwoWayNumber(sender))
    return { sourceAddr: sender, sourceAddrTon: config.source_ton, sourceAddrNpi: config.source_npi };
  const isLong = sender.startsWith('+');
  return {
    sourceAddr: isLong ? sender.slice(1) : sender,
    sourceAddrTon: isLong ? 1 : 3,
    sourceAddrNpi: isLong ? 1 : 0,
  };
}
