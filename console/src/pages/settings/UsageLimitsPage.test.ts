// Tests the usage limits form: its initial values, and the request for its changes.
import { dailyLimitRequest } from '@godwit/contract/projects';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type LimitValues, limitProblem, toLimitForm, toLimitValues } from './UsageLimitsPage.tsx';

const saved = { daily_limit: 500, daily_warn_pct: 0.8 };
const values = (part: Partial<LimitValues> = {}): LimitValues => ({ ...toLimitValues(saved), ...part });

describe('a change', () => {
  it.each([
    ['nothing', {}, null],
    ['the same amount in another format', { limit: ' 500.00 ' }, null],
    ['a limit', { limit: '1,250.50' }, { daily_limit: '1250.50' }],
    ['a warning', { warnPercent: 60 }, { daily_warn_pct: '0.6' }],
    ['both', { limit: '20', warnPercent: 0 }, { daily_limit: '20', daily_warn_pct: '0' }],
    ['no warning', { warnOn: false }, { clear_daily_warn: true }],
    [
      'no limit, which also removes the warning',
      { limitOn: false, warnOn: true },
      { clear_daily_limit: true },
    ],
  ])('of %s', (_, part, form) => {
    expect(toLimitForm(values(part), saved)).toEqual(form);
  });

  it('from no limit to a limit with a warning', () => {
    const none = { daily_limit: null, daily_warn_pct: null };
    const next = { ...toLimitValues(none), limitOn: true, limit: '300', warnOn: true };
    expect(toLimitForm(toLimitValues(none), none)).toBeNull();
    expect(toLimitForm(next, none)).toEqual({ daily_limit: '300', daily_warn_pct: '0.8' });
  });

  it('matches the server’s schema, and is null once it is saved', () => {
    const amount = fc
      .integer({ min: 1, max: 9_999_999_999 })
      .map((tenThousandths) => tenThousandths / 10_000);
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(amount, fc.boolean(), percent, (limit, warnOn, warnPercent) => {
        const next = { limitOn: true, limit: String(limit), warnOn, warnPercent };
        const form = toLimitForm(next, { daily_limit: null, daily_warn_pct: null });
        expect(limitProblem(next)).toBeNull();
        expect(dailyLimitRequest.safeParse(form).success).toBe(true);
        const after = { daily_limit: limit, daily_warn_pct: warnOn ? warnPercent / 100 : null };
        expect(toLimitForm(next, after)).toBeNull();
      }),
    );
  });
});

test.each(['', '0', '-5', '1000000000', '1e9', '1e3', 'plenty', '1.23456', '٥٠٠'])(
  'a limit of "%s" is invalid, unless the limit is switched off',
  (limit) => {
    expect(limitProblem({ limitOn: true, limit })).toMatch(/^The daily limit must be more than 0/);
    expect(limitProblem({ limitOn: false, limit })).toBeNull();
  },
);
