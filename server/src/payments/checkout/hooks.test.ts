// Limits and turns of the notices of an address: a flood is refused beyond a limit, and delays its own
// address only.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { waitFor } from '../../../test/database.ts';
import { makeOwner } from '../../../test/factories.ts';
import { balanceOf, openTestProviders } from '../../../test/payments.ts';

const { stripe, settings, ...paying } = await openTestProviders();
const t = await testApp(settings);
const { pool } = t.services;

/** A payment that was begun at Stripe, by a team of its own. */
async function begun(amount = '1000') {
  const { browser } = await makeOwner(t);
  return { browser, ...(await paying.atStripe({ browser }, amount)) };
}

describe('notices from one address', () => {
  const from = (remoteAddress: string, payload: string) =>
    t.app.inject({
      method: 'POST',
      url: '/v1/hooks/stripe',
      headers: { 'content-type': 'application/json', ...stripe.signature(payload) },
      payload,
      remoteAddress,
    });

  const countWaiting = async () =>
    (
      await pool.query<{ n: number }>(
        "select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rows[0]!.n;

  it('are rate-limited even if validly signed, without limiting other addresses', async () => {
    const nothing = stripe.event('customer.created', { id: 'cus_1' });
    const told = await Promise.all(Array.from({ length: 3_001 }, () => from('203.0.113.7', nothing)));
    const codes = Map.groupBy(told, ({ statusCode }) => statusCode);
    expect([codes.get(200)?.length, codes.get(429)?.length]).toEqual([3_000, 1]);
    expect(codes.get(429)![0]!.headers['retry-after']).toBeDefined();
    expect((await from('203.0.113.8', nothing)).statusCode).toBe(200);
  });

  it('that wait for a silent provider or a lock do not delay other addresses', async () => {
    const [one, two, mine] = [await begun(), await begun(), await begun('300')];
    const { promise, resolve } = Promise.withResolvers<void>();
    const client = await pool.connect();
    await client.query('begin');
    const told = [];
    try {
      // Two payments are locked, and Stripe does not know a hundred others.
      for (const { id, completed } of [one, two]) {
        await client.query('select from payments where id = $1 for update', [id]);
        told.push(from('203.0.113.9', completed()));
      }
      stripe.state.held = { path: '/v1/payment_intents/pi_flood', until: promise };
      const flood = stripe.event('charge.refunded', { payment_intent: 'pi_flood' });
      const asked = stripe.asked('/v1/payment_intents/pi_flood');
      for (let i = 0; i < 100; i++) told.push(from('203.0.113.9', flood));
      await asked;
      await waitFor(async () => (await countWaiting()) === 2);
      expect((await from('203.0.113.8', mine.completed())).statusCode).toBe(200);
      expect(await balanceOf(mine.browser)).toBe(300);
    } finally {
      stripe.state.held = null;
      resolve();
      await client.query('rollback');
      client.release();
    }
    for (const { statusCode } of await Promise.all(told)) expect(statusCode).toBe(200);
    expect(await balanceOf(one.browser)).toBe(1000);
  });
});
