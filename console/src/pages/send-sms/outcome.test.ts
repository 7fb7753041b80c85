import { ERROR_CODES } from '@godwit/contract/errorCodes';
import { expect, test } from 'vitest';
import { ApiError, noAnswer } from '../../api/errors.ts';
import type { Translate } from '../../text/useText.ts';
import { failureOf } from './outcome.ts';

const t = ((id: string) => id) as Translate;
const refused = (name: keyof typeof ERROR_CODES) =>
  failureOf(new ApiError(400, { code: ERROR_CODES[name], description: 'Reason' }, null), t);

const RETRYABLE = { final: false, isUnsent: false };

test('a request without a response or still in progress can be retried with its key', () => {
  expect(failureOf(noAnswer(), t)).toMatchObject({ ...RETRYABLE, reason: 'send.noAnswer' });
  expect(refused('idempotencyInProgress')).toMatchObject({ ...RETRYABLE, reason: 'send.stillTaken' });
  for (const name of ['unavailable', 'tooManyRequests', 'insufficientBalance'] as const)
    expect(refused(name)).toMatchObject({ ...RETRYABLE, reason: 'Reason' });
});

test('an error about the message is final, and no message was created', () => {
  for (const name of ['invalidArgument', 'invalidNumber', 'countryBlocked', 'optedOut'] as const)
    expect(refused(name)).toMatchObject({ final: true, isUnsent: true });
});

test('an error before the key is looked up does not exclude a message of an earlier request', () => {
  expect(refused('notAllowed')).toMatchObject({ final: true, isUnsent: false });
});

test('a key that was used for another text fails until the text changes', () => {
  expect(refused('idempotencyReused')).toMatchObject({
    final: true,
    isUnsent: false,
    reason: 'send.keyReused',
  });
});
