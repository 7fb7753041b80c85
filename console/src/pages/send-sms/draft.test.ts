import { countSegments } from '@godwit/contract/segments';
import dayjs from 'dayjs';
import { describe, expect, test } from 'vitest';
import {
  afterSending,
  checkDraft,
  EMPTY_DRAFT,
  formatPicked,
  nextHour,
  PICKER_FORMAT,
  sendAtOf,
} from './draft.ts';

const NOW = new Date('2026-11-20T09:00:00Z');
const picked = (instant: string) => dayjs(instant).format(PICKER_FORMAT);

function check({
  body = 'Hello',
  at = null as string | null,
  sendable = 1,
  from = 'SANDBOX' as string | null,
}) {
  const count = countSegments(body, { promotional: false });
  return checkDraft({ ...EMPTY_DRAFT, body, at }, { sendable, count, from, now: NOW });
}

describe('what keeps a draft from being sent', () => {
  test('nothing, when all is there', () => {
    expect(check({})).toEqual({});
  });

  test('no good number, no text, no sender', () => {
    expect(check({ body: ' \n', sendable: 0, from: null })).toEqual({
      numbers: 'send.numbersRequired',
      content: 'send.contentRequired',
      sender: 'send.senderRequired',
    });
  });

  test('more than ten segments', () => {
    expect(check({ body: 'ක'.repeat(700) })).toEqual({});
    expect(check({ body: 'ක'.repeat(701) })).toEqual({ content: 'send.tooLong' });
  });

  test('a time that has passed, but for the minute that clocks may differ by', () => {
    expect(check({ at: picked('2026-11-20T08:59:30Z') })).toEqual({});
    expect(check({ at: picked('2026-11-20T08:58:59Z') })).toEqual({ time: 'send.timePast' });
  });

  test('a time more than a year ahead', () => {
    expect(check({ at: picked('2027-11-20T09:00:00Z') })).toEqual({});
    expect(check({ at: picked('2027-11-20T09:00:01Z') })).toEqual({ time: 'send.timeFar' });
  });
});

describe('the sending time', () => {
  test('goes out as UTC without fractions; immediately is null', () => {
    expect(sendAtOf(picked('2026-11-20T14:30:00Z'))).toBe('2026-11-20T14:30:00Z');
    expect(sendAtOf(null)).toBeNull();
  });

  test('is written as the specification has it', () => {
    expect(formatPicked('2026-11-20 14:05:00')).toBe('11/20/2026 2:05 PM');
  });

  test('starts at the next full hour', () => {
    expect(nextHour(new Date(2026, 10, 20, 14, 32, 8))).toBe('2026-11-20 15:00:00');
  });
});

describe('after sending', () => {
  const draft = { typed: ['+94774128830', '077'], body: 'Hello', from: 'LankaRetail', at: null };

  test('what was not sent stays, with its text', () => {
    expect(afterSending(draft, (typed) => typed === '077')).toEqual({ ...draft, typed: ['077'] });
  });

  test('once every number has gone the form is empty, but for the chosen sender', () => {
    expect(afterSending(draft, () => false)).toEqual({ ...EMPTY_DRAFT, from: 'LankaRetail' });
  });
});
