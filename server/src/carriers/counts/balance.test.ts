// The balance of a link at its carrier.
import type { CarrierLink, CarrierLinkAnswer } from '@godwit/contract/staff/operations';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { makeLiveSender, read, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { type Call, startHttpCarrier } from '../../../test/httpCarrier.ts';
import { makeStaff } from '../../../test/staff.ts';
import type { HttpConfig } from '../links/config.ts';
import { openHealth } from '../links/health.ts';
import { openHttpLink } from '../links/http/httpLink.ts';
import { startBalances } from './balance.ts';

const carrier = await startHttpCarrier();
let answerBalance = (call: Call) => call.answer(200, { account: { left: '1234.50', unit: 'LKR' } });
carrier.onCall = (call) => {
  if (call.path === '/balance') return answerBalance(call);
  if (String(call.json.to).endsWith('0004')) return call.answer(200, { code: 'BAD' });
  return call.answer(200, { id: `id-${carrier.calls.length}` });
};
const config = ((): HttpConfig => {
  const link = carrier.link();
  const { profile } = link;
  const own = {
    codes: { permanent: ['BAD'] },
    meanings: { BAD: 'the number is not in use' },
    balance: { get: '/balance', amount: 'account.left', currency: 'account.unit' },
  };
  return { ...link, balance_below: 1_000, profile: { ...profile, ...own } };
})();
const t = await startEngine({}, { change: (link) => (link.mode === 'LIVE' ? config : link) });
const { pool } = t.services;
const { browser: support } = await makeStaff(t, { role: 'SUPPORT' });

const balance = async () =>
  ((await support.get('/v1/staff/carriers')).json() as CarrierLink[]).find(({ id }) => id === config.id)
    ?.balance;
const becomes = (expected: object) =>
  waitFor(
    async () => {
      const now = await balance();
      return now && Object.entries(expected).every(([key, value]) => now[key as keyof typeof now] === value);
    },
    { what: JSON.stringify(expected) },
  );

it('is asked for, signed, and shown', async () => {
  await becomes({ amount: '1234.5' });
  expect(await balance()).toMatchObject({ currency: 'LKR', below: '1000', is_low: false, fault: null });
  const asked = carrier.calls.find(({ path }) => path === '/balance');
  expect(asked?.headers.authorization).toBe('Bearer hush');
});

it('warns while it is low, and ends the warning by itself', async () => {
  answerBalance = (call) => call.answer(200, { account: { left: 999.99 } });
  await becomes({ is_low: true, amount: '999.99', currency: null });
  answerBalance = (call) => call.answer(200, { account: { left: 5_000 } });
  await becomes({ is_low: false, amount: '5000' });
});

it('stays as last known, with the reason, while the carrier gives none', async () => {
  for (const [answer, fault] of [
    [(call: Call) => call.answer(502, '<html>'), 'HTTP 502 without a balance'],
    [(call: Call) => call.answer(200, { account: { left: 'plenty' } }), 'an answer without an amount'],
    [(call: Call) => call.answer(200, {}), 'an answer without an amount'],
  ] as const) {
    answerBalance = answer;
    await becomes({ fault, amount: '5000' });
  }
  answerBalance = (call) => call.answer(200, { account: { left: '-3' } });
  await becomes({ fault: null, amount: '-3', is_low: true });
});

it('takes nothing from messages, whose refusals are shown in the words of the profile', async () => {
  const sender = await makeLiveSender(t);
  const message = await send(t, sender, { to: '+94771230004' }, 'LIVE');
  await waitFor(async () => (await read(t, sender, message)).status === 'FAILED');
  const refusals = async () =>
    ((await support.get(`/v1/staff/carriers/${config.id}`)).json() as CarrierLinkAnswer).refusals;
  await waitFor(async () => (await refusals()).length === 1);
  expect(await refusals()).toEqual([
    { code: 'BAD', meaning: 'the number is not in use', status: null, count: 1 },
  ]);
});

it('is asked for by one process in an interval, and again when the limit changes', async () => {
  const log = pino({ level: 'silent' });
  const link = openHttpLink(
    { ...config, isContract: false, id: 'shared' },
    {
      log,
      responseTimeoutMs: 10_000,
      progress: async () => ({ reference: 7, taken: new Set<number>() }),
      checkedForMs: 500,
      mayStillSend: async () => true,
      ...{ onChange() {}, onGivenBack() {}, receiptUrl: () => '', onDeliver: async () => 0 },
    },
  );
  onTestFinished(() => link.close(0, 0));
  let asks = 0;
  const start = (below: number, everyMs: number) => {
    const ask: typeof link.ask = async () => {
      asks++;
      return { kind: 'answered', status: 200, headers: {}, body: '{"account":{"left":7}}' };
    };
    const one = { ...link, ask, config: { ...link.config, balance_below: below } as HttpConfig };
    const judged = { link: one, health: openHealth(() => {}), reserved: 0 };
    return startBalances({ pool, log, links: new Map([['shared', judged]]), everyMs });
  };
  const stored = (below: string) =>
    waitFor(async () => {
      const text = `select 1 from link_balances where link_id = 'shared' and below = $1 and amount = 7`;
      return (await pool.query(text, [below])).rowCount === 1;
    });
  const processes = [1, 2, 3].map(() => start(5, 3_600_000));
  await stored('5');
  await Promise.all(processes.map((one) => one.stop()));
  expect(asks).toBe(1);
  const changed = start(6, 3_600_000);
  await stored('6');
  await changed.stop();
  expect(asks).toBe(2);
});
