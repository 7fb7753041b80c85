import { describe, expect, it } from 'vitest';
import { type Evidence, failuresOf, judge } from './judge.ts';
import type { CarrierEvent, Plan, Row, Send, Take } from './record.ts';

const TO = '+94711000010';
const AT = 1_000_000;

const send = (change: Partial<Send> = {}): Send => ({
  account: 0,
  mode: 'LIVE',
  kind: 'single',
  to: TO,
  callback: null,
  statuses: [201],
  ids: ['m1'],
  ...change,
});
const row = (change: Partial<Row> = {}): Row => ({
  id: 'm1',
  to: TO,
  mode: 'LIVE',
  status: 'DELIVERED',
  failure: null,
  ...change,
});
const take = (change: Partial<Take> = {}): Take => ({
  kind: 'take',
  at: AT,
  n: 1,
  link: 'hex',
  to: TO,
  from: 'Lanka Shop',
  part: 1,
  parts: 1,
  receiptId: '1',
  spoiled: null,
  ...change,
});
const answer = (n: number, at: number): CarrierEvent => ({ kind: 'answer', n, at });

/** A message that was sent and delivered correctly, with a test's changes. */
function verdictOf(change: Partial<Evidence> & { planned?: Plan } = {}) {
  const { planned = 'DELIVERED', ...evidence } = change;
  return judge({
    sends: [send()],
    rows: [row()],
    events: [take(), answer(1, AT + 5)],
    calls: [],
    disruptions: [],
    plan: () => planned,
    ...evidence,
  });
}

describe('the judge of chaos', () => {
  it('finds nothing if every message reached its outcome', () => {
    expect(failuresOf(verdictOf(), 0)).toEqual([]);
  });

  it.each<[string, Partial<Evidence>]>([
    ['answered 201, not in the log', { rows: [] }],
    ['answered 201 as one message, in the log as another', { rows: [row({ id: 'm2' })] }],
    ['delivered in the log, never taken', { events: [] }],
    ['sent in the log, one part never taken', { events: [take({ parts: 2 })] }],
    [
      'a recipient of a campaign without a message',
      { sends: [send({ kind: 'campaign', ids: [] })], rows: [] },
    ],
  ])('reports lost: %s', (_, evidence) => {
    expect(verdictOf(evidence).lost).toHaveLength(1);
    expect(failuresOf(verdictOf(evidence), 0)).toEqual(['1 lost']);
  });

  it('accepts a message sent over a second link in another number of parts', () => {
    const events = [take({ parts: 2 }), take({ n: 2, link: 'second' }), answer(2, AT + 5)];
    expect(verdictOf({ events }).lost).toEqual([]);
  });

  it.each(['ACCEPTED', 'SENT'])('reports not final: %s', (status) => {
    const verdict = verdictOf({ rows: [row({ status })] });
    expect(failuresOf(verdict, 0)).toEqual(['1 not final']);
  });

  it('allows a message to wait if the carrier gave no usable id, once it is sent', () => {
    const events = [take({ spoiled: 'empty' }), answer(1, AT + 5)];
    const sent = verdictOf({ events, rows: [row({ status: 'SENT' })] });
    expect([sent.withoutId, failuresOf(sent, 0)]).toEqual([1, []]);
    const accepted = verdictOf({ events, rows: [row({ status: 'ACCEPTED' })] });
    expect(failuresOf(accepted, 0)).toEqual(['1 not final']);
  });

  it.each<[string, Partial<Evidence> & { planned?: Plan }]>([
    ['delivered, the carrier reported otherwise', { planned: 'UNDELIVERABLE' }],
    [
      'undelivered, the carrier reported otherwise',
      { rows: [row({ status: 'FAILED', failure: 'UNDELIVERED' })] },
    ],
    ['refused by a carrier that took it', { rows: [row({ status: 'FAILED', failure: 'REJECTED' })] }],
    ['stored twice', { rows: [row(), row({ id: 'm2' })] }],
    ['stored though refused', { sends: [send({ statuses: [400], ids: [] })] }],
    ['TEST at a carrier', { sends: [send({ mode: 'TEST' })], rows: [row({ mode: 'TEST' })] }],
    ['a contradicting callback', { calls: [{ id: 'm1', status: 'FAILED' }] }],
  ])('reports wrong: %s', (_, evidence) => {
    expect(failuresOf(verdictOf(evidence), 0)).toEqual(['1 wrong']);
  });

  it('accepts either of two receipts as the first only if they came together', () => {
    const receipts = (secondAt: number): CarrierEvent[] => [
      take(),
      answer(1, AT + 5),
      { kind: 'receipt', n: 1, at: AT + 500, state: 'DELIVERED', first: true },
      { kind: 'receipt', n: 1, at: secondAt, state: 'UNDELIVERABLE', first: false },
    ];
    const rows = [row({ status: 'FAILED', failure: 'UNDELIVERED' })];
    expect(failuresOf(verdictOf({ rows, events: receipts(AT + 600) }), 0)).toEqual([]);
    expect(failuresOf(verdictOf({ rows, events: receipts(AT + 9_000) }), 0)).toEqual(['1 wrong']);
  });

  it('accepts that an unanswered request was carried out', () => {
    const verdict = verdictOf({ sends: [send({ statuses: [0], ids: [] })] });
    expect([verdict.unanswered, failuresOf(verdict, 0)]).toEqual([1, []]);
  });

  describe('with a part accepted twice', () => {
    const twice = [take(), answer(1, AT + 5), take({ n: 2, at: AT + 60_000 }), answer(2, AT + 60_005)];
    const kill = { what: 'kill -9 server', from: AT + 10, until: AT + 10 };

    it('counts it towards the kills', () => {
      const verdict = verdictOf({ events: twice, disruptions: [kill] });
      expect([verdict.duplicates, failuresOf(verdict, 0)]).toEqual([1, []]);
    });

    it('fails without a kill that explains it', () => {
      const later = { ...kill, from: AT + 30_000, until: AT + 30_000 };
      const failures = failuresOf(verdictOf({ events: twice, disruptions: [later] }), 0);
      expect(failures).toEqual(['1 duplicates without a kill']);
    });

    it('counts a part of a long message that waits for its last one', () => {
      const events = twice.map((event) => (event.kind === 'take' ? { ...event, parts: 2 } : event));
      const disruption = { ...kill, from: AT + 10_100, until: AT + 10_100 };
      expect(verdictOf({ events, disruptions: [disruption] }).duplicatesWithoutKill).toEqual([]);
      expect(verdictOf({ events: twice, disruptions: [disruption] }).duplicatesWithoutKill).toHaveLength(1);
    });

    it('fails above the bound', () => {
      const verdict = { ...verdictOf({ events: twice, disruptions: [kill] }), bound: 0 };
      expect(failuresOf(verdict, 0)).toEqual(['1 duplicates, 0 are the bound']);
    });

    it.each<[string, CarrierEvent[]]>([
      ['never answered', []],
      ['answered too late', [answer(1, AT + 12_000)]],
      [
        'answered into a connection that was cut',
        [answer(1, AT + 5), { kind: 'cut', at: AT + 50, link: 'hex' }],
      ],
      [
        'answered after its connection was cut',
        [{ kind: 'cut', at: AT + 50, link: 'hex' }, answer(1, AT + 1_400)],
      ],
    ])('is listed separately if the first was %s', (_, events) => {
      const verdict = verdictOf({ events: [take(), ...events, take({ n: 2, at: AT + 60_000 })] });
      expect([verdict.duplicates, verdict.afterSilence, failuresOf(verdict, 0)]).toEqual([0, 1, []]);
    });
  });

  it('fails on a ledger difference', () => {
    expect(failuresOf(verdictOf(), 2)).toEqual(['2 differences in the ledger']);
  });

  it('accepts a failed long message only if parts stayed in doubt', () => {
    const rows = [row({ status: 'FAILED', failure: 'UNDELIVERED' })];
    const parts = [1, 2].map((part) => take({ n: part, part, parts: 2 }));
    const both = [...parts, answer(1, AT + 5), answer(2, AT + 5)];
    expect(verdictOf({ rows, events: both }).wrong).toHaveLength(1);
    expect(verdictOf({ rows, events: [...parts, answer(1, AT + 5)] }).wrong).toEqual([]);
    const disruption = { what: 'kill -9 server', from: AT, until: AT } as Evidence['disruptions'][number];
    expect(verdictOf({ rows, events: both, disruptions: [disruption] }).wrong).toEqual([]);
  });
});
