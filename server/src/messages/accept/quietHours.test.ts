// Promotional messages in their recipients' quiet hours: held over every interface if the project enables it,
// and no others.
import type { SmsObject } from '@godwit/contract/messages/messages';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { addGroup, created, numberOf, previewed, until } from '../../../test/campaigns.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { addSender } from '../../../test/factories.ts';
import { startCampaigns } from '../../campaigns/run/run.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const t = await testApp();
const { pool, log } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

const HOUR_MS = 3_600_000;
/** HH:mm in Sri Lanka, always 5:30 ahead. */
const clockOf = (ms: number) => new Date(ms + 5.5 * HOUR_MS).toISOString().slice(11, 16);
const minute = Math.floor(Date.now() / 60_000) * 60_000;
/**
 * Quiet in Sri Lanka from an hour ago and for two more. In New Zealand, 6:30 or more ahead, quiet hours
 * ended hours ago.
 */
const END = minute + 2 * HOUR_MS;
const HOURS = { from: clockOf(minute - HOUR_MS), to: clockOf(END) };
const inHours = (hours: number) => `${new Date(minute + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;

const COLOMBO = numberOf(1);
const AUCKLAND = '+64211234567';

type Sender = Awaited<ReturnType<typeof makeLiveSender>>;
type Asked = { to?: string; from?: string; send_at?: string };

const hold = ({ browser, project }: Sender, form: Record<string, string> = HOURS) =>
  browser.post(`/v1/web/projects/${project.id}/quiet_hours`, form);

const messageOf = (asked: Asked) => ({ to: COLOMBO, from: 'Lanka Shop', body: 'Half price', ...asked });

async function send(sender: Sender, asked: Asked = {}, mode: 'TEST' | 'LIVE' = 'LIVE') {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: sender.authorization[mode] },
    payload: messageOf(asked),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json() as SmsObject;
}

const timeOf = async (sender: Sender, asked: Asked = {}) => (await send(sender, asked)).send_at;
const AT_END = new Date(END).toISOString();

const promoter = () => makeLiveSender(t, { promotional: true });
const balanceOf = async ({ teamId }: Sender): Promise<bigint> =>
  (await pool.query('select balance_micros from balances where team_id = $1', [teamId])).rows[0]
    .balance_micros;

it('they go at once if the project has no quiet hours, even if another project has', async () => {
  const [sender, other] = [await promoter(), await promoter()];
  expect((await hold(other)).json().quiet_hours).toEqual(HOURS);
  expect(await timeOf(sender)).toBeNull();
  expect(await timeOf(sender, { send_at: inHours(1) })).toBe(new Date(inHours(1)).toISOString());
});

it('they wait for the end if it has, charged and cancellable', async () => {
  const sender = await promoter();
  await hold(sender);
  const before = await balanceOf(sender);
  const held = await send(sender);
  expect(held).toMatchObject({ status: 'ACCEPTED', send_at: AT_END, events: { queued_at: null } });
  const { rows } = await pool.query(
    `select due_at, extract(epoch from expires_at - due_at)::integer as valid_s from send_queue where message_id = $1`,
    [held.id],
  );
  expect(rows).toEqual([{ due_at: new Date(END), valid_s: 24 * 3_600 }]);
  expect(await balanceOf(sender)).toBeLessThan(before);
  expect(await ledgerDifferences(pool)).toEqual([]);

  const cancelled = await t.app.inject({
    method: 'POST',
    url: `/v1/messages/${held.id}/cancel`,
    headers: { authorization: sender.authorization.LIVE },
  });
  expect(cancelled.json()).toMatchObject({ status: 'FAILED', failure: { code: 'CANCELLED' } });
  expect(await balanceOf(sender)).toBe(before);
});

it('a scheduled one goes at its time, or at the end of the quiet hours around it', async () => {
  const sender = await promoter();
  await hold(sender);
  expect(await timeOf(sender, { send_at: inHours(1) })).toBe(AT_END);
  expect(await timeOf(sender, { send_at: inHours(2) })).toBe(AT_END);
  expect(await timeOf(sender, { send_at: inHours(3) })).toBe(new Date(inHours(3)).toISOString());
  expect(await timeOf(sender, { send_at: inHours(24) })).toBe(new Date(END + 24 * HOUR_MS).toISOString());
});

it('transactional ones are never held, nor messages to countries in daytime', async () => {
  const sender = await promoter();
  await hold(sender);
  await addSender(t, { ...sender, projectId: sender.project.id, sender: 'Lanka Bank' });
  expect(await timeOf(sender, { from: 'Lanka Bank' })).toBeNull();
  expect((await send(sender, { from: 'SANDBOX' }, 'TEST')).send_at).toBeNull();
  expect(await timeOf(sender, { to: AUCKLAND })).toBeNull();
});

it('TEST, batches and the console hold them alike; a repeated request gets the first answer', async () => {
  const sender = await promoter();
  await hold(sender);
  expect((await send(sender, {}, 'TEST')).send_at).toBe(AT_END);
  const batch = () =>
    t.app.inject({
      method: 'POST',
      url: '/v1/messages/batch',
      headers: { authorization: sender.authorization.LIVE, 'idempotency-key': 'night' },
      payload: { messages: [messageOf({}), messageOf({ to: AUCKLAND })] },
    });
  const { results } = (await batch()).json() as { results: SmsObject[] };
  expect(results.map(({ send_at }) => send_at)).toEqual([AT_END, null]);
  const form = { ...messageOf({}), project_id: sender.project.id, mode: 'LIVE' };
  expect((await sender.browser.post('/v1/web/messages', form)).json().send_at).toBe(AT_END);

  await hold(sender, { clear_quiet_hours: 'true' });
  expect(await timeOf(sender)).toBeNull();
  const again = (await batch()).json() as { results: SmsObject[] };
  expect(again.results.map(({ id, send_at }) => [id, send_at])).toEqual(
    results.map(({ id, send_at }) => [id, send_at]),
  );
});

it('a campaign to two countries goes to each in its daytime', async () => {
  const sender = await promoter();
  await hold(sender);
  const include_groups = await addGroup(t.services, sender.teamId, 'Shop', [
    { number: COLOMBO },
    { number: numberOf(2) },
    { number: AUCKLAND },
  ]);
  const wanted = { include_groups, mode: 'LIVE', from: 'Lanka Shop' };
  expect((await previewed(sender, wanted)).countries).toEqual({ NZ: 1, LK: 2 });
  const campaign = await created(sender, wanted);
  const { status, counts } = await until(sender, campaign, ({ messages }) => messages === 3);
  expect([status, counts.waiting]).toEqual(['SENDING', 3]);
  const { rows } = await pool.query(
    'select recipient, send_at from messages where campaign_id = $1 order by recipient',
    [campaign.id],
  );
  expect(rows).toEqual([
    { recipient: AUCKLAND, send_at: null },
    { recipient: COLOMBO, send_at: new Date(END) },
    { recipient: numberOf(2), send_at: new Date(END) },
  ]);

  await sender.browser.post(`/v1/web/campaigns/${campaign.id}/cancel`, { project_id: sender.project.id });
  await until(sender, campaign, ({ counts }) => counts.cancelled === 3);
  expect(await ledgerDifferences(pool)).toEqual([]);
});
