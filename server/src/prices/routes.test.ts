import { indexPrices, type PriceRow, priceFor } from '@godwit/contract/payments/priceByPrefix';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeOwner } from '../../test/factories.ts';

const t = await testApp();

it.each([
  ['LK', 0.8],
  ['AU', 0.112],
])('shows the price list of region %s', async (region_code, toSriLanka) => {
  const { browser } = await makeOwner(t, { region_code });
  const prices = (await browser.get('/v1/web/prices')).json() as PriceRow[];
  expect(prices.length).toBeGreaterThan(42);
  expect(priceFor('+94771234567', indexPrices(prices))).toEqual({
    dial_prefix: '94',
    name: 'Sri Lanka',
    price: toSriLanka,
  });
});
