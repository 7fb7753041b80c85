import { describe, expect, it } from 'vitest';
import { indexPrices, priceFor } from './priceByPrefix.ts';

const prices = indexPrices([
  { dial_prefix: '', name: 'Rest of the world' },
  { dial_prefix: '1', name: 'United States and Canada' },
  { dial_prefix: '1876', name: 'Jamaica' },
  { dial_prefix: '94', name: 'Sri Lanka' },
]);

describe('priceFor', () => {
  it.each([
    ['+94771234567', 'Sri Lanka'],
    ['94771234567', 'Sri Lanka'],
    ['+12025550123', 'United States and Canada'],
    ['+18765550123', 'Jamaica'],
    ['+999123', 'Rest of the world'],
  ])('finds the most specific prefix of %s', (number, name) => {
    expect(priceFor(number, prices)?.name).toBe(name);
  });

  it('finds nothing where no prefix fits', () => {
    expect(priceFor('+61412345678', indexPrices([{ dial_prefix: '94', name: 'Sri Lanka' }]))).toBeNull();
  });
});
