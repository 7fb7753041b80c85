import { FAILURES } from '@godwit/contract/messages/failures';
import { CARRIER_REASONS } from '@godwit/contract/messages/statuses';
import { commandStatus } from '@godwit/smpp/codec/status';
import { describe, expect, it } from 'vitest';
import { failureOf } from './explainFailure.ts';

const reasonOf = (carrierError: string) => failureOf({ failure: 'UNDELIVERED', carrierError })?.reason;

describe('a failure', () => {
  it.each([
    ['001', 'NO_SUCH_NUMBER'],
    ['1', 'NO_SUCH_NUMBER'],
    ['027', 'UNREACHABLE'],
    ['032', 'PHONE_FULL'],
    ['EXPIRED', 'UNREACHABLE'],
    ['REJECTED', 'REFUSED'],
    ['ESME_RINVDSTADR', 'NUMBER_REFUSED'],
    ['ESME_RINVSRCADR', 'SENDER_REFUSED'],
  ] as const)('with the code %s says what to do', (error, reason) => {
    expect(failureOf({ failure: 'REJECTED', carrierError: error })).toEqual({
      code: 'REJECTED',
      reason,
      description: CARRIER_REASONS[reason],
    });
  });

  it.each(['000', '999', 'UNDELIVERABLE', '0x0000040B', 'ESME_RTHROTTLED', 'toString', '1e0'])(
    'with the code %s, which does not concern the message, keeps its own words',
    (error) => {
      expect(reasonOf(error)).toBeNull();
    },
  );

  it('never shows customers a protocol name or a code', () => {
    const errors = [...Object.keys(commandStatus), '0x0000040B', '001', 'EXPIRED'];
    for (const carrierError of errors) {
      const { description } = failureOf({ failure: 'REJECTED', carrierError })!;
      expect(description).not.toMatch(/ESME|0x|\d/);
    }
  });

  it('without a carrier’s code has the words of its own code, and none has none', () => {
    const { description } = FAILURES.CANCELLED;
    expect(failureOf({ failure: 'CANCELLED', carrierError: null })).toEqual({
      code: 'CANCELLED',
      reason: null,
      description,
    });
    expect(failureOf({ failure: null, carrierError: null })).toBeNull();
  });
});
