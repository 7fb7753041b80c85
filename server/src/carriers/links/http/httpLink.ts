// An HTTP link: implements the contract in `../../link.ts` by requests to one account of a carrier. A session
// is a connection with at most one request. The carrier splits long messages.
import { countSegments } from '@godwit/contract/messages/segments';
import { normaliseMessageId } from '@godwit/smpp/codec/receipt';
import type { Link, Outgoing, SendEvents, SendOutcome } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import { openContractShare } from '../contractShare.ts';
import type { LinkHooks } from '../hooks.ts';
import { mayStillSend, openInFlight } from '../inFlight.ts';
import { openTokenBucket } from '../tokenBucket.ts';
import { openWindows } from '../window.ts';
import { type Answer, understand } from './answer.ts';
import { type Exchanged, openExchanger } from './exchange.ts';
import type { CodeClass } from './profile.ts';
import { referenceOf } from './reference.ts';
import { fill, fillRequest, type HttpRequest, type Values } from './template.ts';
import { basic, openToken, type SignedIn } from './token.ts';

const TEMPORARY_RETRY_MS = 5_000;
const NOTHING_TAKEN = { parts: 1, taken: [] };

/** Opens a link. A link under contract sends nothing until it gets a share. */
export function openHttpLink(config: HttpConfig, hooks: LinkHooks): Link {
  const exchanger = openExchanger({ connections: config.sessions, answerMs: hooks.responseTimeoutMs });
  const standing = openStanding(slotsFreed);
  const connections = openConnections(config, { exchanger, standing, onGivenBack: hooks.onGivenBack });
  const bucket = openTokenBucket(config.isContract ? 0 : config.throughput, slotsFreed);
  const contract = openContractShare(config, { ...hooks, sessions: connections, bucket });
  const senders = () => (contract.isHeld() ? [connections.sender] : []);
  const windows = openWindows(senders, bucket, { slots: connections.share, ...hooks });
  const token = openToken(config.profile, config.secrets, exchanger);
  const inFlight = openInFlight();
  let [isPaused, isRefused, taken, preparing] = [false, false, 0, 0];

  function slotsFreed() {
    windows.freed();
    hooks.onChange();
  }

  /** Notes what an answer says of the link, and derives the outcome of its message. */
  function note(exchanged: Exchanged | { kind: 'notWritten' }, ref: string): SendOutcome | 'token' {
    if (exchanged.kind !== 'answered') {
      if (exchanged.kind === 'noAnswer') return { kind: 'inDoubt', ...NOTHING_TAKEN };
      if ('why' in exchanged) standing.stand(`not connected: ${exchanged.why}`);
      return { kind: 'retry', afterMs: 0, carrierError: null, ...NOTHING_TAKEN };
    }
    const answer = understand(config.profile, exchanged, ref);
    if (answer.class === 'token') return 'token';
    if (answer.class === 'throttled') bucket.adjust('throttled', answer.waitMs ?? 0);
    if (answer.class === 'ok') {
      bucket.adjust('ok');
      taken++;
    }
    if (STANDS.has(answer.class))
      standing.stand(wordsOf(config, answer), 'waitMs' in answer ? answer.waitMs : null);
    else standing.clear();
    return outcomeOf(answer, bucket.pauseMs());
  }

  function unsigned({ why, isRefused: refused }: Extract<SignedIn, { token: null }>): SendOutcome {
    isRefused ||= refused;
    standing.stand(why);
    return { kind: 'retry', afterMs: TEMPORARY_RETRY_MS, carrierError: null, ...NOTHING_TAKEN };
  }

  async function signIn(): Promise<SignedIn> {
    preparing++;
    try {
      return await token.get();
    } finally {
      preparing--;
    }
  }

  /** Sends a message; once more with a new token if the carrier says that the token has expired. */
  async function send(message: Outgoing, events: SendEvents, isAgain = false): Promise<SendOutcome> {
    const signedIn = await signIn();
    if (signedIn.token === null) return unsigned(signedIn);
    const ref = referenceOf(message.id);
    const request = requestFor(config, message, {
      ...{ ref, token: signedIn.token },
      callback: `${hooks.receiptUrl(config.id)}/${ref}`,
    });
    const onLate = (late: Exchanged) => {
      const outcome = note(late, ref);
      if (outcome !== 'token') events.onLate(outcome);
    };
    const outcome = note(await windows.submit(() => mayStillSend(message, hooks), request, onLate), ref);
    if (outcome !== 'token') return outcome;
    token.drop(signedIn.token);
    if (!isAgain) return send(message, events, true);
    return unsigned({ token: null, why: 'the carrier refuses new tokens', isRefused: false });
  }

  return {
    config,
    ...contract.ofLink,
    bound: () => contract.isHeld() && connections.share() > 0 && standing.isOpen(),
    refused: () => isRefused,
    setPaused(paused: boolean) {
      isPaused = paused;
    },
    paused: () => isPaused,
    slowed: () => bucket.pauseMs() > 0,
    trouble: standing.words,
    metrics: () => ({ ...connections.metrics(), taken }),
    capacity() {
      if (isPaused || !contract.isHeld()) return 0;
      return Math.max(0, Math.min(windows.capacity(), standing.capacity()) - preparing);
    },
    async send(message, events) {
      const outcome = await inFlight.track(send(message, events));
      slotsFreed();
      return outcome;
    },
    async close(withinMs: number, graceMs: number) {
      isPaused = true;
      await inFlight.drained(withinMs);
      contract.end();
      bucket.close();
      standing.close();
      await connections.drained(graceMs);
      await exchanger.close();
      connections.resize(0);
    },
  };
}

type Parts = {
  exchanger: ReturnType<typeof openExchanger>;
  standing: ReturnType<typeof openStanding>;
  onGivenBack(): void;
};

/** The connections of a link: how many this process may use, and how many have a request. */
function openConnections(config: HttpConfig, { exchanger, standing, onGivenBack }: Parts) {
  const busy = openInFlight();
  let [share, used] = [config.isContract ? 0 : config.sessions, 0];
  return {
    /** The connections that this process may use. */
    share: () => share,
    /** The connections that it holds, including those above its share that still wait for an answer. */
    held: () => Math.max(share, used),
    resize(count: number) {
      share = count;
    },
    sender: {
      get state() {
        return standing.isOpen() ? 'bound' : 'standing';
      },
      freeWindow: () => Math.max(0, Math.min(share, standing.capacity()) - used),
      submit(request: HttpRequest, onLate: (answer: Exchanged) => void): Promise<Exchanged> {
        used++;
        const { outcome, ended } = exchanger.send(request, onLate);
        void busy.track(
          ended.then(() => {
            used--;
            if (used >= share) onGivenBack();
          }),
        );
        return outcome;
      },
    },
    metrics: () => ({
      sessions: share,
      boundSessions: standing.isOpen() ? share : 0,
      window: share,
      inFlight: used,
    }),
    drained: busy.drained,
  };
}

const FIRST_STAND_MS = 1_000;
const LONGEST_STAND_MS = 60_000;

/**
 * Keeps a link from sending while its account, its credit or its connection is at fault. It tries again with
 * single messages: after a second, and then after twice the wait before, up to a minute.
 */
function openStanding(onChange: () => void) {
  let why: string | null = null;
  let [untilMs, nextMs] = [0, FIRST_STAND_MS];
  let timer: NodeJS.Timeout | undefined;
  const isOpen = () => why === null || performance.now() >= untilMs;
  return {
    isOpen,
    words: () => why,
    /** How many messages may be in flight. */
    capacity: () => (why === null ? Infinity : isOpen() ? 1 : 0),
    /** `waitMs`: the wait that the carrier asks for. */
    stand(words: string, waitMs: number | null = null) {
      // Messages that were in flight when it began to stand are no news.
      if (why !== null && !isOpen()) return;
      why = words;
      const ms = Math.max(nextMs, waitMs ?? 0);
      untilMs = performance.now() + ms;
      nextMs = Math.min(LONGEST_STAND_MS, nextMs * 2);
      clearTimeout(timer);
      // A timer may fire up to a millisecond early.
      timer = setTimeout(onChange, ms + 1);
    },
    clear() {
      why = null;
      nextMs = FIRST_STAND_MS;
      clearTimeout(timer);
    },
    close: () => clearTimeout(timer),
  };
}

/** Answers after which the link takes nothing for a while. */
const STANDS: ReadonlySet<string> = new Set(['account', 'credit', 'closed'] satisfies CodeClass[]);

const REASONS: Readonly<Record<string, string>> = {
  account: 'the carrier refuses the account',
  credit: 'the credit at the carrier is used up',
  closed: 'the carrier is closed at this hour',
};

function wordsOf({ profile }: HttpConfig, answer: Answer): string {
  const code = 'code' in answer ? answer.code : '';
  return `${REASONS[answer.class]} (${[code, profile.meanings[code]].filter(Boolean).join(': ')})`;
}

function outcomeOf(answer: Answer, pauseMs: number): SendOutcome {
  switch (answer.class) {
    case 'ok': {
      const taken = answer.ids.map((id, index) => {
        return { part: index + 1, carrierId: normaliseMessageId(id, 'answer', 'text') };
      });
      return { kind: 'sent', parts: taken.length, taken };
    }
    case 'permanent':
      return { kind: 'rejected', carrierError: answer.code, ...NOTHING_TAKEN };
    case 'throttled': {
      const afterMs = Math.max(pauseMs, answer.waitMs ?? 0);
      return { kind: 'retry', afterMs, carrierError: answer.code, isThrottle: true, ...NOTHING_TAKEN };
    }
    case 'unknown':
      return { kind: 'inDoubt', ...NOTHING_TAKEN };
    default:
      return {
        kind: 'retry',
        afterMs: Math.max(TEMPORARY_RETRY_MS, answer.waitMs ?? 0),
        carrierError: answer.code,
        ...NOTHING_TAKEN,
      };
  }
}

/** The request that sends a message. */
function requestFor(
  { profile, secrets }: HttpConfig,
  message: Outgoing,
  own: { ref: string; token: string; callback: string },
): HttpRequest {
  const isUnicode = countSegments(message.body, { promotional: false }).encoding === 'UNICODE';
  const byText = Object.entries(profile.by_text).map(([name, { gsm7, unicode }]) => [
    name,
    isUnicode ? unicode : gsm7,
  ]);
  const values: Values = {
    ...secrets,
    ...Object.fromEntries(byText),
    to: message.recipient,
    from: message.sender,
    text: message.body,
    valid_s: String(Math.max(1, Math.round(message.validForS))),
    ...own,
  };
  const request = fillRequest(profile.base, profile.send, values);
  if (profile.auth && 'basic' in profile.auth)
    request.headers.authorization = basic(profile.auth.basic, values);
  if (profile.auth && 'headers' in profile.auth)
    for (const [name, text] of Object.entries(profile.auth.headers))
      request.headers[name.toLowerCase()] = fill(text, values);
  if (profile.auth && 'query' in profile.auth)
    for (const [name, text] of Object.entries(profile.auth.query))
      request.url.searchParams.append(name, fill(text, values));
  return request;
}
