// An HTTP link: implements the contract in `../../link.ts` by requests to one account of a carrier. A session
// is a connection with at most one request. The carrier splits long messages.
import type { Link, Outgoing, SendEvents, SendOutcome } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import { openContractShare } from '../contractShare.ts';
import type { LinkHooks } from '../hooks.ts';
import { mayStillSend, openInFlight } from '../inFlight.ts';
import { openTokenBucket } from '../throttling.ts';
import { openWindows } from '../window.ts';
import { openAsking } from './asking.ts';
import { openConnections } from './connections.ts';
import { type Exchanged, openExchanger } from './exchange.ts';
import { openHours } from './hours.ts';
import { NOTHING_TAKEN, openJudge, TEMPORARY_RETRY_MS } from './outcome.ts';
import { referenceOf } from './reference.ts';
import { requestFor } from './request.ts';
import { openSuspension, type Suspension } from './suspension.ts';
import type { HttpRequest } from './template.ts';
import { openToken, type SignedIn, type Token } from './token.ts';

/** The wait for a token. With those for a slot and an answer it is less than a lease. */
const BEFORE_SLOT_MS = 4_000;
/** The carrier certainly does not have the message. */
const NOT_BEGUN: SendOutcome = { kind: 'retry', afterMs: 0, carrierError: null, ...NOTHING_TAKEN };

/** Opens a link. A link under contract sends nothing until it gets a share. */
export function openHttpLink(config: HttpConfig, hooks: LinkHooks): Link {
  const exchanger = openExchanger({ connections: config.sessions, answerMs: hooks.responseTimeoutMs });
  const suspension = openSuspension(slotsFreed);
  const hours = openHours(config.hours, slotsFreed, hooks.now);
  const connections = openConnections(config, {
    ...{ exchanger, suspension, onGivenBack: hooks.onGivenBack, onFreed: slotsFreed },
    mayWrite: () => contract.isHeld(),
  });
  const bucket = openTokenBucket(config.isContract ? 0 : config.throughput, slotsFreed);
  const contract = openContractShare(config, { ...hooks, sessions: connections, bucket });
  const senders = () => (contract.isHeld() && hours.isOpen() && !isClosed ? [connections.sender] : []);
  const windows = openWindows(senders, bucket, { slots: connections.share, ...hooks });
  const token = openToken(config.profile, config.secrets, exchanger);
  const asking = openAsking(config, token, hooks.responseTimeoutMs);
  const judged = openJudge(config, { bucket, suspension });
  const outgoing = openOutgoing(config, hooks, { windows, suspension, token, judge: judged.judge });
  const inFlight = openInFlight();
  let [isPaused, isClosed] = [false, false];

  function slotsFreed() {
    windows.freed();
    hooks.onChange();
  }

  return {
    config,
    ...contract.ofLink,
    bound: () => contract.isHeld() && connections.share() > 0 && suspension.isOpen() && hours.isOpen(),
    outOfHours: () => !hours.isOpen(),
    refused: outgoing.isRefused,
    setPaused(paused: boolean) {
      isPaused = paused;
    },
    paused: () => isPaused,
    slowed: bucket.isSlowed,
    trouble: () => hours.words() ?? suspension.words(),
    ask: asking.ask,
    metrics: () => ({ ...connections.metrics(), taken: judged.taken() }),
    capacity() {
      if (isPaused || !contract.isHeld() || !hours.isOpen()) return 0;
      return Math.max(0, Math.min(windows.capacity(), suspension.capacity()) - outgoing.preparing());
    },
    async send(message, events) {
      const outcome = await inFlight.track(outgoing.send(message, events));
      slotsFreed();
      return outcome;
    },
    async close(withinMs: number, graceMs: number) {
      isPaused = true;
      await inFlight.drained(withinMs);
      isClosed = true;
      windows.freed();
      contract.end();
      bucket.close();
      suspension.close();
      hours.close();
      await connections.drained(graceMs);
      await Promise.all([exchanger.close(), asking.close()]);
      slotsFreed();
    },
  };
}

type Parts = {
  windows: {
    submit(
      mayGo: () => Promise<boolean>,
      request: HttpRequest,
      onLate: (answer: Exchanged) => void,
    ): Promise<Exchanged | { kind: 'notWritten' }>;
  };
  suspension: Suspension;
  token: Token;
  judge: ReturnType<typeof openJudge>['judge'];
};

/** Signs in, sends messages, and signs in again if the carrier says that the token has expired. */
function openOutgoing(config: HttpConfig, hooks: LinkHooks, { windows, suspension, token, judge }: Parts) {
  let [preparing, isRefused] = [0, false];

  async function signIn(): Promise<SignedIn> {
    preparing++;
    try {
      return await token.get();
    } finally {
      preparing--;
    }
  }

  function notSignedIn({ why, isRefused: refused }: Extract<SignedIn, { token: null }>): SendOutcome {
    isRefused ||= refused;
    suspension.suspend(why);
    return { kind: 'retry', afterMs: TEMPORARY_RETRY_MS, carrierError: null, ...NOTHING_TAKEN };
  }

  async function send(
    message: Outgoing,
    events: SendEvents,
    { begunAt = performance.now(), isAgain = false } = {},
  ): Promise<SendOutcome> {
    const signedIn = await signIn();
    if (signedIn.token === null) return notSignedIn(signedIn);
    if (performance.now() > begunAt + BEFORE_SLOT_MS) return NOT_BEGUN;
    const ref = referenceOf(message.id);
    const callback = `${hooks.receiptUrl(config.id)}/${ref}`;
    const request = requestFor(config, message, { ref, callback, token: signedIn.token });
    const onLate = (late: Exchanged) => {
      const outcome = judge(late, ref);
      events.onLate(outcome === 'token' ? NOT_BEGUN : outcome);
    };
    const outcome = judge(await windows.submit(() => mayStillSend(message, hooks), request, onLate), ref);
    if (outcome !== 'token') return outcome;
    token.drop(signedIn.token);
    if (!isAgain) return send(message, events, { begunAt, isAgain: true });
    return notSignedIn({ token: null, why: 'the carrier refuses new tokens', isRefused: false });
  }

  return {
    send,
    /** How many messages wait for a token. */
    preparing: () => preparing,
    /** Whether the carrier refuses the account. */
    isRefused: () => isRefused,
  };
}
