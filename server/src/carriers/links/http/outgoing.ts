// The requests with messages of an HTTP link: signs in, gathers, sends, and signs in again if the token has
// expired.
import type { SendOutcome } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import type { LinkHooks } from '../hooks.ts';
import type { TokenBucket } from '../throttling.ts';
import { type Entry, openBatches } from './batches.ts';
import type { Exchanged } from './exchange.ts';
import { NOT_BEGUN, NOTHING_TAKEN, type openJudge, TEMPORARY_RETRY_MS } from './outcome.ts';
import type { Suspension } from './suspension.ts';
import type { SignedIn, Token } from './token.ts';
import { openUnit, type Unit } from './unit.ts';

/** The wait for a token. With those for a slot and an answer it is less than a lease. */
const BEFORE_SLOT_MS = 4_000;
const NEW_TOKEN_REFUSED = { token: null, why: 'the carrier refuses new tokens', isRefused: false } as const;

type Parts = {
  windows: {
    submit(
      mayGo: () => Promise<boolean>,
      unit: Unit,
      onLate: (answer: Exchanged) => void,
    ): Promise<Exchanged | { kind: 'notWritten' }>;
  };
  bucket: Pick<TokenBucket, 'burst'>;
  suspension: Suspension;
  token: Token;
  judge: ReturnType<typeof openJudge>['judge'];
};

/** Opens the requests of a link. */
export function openOutgoing(config: HttpConfig, hooks: LinkHooks, parts: Parts) {
  const { windows, bucket, suspension, token, judge } = parts;
  const { batch: largest = 1, counts } = config.profile.limits;
  /** Messages that wait for others or for a token, and those whose request waits for a connection. */
  let [preparing, inLine] = [0, 0];
  const { notSignedIn, isRefused } = openRefusal(suspension);
  const callback = openCallback(config, hooks);

  const batches = openBatches({
    // Within a burst of the rate, if that counts messages.
    most: () =>
      counts === 'requests' ? largest : Math.min(largest, Math.max(1, Math.floor(bucket.burst()))),
    async send(entries) {
      preparing -= entries.length;
      return send(entries);
    },
  });

  /** Sends messages in one request. The outcomes are in their order. */
  async function send(
    entries: readonly Entry[],
    { begunAt = performance.now(), isAgain = false } = {},
  ): Promise<SendOutcome[]> {
    const count = entries.length;
    const all = (outcome: SendOutcome) => entries.map(() => outcome);
    preparing += count;
    const signedIn = await token.get().finally(() => {
      preparing -= count;
    });
    if (signedIn.token === null) return all(notSignedIn(signedIn));
    inLine += count;
    const unit = openUnit(entries, {
      ...{ config, hooks, callback, judge, token: signedIn.token },
      onLeftLine() {
        inLine -= count;
      },
    });
    try {
      const isKept = await unit.keepReference();
      if (!isKept || performance.now() > begunAt + BEFORE_SLOT_MS) return all(NOT_BEGUN);
      const outcomes = unit.judged(await windows.submit(unit.mayGo, unit, unit.onLate));
      if (outcomes === 'apart') {
        batches.separate(unit.sending());
        return unit.inOrder(await sendApart(unit, (entry) => send([entry], { begunAt })));
      }
      if (outcomes !== 'token') return unit.inOrder(outcomes);
    } finally {
      unit.leaveLine();
    }
    token.drop(signedIn.token);
    if (isAgain) return all(notSignedIn(NEW_TOKEN_REFUSED));
    return unit.inOrder(await send(unit.sending(), { begunAt, isAgain: true }));
  }

  return {
    send(entry: Entry): Promise<SendOutcome> {
      preparing++;
      return batches.add(entry);
    },
    /** How many more messages it takes, if `requests` more may wait and the rate allows `messages`. */
    capacity(requests: number, messages: number): number {
      const allowed = largest > 1 && counts === 'messages' ? messages - inLine : Infinity;
      const most = Math.min(requests * batches.expected(), allowed, suspension.capacity());
      return Math.max(0, most - preparing);
    },
    /** Whether the carrier refuses the account. */
    isRefused,
  };
}

/**
 * The addresses for receipts of a link. Their beginning is made once, because the secret in it costs more
 * than the rest of a request.
 */
function openCallback({ id }: HttpConfig, hooks: LinkHooks) {
  let address: string | undefined;
  return (ref: string): string => {
    address ??= hooks.receiptUrl(id);
    return `${address}/${ref}`;
  };
}

/** Suspends a link that cannot sign in, and keeps whether its account is refused. */
function openRefusal(suspension: Suspension) {
  let isRefused = false;
  return {
    isRefused: () => isRefused,
    notSignedIn({ why, isRefused: refused }: Extract<SignedIn, { token: null }>): SendOutcome {
      isRefused ||= refused;
      suspension.suspend(why);
      return { kind: 'retry', afterMs: TEMPORARY_RETRY_MS, carrierError: null, ...NOTHING_TAKEN };
    },
  };
}

/** Sends messages one by one that the carrier refused together, so it tells which of them is at fault. */
async function sendApart(unit: Unit, send: (entry: Entry) => Promise<SendOutcome[]>): Promise<SendOutcome[]> {
  if (!(await unit.keepReference(false))) return unit.sending().map(() => NOT_BEGUN);
  return (await Promise.all(unit.sending().map(send))).flat();
}
