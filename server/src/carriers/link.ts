// A carrier link at work: its SMPP sessions, how much it can take now, and a message handed over in as many parts as it needs.
import { setTimeout } from 'node:timers/promises';
import { isTwoWayNumber } from '@godwit/contract/phoneNumbers';
import type { DeliverSm } from '@godwit/smpp/pdu';
import { normaliseMessageId } from '@godwit/smpp/receipt';
import { connectSession, type SmppSession, type StateChange, type SubmitResult } from '@godwit/smpp/session';
import { type MessagePart, splitMessage } from '@godwit/smpp/split';
import { classifySubmitStatus, statusName } from '@godwit/smpp/status';
import { validityPeriod } from '@godwit/smpp/validity';
import type { Logger } from 'pino';
import type { LinkConfig } from './config.ts';
import { type PartOutcome, type SendEvents, type SendOutcome, sendParts } from './parts.ts';
import type { Progress, ReadProgress } from './progress.ts';
import { openTokenBucket } from './tokenBucket.ts';
import { openWindows } from './windows.ts';

/** `validForS`: how many seconds from now it may still be delivered. */
export type Outgoing = {
  id: string;
  teamId: string;
  sender: string;
  recipient: string;
  body: string;
  validForS: number;
};

export type Link = ReturnType<typeof openLink>;

export type LinkHooks = {
  log: Logger;
  responseTimeoutMs: number;
  /** How far a message in several parts has come. */
  progress: ReadProgress;
  /** What has waited for a place for so long is asked about before it is written. */
  checkedForMs: number;
  /** Whether a message that has waited for a place may still be sent. */
  mayStillGo(message: Outgoing): Promise<boolean>;
  /** The link may have more capacity than before, or its sessions changed. */
  onChange(): void;
  /** Resolves with the status to answer once the receipt is stored. */
  onDeliver(linkId: string, pdu: DeliverSm): Promise<number>;
};

const TEMPORARY_RETRY_MS = 5_000;

/** Opens a link: connects its sessions and keeps them connected until it is closed. */
export function openLink(config: LinkConfig, hooks: LinkHooks) {
  const sessions = connectSessions(config, { ...hooks, onChange: placesFreed });
  const senders = sessions.filter(({ sends }) => sends).map(({ session }) => session);
  const windows = openWindows(senders, config.window, hooks.checkedForMs);
  const bucket = openTokenBucket(config.throughput, hooks.onChange);
  let isPaused = false;
  let taken = 0;

  /** Parts that wait for a place look before new messages are fetched. */
  function placesFreed() {
    windows.freed();
    hooks.onChange();
  }

  function note(result: SubmitResult): PartOutcome {
    if (result.kind === 'answered') {
      const answer = classifySubmitStatus(result.status);
      bucket.adjust(answer);
      if (answer === 'ok') taken++;
    }
    return judge(config, result, bucket.pauseMs());
  }

  const submitPart: SubmitPart = async (message, isBegun, part, onLate) => {
    const pdu = { ...addressing(config, message), ...part, tlvs: { ...part.tlvs, ...extraTlvs(config) } };
    // Once a part of it is written the others go too.
    const mayGo = async () => isBegun || mayStillGo(message, hooks);
    const submitted = windows.submit(mayGo, pdu, (late) => onLate(note(late)));
    bucket.consume();
    const outcome = note(await submitted);
    placesFreed();
    return outcome;
  };
  const outgoing = openOutgoing(config, hooks, submitPart);

  return {
    config,
    /** Whether a session that sends is bound. */
    bound: () => senders.some((session) => session.state === 'bound'),
    /** Whether the carrier refused an account of it, so that its sessions do not try again. */
    refused: () => sessions.some(({ session }) => session.state === 'refused'),
    /** While it is paused it takes nothing new; what it has begun it sees through. */
    setPaused(paused: boolean) {
      isPaused = paused;
    },
    paused: () => isPaused,
    /** Whether the carrier has asked it to slow down, and it is not back at its rate. */
    slowed: () => bucket.pauseMs() > 0,
    /** How it does, over all its sessions; `taken`: the parts that the carrier took since the link was opened. */
    metrics: () => ({ ...metricsOf(sessions, config.window), taken }),
    /** How many messages the link can take at this moment: window, what may wait for a place in it, rate and slow-down together. */
    capacity() {
      if (isPaused) return 0;
      return Math.max(0, Math.min(windows.capacity(), bucket.capacity()) - outgoing.preparing());
    },
    /** Sends what no carrier has of a message. */
    send: outgoing.send,
    /** Sees through what it has begun, for so long at the most, and unbinds. */
    async close(withinMs: number, graceMs: number) {
      isPaused = true;
      await outgoing.drained(withinMs);
      bucket.close();
      await Promise.all(sessions.map(({ session }) => session.close(graceMs)));
      placesFreed();
    },
  };
}

/** What cannot be looked up now is not sent now. */
async function mayStillGo(message: Outgoing, { log, mayStillGo: ask }: LinkHooks): Promise<boolean> {
  try {
    return await ask(message);
  } catch (error) {
    log.error({ err: error, message: message.id }, 'could not check again whether a message may be sent');
    return false;
  }
}

/** `isBegun`: another part of the message is written already. */
type SubmitPart = (
  message: Outgoing,
  isBegun: boolean,
  part: MessagePart,
  onLate: (outcome: PartOutcome) => void,
) => Promise<PartOutcome>;

/** Sends messages part by part, from where earlier attempts left them. */
function openOutgoing(config: LinkConfig, { log, progress, onChange }: LinkHooks, submitPart: SubmitPart) {
  const begun = new Set<Promise<unknown>>();
  let preparing = 0;

  /** Reads how far a message has come; null where that cannot be read now. */
  async function prepare(message: Outgoing, parts: number): Promise<Progress | null> {
    preparing++;
    try {
      return await progress(message, config, parts);
    } catch (error) {
      log.error({ err: error, message: message.id }, 'could not read how far a message has come');
      return null;
    } finally {
      preparing--;
    }
  }

  async function send(message: Outgoing, events: SendEvents): Promise<SendOutcome> {
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
    /** How many messages have been taken on and have no place in a window yet. */
    preparing: () => preparing,
    send(message: Outgoing, events: SendEvents) {
      const sending = send(message, events).finally(() => begun.delete(sending));
      begun.add(sending);
      return sending;
    },
    /** Resolves when nothing is under way, or after so long. */
    async drained(withinMs: number) {
      const over = new AbortController();
      const waited = setTimeout(withinMs, undefined, { signal: over.signal }).catch(() => {});
      await Promise.race([Promise.allSettled(begun), waited]);
      over.abort();
    },
  };
}

/** `inFlight` submits have no answer yet, of at most `window`. */
function metricsOf(sessions: readonly Binding[], window: number) {
  const bound = sessions.filter(({ session }) => session.state === 'bound');
  const sending = (some: readonly Binding[]) => some.filter(({ sends }) => sends);
  return {
    sessions: sessions.length,
    boundSessions: bound.length,
    window: sending(sessions).length * window,
    inFlight: sending(bound).reduce((sum, { session }) => sum + window - session.freeWindow(), 0),
  };
}

type Binding = { session: SmppSession; sends: boolean };

function connectSessions(
  config: LinkConfig,
  { log, responseTimeoutMs, onChange, onDeliver }: LinkHooks,
): Binding[] {
  const binds = config.bind === 'pair' ? (['transmitter', 'receiver'] as const) : (['transceiver'] as const);
  const linkLog = log.child({ link: config.id });
  const logNotTaken = seldom((err) =>
    linkLog.error({ err }, 'a receipt could not be taken; the carrier will repeat it'),
  );
  return Array.from({ length: config.sessions }).flatMap(() =>
    binds.map((bind) => ({
      sends: bind !== 'receiver',
      session: connectSession({
        host: config.host,
        port: config.port,
        tls: config.tls,
        systemId: config.system_id,
        password: config.password,
        systemType: config.system_type,
        bind,
        window: config.window,
        responseTimeoutMs,
        onState(change) {
          logState(linkLog, bind, change);
          onChange();
        },
        onDeliver: (pdu) => onDeliver(config.id, pdu),
        onError: logNotTaken,
      }),
    })),
  );
}

/** Once a second at most: where the database is away every receipt fails, again and again. */
function seldom(report: (error: unknown) => void): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    report(error);
  };
}

function logState(log: Logger, bind: string, { state, reason, detail, bindStatus, retryInMs }: StateChange) {
  if (state === 'bound') log.info({ bind }, 'bound');
  else if (state === 'refused') {
    const status = bindStatus === null ? null : statusName(bindStatus);
    log.error({ bind, status }, 'the carrier refuses this account; the link stays down until it is mended');
  } else if (reason === 'closedByUs') log.info({ bind }, 'unbound');
  else if (reason) log.warn({ bind, reason, detail, retryInMs }, 'not bound');
}

function cut(config: LinkConfig, { body }: Outgoing, reference: number): MessagePart[] {
  return splitMessage(body, { charset: config.charset, longMessages: config.long_messages, reference });
}

function judge(config: LinkConfig, result: SubmitResult, pauseMs: number): PartOutcome {
  if (result.kind === 'notWritten') return { kind: 'retry', afterMs: 0, carrierError: null };
  if (result.kind === 'noAnswer') return { kind: 'inDoubt' };
  const carrierError = statusName(result.status);
  switch (classifySubmitStatus(result.status)) {
    case 'ok':
      return { kind: 'sent', carrierId: normaliseMessageId(result.messageId, 'answer', config.message_id) };
    case 'throttled':
    case 'queueFull':
      return { kind: 'retry', afterMs: pauseMs, carrierError };
    case 'temporary':
      return { kind: 'retry', afterMs: TEMPORARY_RETRY_MS, carrierError };
    case 'bindLost':
      return { kind: 'retry', afterMs: 0, carrierError };
    case 'permanent':
      return { kind: 'rejected', carrierError };
  }
}

function addressing(config: LinkConfig, { sender, recipient, validForS }: Outgoing) {
  return {
    ...sourceOf(config, sender),
    // International number without its plus, in the ISDN plan (SMPP 3.4 §5.2.5, §5.2.6).
    destinationAddr: recipient.slice(1),
    destAddrTon: 1,
    destAddrNpi: 1,
    registeredDelivery: 1,
    validityPeriod: validityPeriod(config.validity, validForS),
  };
}

/** A name as the link is set; a long number without its plus as international, a short one as the network's own (SMPP 3.4 §5.2.5, §5.2.6). */
function sourceOf(config: LinkConfig, sender: string) {
  if (!isTwoWayNumber(sender))
    return { sourceAddr: sender, sourceAddrTon: config.source_ton, sourceAddrNpi: config.source_npi };
  const isLong = sender.startsWith('+');
  return {
    sourceAddr: isLong ? sender.slice(1) : sender,
    sourceAddrTon: isLong ? 1 : 3,
    sourceAddrNpi: isLong ? 1 : 0,
  };
}

function extraTlvs({ tlvs }: LinkConfig) {
  return tlvs.length === 0
    ? {}
    : { others: tlvs.map(({ tag, hex }) => ({ tag, value: Buffer.from(hex, 'hex') })) };
}
