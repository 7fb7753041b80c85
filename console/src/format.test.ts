// Formats of dates, numbers and money.
import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatCounts,
  formatDay,
  formatDisplayed,
  formatLocal,
  formatMoney,
  formatPrice,
  formatUtc,
  shortId,
} from './format.ts';

describe('money', () => {
  it('puts a space after a symbol that ends in a letter', () => {
    expect(formatMoney(48250, 'Rs')).toBe('Rs\u00a048,250.00');
    expect(formatMoney(12.5, '$')).toBe('$12.50');
    expect(formatMoney(12.5, 'A$')).toBe('A$12.50');
    expect(formatDisplayed('1,000.00', 'Rs')).toBe('Rs\u00a01,000.00');
  });

  it('shows the codes of currencies to staff as the symbols that customers see', () => {
    expect(formatDisplayed('100.15', 'AUD')).toBe('A$100.15');
    expect(formatMoney(1000, 'LKR')).toBe('Rs\u00a01,000.00');
  });

  it('keeps the minus before the symbol', () => {
    expect(formatMoney(-3, '$')).toBe('-$3.00');
    expect(formatMoney(-3, 'Rs')).toBe('-Rs\u00a03.00');
  });

  it('shows prices with up to four decimals', () => {
    expect(formatPrice(0.8, 'Rs')).toBe('Rs\u00a00.80');
    expect(formatPrice(0.0525, '$')).toBe('$0.0525');
  });
});

describe('dates', () => {
  it('show a local time unchanged', () => {
    expect(formatLocal('2026-09-02T14:30:00')).toBe('02 Sep 2026, 14:30');
    expect(formatLocal('2026-11-24 04:00:00')).toBe('24 Nov 2026, 04:00');
  });

  it('abbreviate months to three letters, also September', () => {
    expect(formatDay('2026-09-02T12:00:00.000Z')).toBe('02 Sep 2026');
  });

  it('show the exact instant in UTC', () => {
    expect(formatUtc('2026-11-20T14:32:08.114Z')).toBe('2026-11-20 14:32:08.114 UTC');
  });
});

it('separates thousands', () => {
  expect(formatCount(12486)).toBe('12,486');
  expect([formatCounts(1, 1200), formatCounts(2, 2)]).toEqual(['1–1,200', '2']);
});

it('shortens long ids in the middle', () => {
  expect(shortId('019aa0b4-7c1e-7d20-9b55-e41d0a3f9c21')).toBe('019aa0b4…3f9c21');
  expect(shortId('short')).toBe('short');
});
