// Past messages for tests: accepted over two years, in all states, the same for one seed.
import type { FailureCode } from '@godwit/contract/messages/failures';
import type { PublicStatus } from '@godwit/contract/messages/statuses';
import { localDay } from '@godwit/contract/timezones';
import type { ClientBase, Pool } from 'pg';
import { chargeInOrder } from '../src/billing/charge.ts';
import { postEntries } from '../src/billing/queries.ts';
import { ensureMonths } from '../src/db/schema/months.ts';
import { transaction } from '../src/db/transaction.ts';
import { newId } from '../src/ids.ts';
import { insertMessages, type NewMessage } from '../src/messages/accept/queries.ts';
import { failMessages, transitionMessages } from '../src/messages/state/transitions.ts';

/** The owner of the messages. `busyAt`: the quarter of an hour in which every third message was accepted. */
export type Past = { teamId: string; projectId: string; timezone: string; busyAt?: Date };

/** A past message with its current status and the final spend. */
export type PastMessage = NewMessage & {
  status: PublicStatus;
  failure: FailureCode | null;
  spentMicros: bigint;
};

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
// No link serves this queue and nothing in it expires, so a running service leaves the messages unchanged.
const QUEUE = {
  linkGroup: 'PAST:',
  priority: 0,
  validityMs: 20 * DAY_MS,
  linkId: null,
  leaseMs: null,
  heldFor: null,
  hidden: null,
};
const SENDERS = ['Lanka Shop', 'LankaPost', 'SANDBOX', '94_Taxi', 'lanka_shop'];
const NUMBERS = ['+94771', '+94712', '+61412', '+4479', '+1876'];
const STATUSES = ['DELIVERED', 'DELIVERED', 'DELIVERED', 'SENT', 'FAILED', 'ACCEPTED'] as const;

/** Pseudo-random numbers from 0 to 1, the same at each run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Creates `count` messages up to now, half of them in the last ten days; both modes, all statuses. */
export async function makePast(pool: Pool, past: Past, count: number, seed = 1): Promise<PastMessage[]> {
  const random = seeded(seed);
  const now = Date.now();
  await ensureMonths(pool, new Date(now - 760 * DAY_MS), 27);
  const messages = Array.from({ length: count }, () => pastMessage(past, random, now));
  for (let i = 0; i < count; i += 500) {
    const some = messages.slice(i, i + 500);
    await transaction(pool, async (client) => {
      await insertMessages(
        client,
        some.map((message) => ({ ...message, ...QUEUE })),
      );
      await pay(
        client,
        some.filter(({ mode }) => mode === 'LIVE'),
      );
    });
  }
  await applyTransitions(pool, messages);
  return messages;
}

/** Adds the cost of these messages to the team's balance, and charges them. */
async function pay(client: ClientBase, messages: PastMessage[]): Promise<void> {
  const amountMicros = messages.reduce((sum, { costMicros }) => sum + costMicros, 0n);
  if (amountMicros === 0n) return;
  const id = newId();
  const entry = { teamId: messages[0]!.teamId, id, amountMicros, businessKey: `past:${id}` };
  await postEntries(client, [{ ...entry, kind: 'ADJUSTMENT', projectId: null, day: null, reason: null }]);
  const unlimited = { dailyLimitMicros: null, dailyWarnFraction: null };
  await chargeInOrder(
    client,
    messages.map((message) => ({ ...message, ...unlimited })),
  );
}

function pastMessage(
  { teamId, projectId, timezone, busyAt }: Past,
  random: () => number,
  now: number,
): PastMessage {
  const one = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)]!;
  const acceptedAt =
    busyAt && random() < 1 / 3
      ? new Date(Math.floor(busyAt.getTime() / QUARTER_MS) * QUARTER_MS + Math.floor(random() * QUARTER_MS))
      : new Date(now - Math.floor(random() * (random() < 0.5 ? 10 : 750) * DAY_MS));
  const segments = 1 + Math.floor(random() * 3);
  const apiType = one(['MESSAGING', 'CAMPAIGN'] as const);
  const mode = one(['TEST', 'TEST', 'LIVE'] as const);
  const costMicros = BigInt(segments * one([800_000, 59_000, 111]));
  return {
    teamId,
    projectId,
    id: newId(acceptedAt),
    mode,
    apiType,
    platform: apiType === 'CAMPAIGN' ? apiType : 'API',
    sender: one(SENDERS),
    senderSent: null,
    contentClass: 'TRANSACTIONAL',
    recipient: one(NUMBERS) + String(Math.floor(random() * 1e6)).padStart(6, '0'),
    body: 'Hello',
    encoding: 'GSM7',
    characters: 5,
    segments,
    costMicros,
    spentMicros: costMicros,
    chargedMicros: mode === 'LIVE' ? costMicros : 0n,
    day: localDay(acceptedAt, timezone),
    statusCallback: null,
    sendAt: null,
    heldSince: null,
    acceptedAt,
    campaignId: null,
    traceparent: null,
    status: one(STATUSES),
    failure: null,
  };
}

/** Takes each message to its status by valid transitions. */
async function applyTransitions(pool: Pool, messages: readonly PastMessage[]): Promise<void> {
  const of = (...statuses: PublicStatus[]) => messages.filter(({ status }) => statuses.includes(status));
  const half = (some: PastMessage[]) => some.filter((_, i) => i % 2 === 0);
  const fail = (some: PastMessage[], code: FailureCode) =>
    transaction(pool, (client) => failMessages(client, code, some));
  const move = (some: PastMessage[], ...states: Parameters<typeof transitionMessages>[1][]) =>
    states.reduce(
      (before, state) =>
        before.then(() => transaction(pool, (client) => transitionMessages(client, state, some))),
      Promise.resolve<string[]>([]),
    );
  const failed = of('FAILED');
  for (const message of failed) message.failure = 'UNDELIVERED';
  await fail(half(failed), 'EXPIRED');
  for (const refunded of half(failed)) Object.assign(refunded, { failure: 'EXPIRED', spentMicros: 0n });
  await move(failed, 'queued', 'submitting', 'sent');
  await fail(failed, 'UNDELIVERED');
  await move(half(of('DELIVERED')), 'submitting', 'sent', 'delivered');
  await move(of('DELIVERED'), 'submitting', 'in_doubt', 'delivered');
  await move(of('SENT'), 'submitting', 'queued', 'submitting', 'sent');
  await move(half(of('ACCEPTED')), 'submitting');
}
