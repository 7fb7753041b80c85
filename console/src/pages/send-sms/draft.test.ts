import { countSegments } from '@godwit/contract/segments';
import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { afterSending, checkDraft, EMPTY_DRAFT, firstDraft } from './draft.ts';
import { readNumbers } from './numbers.ts';

const NOW = new Date('2026-11-20T09:00:00Z');

function check({
  body = 'Hello',
  at = null as string | null,
  sendable = 1,
  from = 'SANDBOX' as string | null,
}) {
  const count = countSegments(body, { promotional: false });
  return checkDraft({ ...EMPTY_DRAFT, body, at }, { sendable, count, from, timezone: 'UTC', now: NOW });
}

describe('what keeps a draft from being sent', () => {
  test('nothing, when all is there', () => {
    expect(check({})).toEqual({});
  });

  test('no good number, no text, no sender', () => {
    expect(check({ body: ' \n', sendable: 0, from: null })).toEqual({
      typed: 'send.numbersRequired',
      body: 'send.contentRequired',
      from: 'send.senderRequired',
    });
  });

  test('more than ten segments', () => {
    expect(check({ body: 'ක'.repeat(700) })).toEqual({});
    expect(check({ body: 'ක'.repeat(701) })).toEqual({ body: 'send.tooLong' });
  });

  test('a time that has passed', () => {
    expect(check({ at: '2026-11-01 12:00:00' })).toEqual({ at: 'send.timePast' });
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

test.each(['LK', 'AU'] as const)(
  'the first message of a team in %s goes to a number of the simulator',
  (region) => {
    const { typed, ...rest } = firstDraft(region);
    const [{ key, problem } = { key: '', problem: null }] = readNumbers(typed, parse, region).entries;
    expect(key).toMatch(/^\+(94|61)\d+0001$/);
    expect(problem).toBeNull();
    expect(rest).toEqual({ body: '', from: null, at: null });
  },
);
