// Two processes accept the same requests at the same time, LIVE beside TEST, with money for half of the
// total.
import type { SmsObject } from '@godwit/contract/messages/messages';
import { expect, it } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { numberOf } from '../../../test/campaigns.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const t = await testApp();
const { pool } = t.services;
const doors = [t, await anotherApp(t)];
const KEYS = 60;
/** A message costs 0.8. */
const senders = [
  await makeLiveSender(t, { amount: '24' }),
  await makeLiveSender(t, { amount: '24.5' }),
  await makeLiveSender(t, { amount: '1000' }),
];
const AFFORDED = [30, 30, KEYS];

/** Sends until no other process is answering the same request. Null if the balance does not suffice. */
async function ask({ app }: typeof t, place: number, key: number, mode: 'TEST' | 'LIVE') {
  for (;;) {
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: {
        authorization: senders[place]!.authorization[mode],
        'idempotency-key': `order ${key}`,
      },
      payload: { to: numberOf(key), from: 'Lanka Shop', body: `Order ${key}` },
    });
    if (answer.statusCode === 201) return (answer.json() as SmsObject).id;
    const { code } = answer.json() as { code: number };
    if (code === 4005) return null;
    expect(code).toBe(1008);
    await new Promise(setImmediate);
  }
}

it('each request makes one message, and the charges are exact', async () => {
  const ids = new Map<string, Set<string>>();
  await Promise.all(
    doors.flatMap((door) =>
      Array.from({ length: KEYS }, (_, key) => key).flatMap((key) =>
        senders.flatMap((_, place) =>
          (['LIVE', 'TEST'] as const).map(async (mode) => {
            const id = await ask(door, place, key, mode);
            const request = `${place} ${mode} ${key}`;
            if (id) ids.set(request, (ids.get(request) ?? new Set()).add(id));
          }),
        ),
      ),
    ),
  );
  expect([...ids.values()].filter(({ size }) => size > 1)).toEqual([]);
  const stored = async (place: number, mode: string) => {
    const { rows } = await pool.query(
      `select count(*)::integer as n, count(distinct body)::integer as orders from messages where team_id = $1 and mode = $2`,
      [senders[place]!.teamId, mode],
    );
    return rows[0];
  };
  for (const place of senders.keys()) {
    expect(await stored(place, 'TEST')).toEqual({ n: KEYS, orders: KEYS });
    expect(await stored(place, 'LIVE')).toEqual({ n: AFFORDED[place], orders: AFFORDED[place] });
  }
  expect(await ledgerDifferences(pool)).toEqual([]);
  const { rows } = await pool.query(
    'select deadlocks::integer from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
