import type { Summary } from '@godwit/contract/stats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextId } from '../../text/catalogue.ts';
import { home } from '../../text/home/en.ts';
import { formatMessage } from '../../text/message.ts';
import { sentencesOf, shareOf, timeOf } from './summary.ts';

const days = { current_from: '2026-11-14', current_to: '2026-11-20' };
const summary = (values: Partial<Summary>): Summary => ({
  ...days,
  total: 100,
  delivered: 97,
  failed: 3,
  waiting: 0,
  delivery: { median_seconds: 2.08, delivered: 97, is_all: true },
  spend_per_day: 8,
  ...values,
});

type Values = Parameters<typeof formatMessage<string | number>>[2];
const inEnglish = (id: TextId, values: Values): string =>
  formatMessage((home as Partial<Record<TextId, string>>)[id] ?? id, 'en', values).join('');
/** The summary as shown on screen, without tags. */
const summaryText = (values: Partial<Summary>, mode: 'TEST' | 'LIVE' = 'LIVE', balance = 100, range = '7d') =>
  sentencesOf(summary(values), mode, balance)
    .map(({ id, values }) =>
      inEnglish(id, {
        ...values,
        period: inEnglish('home.period', { range, days: '14 Nov – 20 Nov 2026' }),
        within: values.unit ? inEnglish('home.time', values) : '',
        why: (chunks) => chunks.join(''),
      }),
    )
    .join(' ')
    // A no-break space keeps a number and its unit on one line.
    .replaceAll('\u00a0', ' ');

describe('the summary states', () => {
  test.each<[name: string, Partial<Summary>, text: string]>([
    [
      'how many messages arrived and how fast',
      {},
      'In the last 7 days 97% of 100 messages were delivered, half of them within 2.1 s. 3 messages failed. At the pace of all projects of the team the balance lasts 12 days.',
    ],
    [
      'the sample if the speed is not of all messages',
      {
        total: 5000,
        delivered: 4850,
        failed: 150,
        delivery: { median_seconds: 75, delivered: 960, is_all: false },
      },
      'In the last 7 days 97% of 5,000 messages were delivered; half of the latest 960 within 1.3 min. 150 messages failed. At the pace of all projects of the team the balance lasts 12 days.',
    ],
    [
      '"all" if all arrived',
      { total: 97, failed: 0 },
      'In the last 7 days all 97 messages were delivered, half of them within 2.1 s. At the pace of all projects of the team the balance lasts 12 days.',
    ],
    [
      'a single message in the singular',
      {
        total: 1,
        delivered: 1,
        failed: 0,
        delivery: { median_seconds: 0.01, delivered: 1, is_all: true },
        spend_per_day: 75,
      },
      'In the last 7 days 1 message was sent, and it was delivered within 0.1 s. At the pace of all projects of the team the balance lasts 1 day.',
    ],
    [
      'that no message was sent',
      { total: 0, delivered: 0, failed: 0, delivery: null, spend_per_day: null },
      'In the last 7 days no messages were sent.',
    ],
    [
      'that all messages are waiting',
      { delivered: 0, failed: 0, waiting: 100, delivery: null, spend_per_day: null },
      'In the last 7 days 100 messages were accepted, and all are still waiting.',
    ],
    [
      'that one message is waiting',
      { total: 1, delivered: 0, failed: 0, waiting: 1, delivery: null, spend_per_day: null },
      'In the last 7 days 1 message was accepted, and it is still waiting.',
    ],
    [
      'that no message was delivered yet',
      { total: 3, delivered: 0, failed: 1, waiting: 2, delivery: null, spend_per_day: null },
      'In the last 7 days none of 3 messages was delivered. 1 message failed. 2 messages are still waiting.',
    ],
    [
      'no delivery time if none of the newest was delivered',
      { total: 9000, failed: 0, delivered: 4500, waiting: 4500, delivery: null, spend_per_day: null },
      'In the last 7 days 50% of 9,000 messages were delivered. 4,500 messages are still waiting.',
    ],
    [
      'that the balance lasts less than a day',
      { spend_per_day: 101 },
      'In the last 7 days 97% of 100 messages were delivered, half of them within 2.1 s. 3 messages failed. At the pace of all projects of the team the balance lasts less than a day.',
    ],
    [
      'that the balance lasts more than a year',
      { failed: 0, spend_per_day: 0.02 },
      'In the last 7 days 97% of 100 messages were delivered, half of them within 2.1 s. At the pace of all projects of the team the balance lasts more than a year.',
    ],
  ])('%s', (_name, values, text) => {
    expect(summaryText(values)).toBe(text);
  });

  test.each([0, -5])('that a balance of %d is used up, whatever was spent', (balance) => {
    const text = 'The balance is used up: LIVE messages are refused until it is topped up.';
    expect(summaryText({ spend_per_day: null }, 'LIVE', balance)).toMatch(text);
    expect(summaryText({ spend_per_day: 8 }, 'LIVE', balance)).toMatch(text);
    expect(summaryText({}, 'LIVE', balance)).not.toMatch('pace');
  });

  test('no balance in TEST', () => {
    expect(summaryText({}, 'TEST', 0)).not.toMatch('balance');
    expect(summaryText({}, 'TEST', 100)).not.toMatch('balance');
  });

  test.each([
    ['1d', 'Today 97%'],
    ['4w', 'In the last 4 weeks 97%'],
    ['3m', 'In the last 3 months 97%'],
    ['12m', 'In the last 12 months 97%'],
    ['custom', '14 Nov – 20 Nov 2026: 97%'],
  ])('the period of %s', (range, text) => {
    expect(summaryText({}, 'LIVE', 100, range)).toContain(text);
  });
});

describe('a share', () => {
  test.each([
    [97, 100, 0.97],
    [1, 2, 0.5],
    [9999, 10_000, 0.999],
    [999_999, 1_000_000, 0.999],
    [995, 1000, 0.995],
    [1, 1_000_000, 0.001],
    [1, 150, 0.007],
  ])('of %d in %d is %d', (part, whole, share) => {
    expect(shareOf(part, whole)).toBe(share);
  });

  test('of some messages is never 0% or 100%', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e8 }), fc.integer({ min: 1, max: 1e8 }), (part, more) => {
        const share = shareOf(part, part + more);
        expect(share).toBeGreaterThan(0);
        expect(share).toBeLessThan(1);
      }),
    );
  });
});

test.each([
  [0, { time: 0.1, unit: 'second' }],
  [2.08, { time: 2.1, unit: 'second' }],
  [12.6, { time: 13, unit: 'second' }],
  [90, { time: 1.5, unit: 'minute' }],
  [3000, { time: 50, unit: 'minute' }],
  [7200, { time: 2, unit: 'hour' }],
])('%d s are shown as %j', (seconds, time) => {
  expect(timeOf(seconds)).toEqual(time);
});
