import { ERROR_CODES } from '@godwit/contract/errorCodes';
import { expect, test } from 'vitest';
import { ApiError, noAnswer } from '../../api/errors.ts';
import type { Translate } from '../../text/useText.ts';
import { failureOf } from './outcome.ts';

const t = ((id: string) => id) as Translate;
const refused = (name: keyof typeof ERROR_CODES) =>
  failureOf(new ApiError(400, { code: ERROR_CODES[name], description: 'Words' }, null), t);

const AGAIN = { final: false, isKnown: false };

test('what got no answer, or another call has in hand, may be sent again under its key', () => {
  expect(failureOf(noAnswer(), t)).toMatchObject({ ...AGAIN, reason: 'send.noAnswer' });
  expect(refused('idempotencyInProgress')).toMatchObject({ ...AGAIN, reason: 'send.stillTaken' });
  for (const name of ['unavailable', 'tooManyRequests', 'insufficientBalance'] as const)
    expect(refused(name)).toMatchObject({ ...AGAIN, reason: 'Words' });
});

test('a message refused for what it is was never made, and has done with its key', () => {
  for (const name of ['invalidArgument', 'invalidNumber', 'countryBlocked', 'optedOut'] as const)
    expect(refused(name)).toMatchObject({ final: true, isKnown: true });
});

test('what is refused before its key is looked up may have been made by an earlier call', () => {
  expect(refused('notAllowed')).toMatchObject({ final: true, isKnown: false });
});

test('a key that stands for other words stays with these: only a change of them gets another one', () => {
  expect(refused('idempotencyReused')).toMatchObject({
    final: true,
    isKnown: false,
    reason: 'send.keyReused',
  });
});
