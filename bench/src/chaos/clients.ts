// Customers' programs: they send over the public API of either process, repeat what they may repeat, and keep what they were answered.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmsObject } from '@godwit/contract/messages';
import type { Account } from '../../../server/test/client.ts';
import { type Random, seeded } from '../random.ts';
import { LINKS } from './misbehaviour.ts';
import type { Mode, Send } from './record.ts';

export const SENDER = 'Lanka Shop';
const CLIENTS = 12;
const BATCH = 20;
/** Of what is sent, by the last team: it has what it pays meanwhile, and is refused without. */
const POOR_SHARE = 0.1;
const ANSWER_WITHIN_MS = 15_000;
/** How long a request with an Idempotency-Key is repeated until there is an answer. */
const REPEAT_FOR_MS = 60_000;
const REPEAT_AFTER_MS = 400;
const UNICODE = 'ඔබගේ ඇණවුම කොළඹින් පිටත් විය. ';
const PLAIN = 'Your order leaves Colombo today. ';

export type Target = { accounts: readonly Account[]; urls: readonly string[]; sinkUrl: string };

/** Numbers that no other client of the run has; none ends in what the simulator knows. */
export function openNumbers(): () => string {
  const prefixes = [...LINKS.map(({ prefix }) => prefix).filter(Boolean), '9478'];
  let count = 0;
  return () => {
    const prefix = prefixes[count % prefixes.length]!;
    const n = Math.floor(count++ / prefixes.length);
    return `+${prefix}${String(1_000_000 + Math.floor(n / 90) * 100 + 10 + (n % 90))}`;
  };
}

/** Sends about `perSecond` messages a second until `isOver`; what was answered is in `sends`, also while it goes on. */
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
  await (isKeyed ? repeat(target, random, request, some) : ask(random.shuffled(target.urls), request, some));
}

type Answered = Partial<SmsObject>;
type Request = { path: string; authorization: string; key: string | null; body: string };

/** Asks until there is an answer that holds, and then now and then once more, of both processes. */
async function repeat({ urls }: Target, random: Random, request: Request, some: Send[]) {
  const until = Date.now() + REPEAT_FOR_MS;
  while (Date.now() < until && !(await ask(random.shuffled(urls), request, some)))
    await sleep(REPEAT_AFTER_MS);
  if (random.chance(0.3)) await Promise.all(urls.map((url) => ask([url], request, some)));
}

/** Asks the first of the processes that is there; notes what came back for each message; returns whether every one is settled. */
async function ask(urls: readonly string[], request: Request, some: Send[]): Promise<boolean> {
  let answer: Response | null = null;
  for (const url of urls) {
    const reached = await post(url, request);
    answer = reached === 'away' ? null : reached;
    if (reached !== 'away') break;
  }
  const answered = (await answer?.json().catch(() => null)) as (Answered & { results?: Answered[] }) | null;
  for (const [place, send] of some.entries()) {
    const own = answered?.results ? answered.results[place] : answered;
    const id = own?.id;
    if (id && !send.ids.includes(id)) send.ids.push(id);
    // In a batch's answer each message that was not taken has an error of its own, which may pass.
    send.statuses.push(answer && answered ? (id ? 201 : own === answered ? answer.status : 0) : 0);
  }
  return some.every(({ statuses }) => statuses.at(-1) === 201 || isRefused(statuses.at(-1)!));
}

/** The answer; null where none came, 'away' where no process listened. */
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

/** Whether a status says that nothing was stored, for good: not one that asks to come again, or that leaves it open. */
export function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && status !== 409 && status !== 429 && status !== 408;
}

function callbackOf({ sinkUrl }: Target, random: Random): string {
  const isGood = random.chance(0.6);
  return sinkUrl + (isGood ? '/ok' : random.pick(['/slow', '/error', '/hang', '/redirect']));
}

/** One to four parts, in plain characters or others. */
function textOf(random: Random, to: string): string {
  const [piece, unit] = random.chance(0.25) ? [UNICODE, 62] : [PLAIN, 145];
  const parts = random.chance(0.2) ? random.between(2, 4) : 1;
  return `${to} ${piece.repeat(20)}`.slice(0, parts * unit - (parts === 1 ? random.between(0, 30) : 0));
}
