// Several messages in one request: which go together, and the outcome of each.
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { waitFor } from '../../../../test/database.ts';
import { type Call, startHttpCarrier } from '../../../../test/httpCarrier.ts';
import type { Outgoing, SendOutcome } from '../../link.ts';
import type { HttpConfig } from '../config.ts';
import type { LinkHooks } from '../hooks.ts';
import { openHttpLink } from './httpLink.ts';
import type { Profile } from './profile.ts';
import { referenceOf } from './reference.ts';

const carrier = await startHttpCarrier();
let numbers = 0;

/** A message of a campaign. */
function message(change: Partial<Outgoing> = {}): Outgoing & { id: string } {
  numbers++;
  return {
    id: `message ${numbers}`,
    teamId: 'any',
    sender: 'Godwit',
    recipient: `+9477400${String(numbers).padStart(4, '0')}`,
    body: 'Sale',
    contentClass: 'TRANSACTIONAL',
    validForS: 3_600,
    campaignId: 'sale',
    attempts: 0,
    ...change,
  };
}
const messages = (count: number, change: Partial<Outgoing> = {}) =>
  Array.from({ length: count }, () => message(change));

/** The generic JSON carrier if it took five messages at once. */
function batching(change: Partial<Profile> = {}, link: Record<string, unknown> = {}): HttpConfig {
  const config = carrier.link(link);
  const profile: Profile = {
    ...config.profile,
    send: {
      post: '/messages',
      json: {
        text: '{{text}}',
        reference: '{{ref}}',
        to: [{ $each: { number: '{{to}}', reference: '{{ref}}' } }],
      },
    },
    answer: {
      format: 'json',
      ok: 'http == `200`',
      code: 'code',
      each: { items: 'results', to: 'number', ok: "state == 'taken'", id: 'id', code: 'state' },
    },
    codes: { permanent: ['wrong'], credit: ['broke'] },
    limits: { batch: 5, counts: 'requests' },
    ...change,
  };
  return { ...config, profile, window: 5 };
}

function open(
  config: HttpConfig,
  { answerMs = 30_000, ...change }: Partial<LinkHooks> & { answerMs?: number } = {},
) {
  const link = openHttpLink(
    { ...config, isContract: false },
    {
      log: pino({ level: 'silent' }),
      responseTimeoutMs: answerMs,
      progress: async () => ({ reference: 7, taken: new Set<number>() }),
      checkedForMs: 500,
      mayStillSend: async () => true,
      onChange() {},
      onGivenBack() {},
      receiptUrl: (id) => `http://godwit.test/v1/hooks/carriers/${id}/secret`,
      onDeliver: async () => 0,
      ...change,
    },
  );
  onTestFinished(() => link.close(0, 0));
  const late: SendOutcome[] = [];
  return Object.assign(link, {
    late,
    all: (some: readonly Outgoing[]) =>
      Promise.all(
        some.map((one) => link.send(one, { onTaken() {}, onLate: (outcome) => void late.push(outcome) })),
      ),
  });
}

type Item = { number: string; reference: string };
const itemsOf = ({ json }: Call) => json.to as Item[];
const takenAs = ({ number }: Item) => ({ number, state: 'taken', id: `id-${number}` });

/** Answers every request; returns those from now on. */
function answering(answer: (call: Call) => void): () => Call[] {
  const before = carrier.calls.length;
  carrier.onCall = answer;
  return () => carrier.calls.slice(before);
}
const takeAll = (call: Call) => call.answer(200, { results: itemsOf(call).map(takenAs) });
const sent = (carrierId: string) => ({ kind: 'sent', parts: 1, taken: [{ part: 1, carrierId }] });
const IN_DOUBT = { kind: 'inDoubt' };

describe('messages go together', () => {
  it('if they are first attempts of one campaign with one text, and each keeps its own id', async () => {
    const calls = answering(takeAll);
    const some = messages(3);
    const others = [
      message({ body: 'Another' }),
      message({ campaignId: 'other' }),
      message({ campaignId: null }),
      message({ attempts: 1 }),
      message({ sender: 'Shop' }),
    ];
    const outcomes = await open(batching()).all([...some, ...others]);
    expect(outcomes).toMatchObject([...some, ...others].map(({ recipient }) => sent(`id-${recipient}`)));
    const sizes = calls().map((call) => itemsOf(call).length);
    expect(sizes.toSorted()).toEqual([1, 1, 1, 1, 1, 3]);
    const batch = calls().find((call) => itemsOf(call).length === 3)!;
    expect(itemsOf(batch)).toEqual(
      some.map(({ id, recipient }) => ({ number: recipient, reference: referenceOf(id) })),
    );
    expect(batch.json.reference).toBe(referenceOf(...some.map(({ id }) => id)));
    expect(itemsOf(batch).map(({ reference }) => reference)).not.toContain(batch.json.reference);
  });

  it('at most as many as the carrier takes, and no number twice', async () => {
    const calls = answering(takeAll);
    const some = messages(6);
    const again = message({ recipient: some[5]!.recipient });
    await open(batching()).all([...some, again]);
    expect(calls().map((call) => itemsOf(call).length)).toEqual([5, 1, 1]);
  });

  it('without those that may not be sent any more', async () => {
    const calls = answering(takeAll);
    const [stopped, ...rest] = messages(3);
    const link = open(batching(), { checkedForMs: 0, mayStillSend: async ({ id }) => id !== stopped!.id });
    const outcomes = await link.all([stopped!, ...rest]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['retry', 'sent', 'sent']);
    expect(calls().map((call) => itemsOf(call).map(({ number }) => number))).toEqual([
      rest.map(({ recipient }) => recipient),
    ]);
  });

  it('within a burst of the rate, if the rate counts messages', async () => {
    const calls = answering(takeAll);
    const config = batching({ limits: { batch: 5, counts: 'messages' } }, { throughput: 30 });
    await open(config).all(messages(6));
    expect(calls().map((call) => itemsOf(call).length)).toEqual([3, 3]);
  });

  it('in a window that counts messages', async () => {
    const held: Call[] = [];
    answering((call) => void held.push(call));
    const link = open(batching({}, { connections: 2 }));
    expect(link.metrics()).toMatchObject({ sessions: 2, window: 10, inFlight: 0 });
    const sending = link.all(messages(7));
    await waitFor(() => held.length === 2, { what: 'two requests' });
    expect(link.metrics()).toMatchObject({ inFlight: 7 });
    for (const call of held) takeAll(call);
    await sending;
    expect(link.metrics()).toMatchObject({ inFlight: 0, taken: 7 });
  });

  it('more of them after the carrier took batches', async () => {
    answering(takeAll);
    const link = open(batching({}, { connections: 2 }));
    const before = link.capacity();
    await link.all(messages(5));
    await link.all(messages(5));
    expect(link.capacity()).toBeGreaterThan(before);
  });
});

describe('an answer to several messages', () => {
  it('may come in any order, and leaves a message without an outcome in doubt', async () => {
    answering((call) => call.answer(200, { results: itemsOf(call).slice(1).toReversed().map(takenAs) }));
    const some = messages(4);
    const outcomes = await open(batching()).all(some);
    expect(outcomes).toMatchObject([
      IN_DOUBT,
      ...some.slice(1).map(({ recipient }) => sent(`id-${recipient}`)),
    ]);
  });

  it('names messages by our references too', async () => {
    const config = batching();
    const each = { items: 'results', ref: 'reference', ok: 'id != null', id: 'id' };
    answering((call) =>
      call.answer(200, {
        results: itemsOf(call).map(({ reference }) => ({ reference, id: `id-${reference}` })),
      }),
    );
    const some = messages(2);
    const { profile } = config;
    const link = open({ ...config, profile: { ...profile, answer: { ...profile.answer, each } } });
    expect(await link.all(some)).toMatchObject(some.map(({ id }) => sent(`id-${referenceOf(id)}`)));
  });

  it('refuses single ones, and leaves those waiting for which the credit does not suffice', async () => {
    const states = ['taken', 'wrong', 'broke', 'strange'];
    answering((call) =>
      call.answer(200, {
        results: itemsOf(call).map((item, index) => ({ ...takenAs(item), state: states[index] })),
      }),
    );
    const link = open(batching());
    const outcomes = await link.all(messages(4));
    expect(outcomes).toMatchObject([
      { kind: 'sent' },
      { kind: 'rejected', carrierError: 'wrong' },
      { kind: 'retry', carrierError: 'broke' },
      IN_DOUBT,
    ]);
    expect(link.trouble()).toBe('the credit at the carrier is used up (broke)');
  });

  it('with one id for all gives it to each', async () => {
    answering((call) => call.answer(200, { id: 'campaign', duplicatesRemoved: 1 }));
    const link = open(batching({ answer: { format: 'json', ok: 'http == `200`', id: 'id' } }));
    expect(await link.all(messages(3))).toMatchObject(Array(3).fill(sent('campaign')));
  });

  it('that refuses all says nothing of each: they go alone, and only the wrong one fails', async () => {
    const some = messages(3);
    const wrong = some[1]!.recipient;
    const calls = answering((call) =>
      itemsOf(call).some(({ number }) => number === wrong) ? call.answer(400, {}) : takeAll(call),
    );
    const stored: (string | null)[] = [];
    const link = open(batching({ safe_repeats: true }), {
      storeReference: async (_ids, reference) => void stored.push(reference),
    });
    const outcomes = await link.all(some);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['sent', 'rejected', 'sent']);
    expect(calls().map((call) => itemsOf(call).length)).toEqual([3, 1, 1, 1]);
    expect(stored).toEqual([calls()[0]!.json.reference, null]);
    await link.all(some);
    expect(calls().map((call) => itemsOf(call).length)).toEqual([3, 1, 1, 1, 1, 1, 1]);
  });

  it('that does not come leaves each in doubt, and settles each when it comes late', async () => {
    const held: Call[] = [];
    answering((call) => void held.push(call));
    const link = open(batching(), { answerMs: 400 });
    const some = messages(3);
    expect(await link.all(some)).toMatchObject(Array(3).fill(IN_DOUBT));
    takeAll(held[0]!);
    await waitFor(() => link.late.length === 3, { what: 'the late outcomes' });
    expect(link.late).toMatchObject(some.map(({ recipient }) => sent(`id-${recipient}`)));
  });
});

describe('the reference of a batch', () => {
  const asked = { ask: { get: '/asked/{{ref}}', taken: 'taken', notTaken: 'notTaken' } };

  it('is stored before it is written, if the carrier can be asked about it', async () => {
    const stored: [readonly string[], string][] = [];
    const before: number[] = [];
    const calls = answering((call) => {
      before.push(stored.length);
      takeAll(call);
    });
    const some = messages(2);
    const link = open(batching(asked), {
      storeReference: async (ids, reference) => void stored.push([ids, reference!]),
    });
    await link.all(some);
    expect(before).toEqual([1]);
    expect(stored).toEqual([[some.map(({ id }) => id), calls()[0]!.json.reference]]);
    await link.all([message({ campaignId: null })]);
    expect(stored).toHaveLength(1);
  });

  it('that cannot be stored keeps the batch from being written', async () => {
    const calls = answering(takeAll);
    const link = open(batching(asked), {
      storeReference: async () => {
        throw new Error('the database is away');
      },
    });
    expect(await link.all(messages(2))).toMatchObject(Array(2).fill({ kind: 'retry', carrierError: null }));
    expect(calls()).toEqual([]);
  });
});
