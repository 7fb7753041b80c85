// The statuses of errors, by which a customer's program knows whether to repeat a submit.
import { commandStatus } from '@godwit/smpp/codec/status';
import { expect, it } from 'vitest';
import { statusOfError } from './errors.ts';

it.each([
  ['a database that is away', { code: 'ECONNREFUSED' }, commandStatus.ESME_RX_T_APPN],
  ['damaged data, which no repeat soon mends', { code: 'XX001' }, commandStatus.ESME_RSYSERR],
  ['a fault of ours', {}, commandStatus.ESME_RSYSERR],
])('%s', (_, fields, status) => {
  expect(statusOfError(Object.assign(new Error('it failed'), fields))).toBe(status);
});
