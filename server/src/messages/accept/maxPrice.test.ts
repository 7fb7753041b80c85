// max_price: exact to the micro-unit, in single messages, batches, forms and dry runs.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { checkMaxPrice } from './maxPrice.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeLiveSender(t);
/** Costs 1.6. */
const MESSAGE = { to: '+94771234567', from: 'Lanka Shop', body: 'a'.repeat(161) };

const post = (path: string, payload: object | string, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: sender.authorization.LIVE, ...headers },
    payload,
  });
const spent = async () =>
  (
    await pool.query(
      'select balance_micros, (select count(*) from messages) as messages from balances where team_id = $1',
      [sender.teamId],
    )
  ).rows[0];

describe('a message that costs 1.6', () => {
  it.each<[string, unknown, number | undefined]>([
    ['one micro below', '1.599999', 4010],
    ['the same as a number', 1.599999, 4010],
    ['nothing', 0, 4010],
    ['the price', '1.6', undefined],
    ['the price as a number', 1.6, undefined],
    ['one micro above', '1.600001', undefined],
    ['no limit', null, undefined],
    ['a seventh decimal', '1.6000001', 1002],
    ['a sum of floats', 0.1 + 0.2, 1002],
    ['a negative amount', -1, 1002],
    ['an exponent', '1e3', 1002],
    ['another way to write it', '1,60', 1002],
    ['an empty text', '', 1002],
    ['a boolean', true, 1002],
  ])('%s: %s', async (_what, max_price, code) => {
    const before = await spent();
    const dry = await post('/v1/messages', { ...MESSAGE, max_price, dry_run: true });
    expect(await spent()).toEqual(before);
    const answer = await post('/v1/messages', { ...MESSAGE, max_price });
    expect([answer.json().code, dry.json().code]).toEqual([code, code]);
    if (code === undefined) {
      expect(answer.statusCode).toBe(201);
      return;
    }
    expect(answer.json().fields).toHaveProperty('max_price');
    expect([answer.statusCode, await spent()]).toEqual([400, before]);
  });

  it('is refused with its price, and the key stays free', async () => {
    const key = { 'idempotency-key': 'dear' };
    const { description } = (await post('/v1/messages', { ...MESSAGE, max_price: 1 }, key)).json();
    expect(description).toMatch(/price is 1\.6 LKR, above max_price: nothing is sent or charged/);
    expect((await post('/v1/messages', { ...MESSAGE, max_price: 2 }, key)).statusCode).toBe(201);
  });

  it('has its own limit in a batch, and in a form', async () => {
    const messages = ['1.599999', '1.6', undefined].map((max_price) => ({ ...MESSAGE, max_price }));
    const { results } = (await post('/v1/messages/batch', { messages })).json();
    expect(results).toMatchObject([{ code: 4010 }, { cost: 1.6 }, { cost: 1.6 }]);
    const form = new URLSearchParams({ ...MESSAGE, max_price: '1.599999' }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post('/v1/messages', form, type)).json().code).toBe(4010);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });
});

it('compares any price and limit exactly', () => {
  const micros = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });
  const asText = (of: bigint) => `${of / 1_000_000n}.${String(of % 1_000_000n).padStart(6, '0')}`;
  const near = fc.tuple(micros, fc.bigInt({ min: -2n, max: 2n }));
  fc.assert(
    fc.property(near, fc.boolean(), ([limit, more], isNumber) => {
      const maxPrice = isNumber ? Number(asText(limit)) : asText(limit);
      const cost = limit + more < 0n ? 0n : limit + more;
      expect(checkMaxPrice(cost, maxPrice, 'LKR')?.refused).toBe(cost > limit ? 'priceAboveMax' : undefined);
    }),
  );
});
