import { expect, it } from 'vitest';
import { retryFor } from './retry.ts';

const COUNTS = { recipients: 0, waiting: 0, sent: 0, delivered: 0, failed: 0, cancelled: 0, skipped: 0 };

it('counts who is sent to again, and leaves out who cannot get SMS or may have got it', () => {
  const failures = [
    { reason: 'NO_SUCH_NUMBER', count: 1 },
    { reason: 'NO_RECEIPT', count: 20 },
    { reason: 'REJECTED', count: 300 },
  ] as const;
  const skipped_by = { invalid: 2, landline: 4, balance: 5000, cancelled: 60_000 };
  const campaign = { counts: { ...COUNTS, cancelled: 70_000, skipped_by }, failures: [...failures] };
  expect(retryFor(campaign, false)).toEqual({
    count: 75_300,
    failed: 300,
    cancelled: 70_000,
    skipped: 5000,
    leftOut: { unreachable: 7, uncertain: 20 },
  });
  expect(retryFor(campaign, true)).toMatchObject({ skipped: 5004, leftOut: { unreachable: 3 } });
});
