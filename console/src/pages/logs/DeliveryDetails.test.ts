import type { MessageDetail } from '@godwit/contract/messages/messages';
import { describe, expect, test } from 'vitest';
import { stepsOf } from '../../components/message/MessageProgress.tsx';
import { formatSeconds, shareOfSlowest, timelineOf } from './DeliveryDetails.tsx';

type Timed = Parameters<typeof timelineOf>[0];

const NONE = { queued_at: null, sent_at: null, delivered_at: null, failed_at: null };
const at = (time: string) => `2026-11-20T14:32:${time}Z`;

function message(
  status: MessageDetail['status'],
  events: Partial<MessageDetail['events']>,
  code?: string,
): Timed {
  return {
    platform: 'API',
    status,
    events: { accepted_at: at('08.114'), ...NONE, ...events },
    failure: code ? { code, reason: null, description: 'Text' } : null,
  };
}

const DELIVERED = message('DELIVERED', {
  queued_at: at('08.121'),
  sent_at: at('08.630'),
  delivered_at: at('11.402'),
});
const brief = (timed: Timed) =>
  timelineOf(timed).map(({ event, platform, elapsedMs }) => [event, platform, elapsedMs]);

describe('delivery steps', () => {
  test('each is timed from the previous one', () => {
    expect(brief(DELIVERED)).toEqual([
      ['accepted', 'API', null],
      ['queued', 'godwit', 7],
      ['sent', 'carrier', 509],
      ['delivered', 'handset', 2772],
    ]);
  });

  test.each(['API', 'WEB', 'CAMPAIGN'] as const)(
    'start on the platform that accepted the message: %s',
    (platform) => {
      expect(timelineOf({ ...DELIVERED, platform })[0]?.platform).toBe(platform);
    },
  );

  test('steps to come have no time', () => {
    expect(brief(message('ACCEPTED', { queued_at: at('08.121') }))).toEqual([
      ['accepted', 'API', null],
      ['queued', 'godwit', 7],
      ['sent', 'carrier', null],
      ['delivered', 'handset', null],
    ]);
  });

  test('a skipped step is left out, and the next is timed from the last one that happened', () => {
    expect(brief(message('SENT', { sent_at: at('08.630') }))).toEqual([
      ['accepted', 'API', null],
      ['sent', 'carrier', 516],
      ['delivered', 'handset', null],
    ]);
  });

  test('a failure ends the list, at the carrier or in Godwit', () => {
    const undelivered = { queued_at: at('08.121'), sent_at: at('08.630'), failed_at: at('09.000') };
    expect(brief(message('FAILED', undelivered, 'UNDELIVERED')).at(-1)).toEqual(['failed', 'carrier', 370]);
    const rejected = message('FAILED', { queued_at: at('08.121'), failed_at: at('09.000') }, 'REJECTED');
    expect(brief(rejected).map(([event]) => event)).toEqual(['accepted', 'queued', 'failed']);
    expect(timelineOf(rejected).at(-1)?.platform).toBe('carrier');
    const cancelled = message('CANCELLED', { failed_at: at('09.000') }, 'CANCELLED');
    expect(timelineOf(cancelled).at(-1)?.platform).toBe('godwit');
  });

  test('a receipt stamped before its answer takes no negative time', () => {
    const early = message('DELIVERED', { sent_at: at('09.000'), delivered_at: at('08.990') });
    expect(timelineOf(early).at(-1)?.elapsedMs).toBe(0);
  });
});

describe('the progress of a message', () => {
  const stops = (timed: Timed) => stepsOf(timed).map(({ event, at: reached }) => [event, reached !== null]);

  test('leads from the queue to the handset', () => {
    expect(stepsOf(DELIVERED)).toEqual([
      { event: 'queued', at: at('08.121') },
      { event: 'sent', at: at('08.630') },
      { event: 'delivered', at: at('11.402') },
    ]);
    expect(stops(message('SENT', { queued_at: at('08.121'), sent_at: at('08.630') }))).toEqual([
      ['queued', true],
      ['sent', true],
      ['delivered', false],
    ]);
  });

  test('begins with the acceptance while the message is scheduled', () => {
    expect(stops(message('ACCEPTED', {}))).toEqual([
      ['accepted', true],
      ['sent', false],
      ['delivered', false],
    ]);
  });

  test('ends at the failure or cancellation', () => {
    const undelivered = { queued_at: at('08.121'), sent_at: at('08.630'), failed_at: at('09.000') };
    expect(stops(message('FAILED', undelivered, 'UNDELIVERED'))).toEqual([
      ['queued', true],
      ['sent', true],
      ['failed', true],
    ]);
    expect(stops(message('CANCELLED', { failed_at: at('09.000') }, 'CANCELLED'))).toEqual([
      ['accepted', true],
      ['cancelled', true],
    ]);
  });

  test('leaves out sending if the receipt came first', () => {
    expect(stops(message('DELIVERED', { queued_at: at('08.121'), delivered_at: at('09.000') }))).toEqual([
      ['queued', true],
      ['delivered', true],
    ]);
  });
});

test('elapsed time has three decimals', () => {
  expect(formatSeconds(7)).toBe('0.007');
  expect(formatSeconds(2772)).toBe('2.772');
  expect(formatSeconds(3_600_000)).toBe('3,600.000');
});

test('bars compare with the slowest step', () => {
  const steps = timelineOf(DELIVERED);
  expect(steps.map((step) => shareOfSlowest(step, steps))).toEqual([0, 7 / 2772, 509 / 2772, 1]);
  const single = timelineOf(message('FAILED', {}));
  expect(single.map((step) => shareOfSlowest(step, single))).toEqual([0]);
});
