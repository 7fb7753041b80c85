// The customers' programs: they send over the public API of both processes, repeat requests that may be
// repeated, and record the responses.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsObject } from '@godwit/contract/messages/messages';
import type { Account } from '../../../server/test/client.ts';
import { type Random, seeded } from '../random.ts';
import { PREFIXES } from './misbehaviour.ts';
import type { Mode, Send } from './record.ts';

export const SENDER = 'Lanka Shop';
const CLIENTS = 12;
const BATCH = 20;
/**
 * The share of messages from the last team, which has only what it pays during the run and is refused without
 * money.
 */
const POOR_SHARE = 0.1;
const ANSWER_WITHIN_MS = 15_000;
/** How long a request with an Idempotency-Key is repeated until it is answered. */
const REPEAT_FOR_MS = 60_000;
const REPEAT_AFTER_MS = 400;
const UNICODE = 'ඔබගේ ඇණවුම කොළඹින් පිටත් විය. ';
const PLAIN = 'Your order leaves Colombo today. ';

export type Target = { accounts: readonly Account[]; urls: readonly string[]; sinkUrl: string };

/** Returns numbers that no other client of the run uses; none has an ending known to the simulator. */
export function openNumbers(): () => string {
  const prefixes = [...PREFIXES, '9478'];
  let count = 0;
  return () => {
    const prefix = prefixes[count % prefixes.length]!;
    const n = Math.floor(count++ / prefixes.length);
    return `+${prefix}${String(1_000_000 + Math.floor(n / 90) * 100 + 10 + (n % 90))}`;
  };
}

/**
 * Sends about `perSecond` messages a second until `isOver`. `sends` receives the responses as they arrive.
 */
export async function sendAll(
  target: Target,
  {
    seed,
    perSecond,
    nextNumber,
    sends,
    isOver,
  }: { seed: number; perSecond: number; nextNumber: () => string; sends: Send[]; isOver: () => boolean },
): Promise<void> {
  const started = performance.now();
  const isAhead = () => sends.length > ((performance.now() - started) / 1000) * perSecond;
  const client = async (number: number) => {
    const random = seeded(`${seed} client ${number}`);
    while (!isOver()) {
      if (isAhead()) await sleep(20);
      else await sendSome(target, random, nextNumber, sends);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
}

async function sendSome(target: Target, random: Random, nextNumber: () => string, sends: Send[]) {
  const isBatch = random.chance(0.06);
  const isKeyed = random.chance(0.3);
  const kind = isBatch ? (isKeyed ? 'keyed batch' : 'batch') : isKeyed ? 'keyed' : 'single';
  const mode: Mode = random.chance(0.2) ? 'TEST' : 'LIVE';
  const account = random.chance(POOR_SHARE)
    ? target.accounts.length - 1
    : random.between(0, target.accounts.length - 2);
  const some = Array.from({ length: isBatch ? BATCH : 1 }, (): Send => {
    const callback = random.chance(0.3) ? callbackOf(target, random) : null;
    return { account, mode, kind, to: nextNumber(), callback, statuses: [], ids: [] };
  });
  sends.push(...some);
  const body = some.map(({ to, callback }) => ({
    to,
    from: mode === 'LIVE' ? SENDER : 'SANDBOX',
    body: textOf(random, to),
    ...(callback && { status_callback: callback }),
  }));
  const request: Request = {
    path: isBatch ? '/v1/messages/batch' : '/v1/messages',
    authorization: target.accounts[account]!.authorization[mode],
    key: isKeyed ? some[0]!.to : null,
    body: JSON.stringify(isBatch ? { messages: body } : body[0]),
  };
  await (isKeyed
    ? repeat(target, random, request, some)
    : attempt(random.shuffled(target.urls), request, some));
}

type Answered = Partial<SmsObject>;
type Request = { path: string; authorization: string; key: string | null; body: string };

/** Sends the request until it gets a final response, and sometimes once more to both processes. */
async function repeat({ urls }: Target, random: Random, request: Request, some: Send[]) {
  const until = Date.now() + REPEAT_FOR_MS;
  while (Date.now() < until && !(await attempt(random.shuffled(urls), request, some)))
    await sleep(REPEAT_AFTER_MS);
  if (random.chance(0.3)) await Promise.all(urls.map((url) => attempt([url], request, some)));
}

/**
 * Sends the request to the first process that responds and records the result of each message. Returns
 * whether every one is final.
 */
async function attempt(urls: readonly string[], request: Request, some: Send[]): Promise<boolean> {
  let answer: Response | null = null;
  for (const url of urls) {
    const reached = await post(url, request);
    answer = reached === 'away' ? null : reached;
    if (reached !== 'away') break;
  }
  const answered = (await answer?.json().catch(() => null)) as (Answered & { results?: Answered[] }) | null;
  for (const [index, send] of some.entries()) {
    const own = answered?.results ? answered.results[index] : answered;
    const id = own?.id;
    if (id && !send.ids.includes(id)) send.ids.push(id);
    // In the response to a batch each refused message has its own error, which may be temporary.
    send.statuses.push(answer && answered ? (id ? 201 : own === answered ? answer.status : 0) : 0);
  }
  return some.every(({ statuses }) => statuses.at(-1) === 201 || isRefused(statuses.at(-1)!));
}

/** Returns the response; null if none came, 'away' if no process listened. */
async function post(
  url: string,
  { path, authorization, key, body }: Request,
): Promise<Response | 'away' | null> {
  const headers = {
    authorization,
    'content-type': 'application/json',
    ...(key && { 'idempotency-key': key }),
  };
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  return fetch(url + path, { method: 'POST', headers, body, signal }).catch(({ cause }: Error) =>
    (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED' ? 'away' : null,
  );
}

/**
 * Whether a status says that nothing was stored, for good. Not true for a status that requests a retry or
 * leaves it open.
 */
export function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && status !== 409 && status !== 429 && status !== 408;
}

function callbackOf({ sinkUrl }: Target, random: Random): string {
  const isGood = random.chance(0.6);
  return sinkUrl + (isGood ? '/ok' : random.pick(['/slow', '/error', '/hang', '/redirect']));
}

/** A text of one to four parts, in GSM 03.38 or UCS2. */
function textOf(random: Random, to: string): string {
  const [piece, unit] = random.chance(0.25) ? [UNICODE, 62] : [PLAIN, 145];
  const parts = random.chance(0.2) ? random.between(2, 4) : 1;
  return `${to} ${piece.repeat(20)}`.slice(0, parts * unit - (parts === 1 ? random.between(0, 30) : 0));
}
