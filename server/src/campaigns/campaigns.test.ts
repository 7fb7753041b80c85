// A campaign from its preview to its last message, through HTTP, with the engine and the simulator behind it.

import type { Campaign, CampaignPreview, SkippedPage } from '@godwit/contract/campaigns/campaigns';
import { afterAll, describe, expect, it } from 'vitest';
import { addGroup, campaignForm, created, look, numberOf, previewed, until } from '../../test/campaigns.ts';
import { makeLiveSender, startEngine, submitsOf } from '../../test/carriers.ts';
import { credit, makeSender } from '../../test/factories.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { startCampaigns } from './run/run.ts';

const t = await startEngine();
const { pool, log } = t.services;
const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
afterAll(() => campaigns.stop());

type Sender = Awaited<ReturnType<typeof makeLiveSender>>;

const limitTo = ({ project }: Sender, limit: number) =>
  pool.query('update projects set daily_limit_micros = $2 where id = $1', [project.id, limit * 1e6]);

/** The fields the console sends about the preview that the person saw. */
const seenIn = ({ message_count, cost, fits }: CampaignPreview) => ({
  expected_count: String(message_count),
  expected_cost: String(cost),
  expected_fits: String(fits.message_count),
});

const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ number: numberOf(from + i), first_name: `Person ${from + i}` }));

describe('a campaign', () => {
  it('reaches every contact of its groups once, and its counts add up', async () => {
    const sender = await makeLiveSender(t);
    const first = await addGroup(t.services, sender.teamId, 'Shop', people(30));
    const second = await addGroup(t.services, sender.teamId, 'Post', people(30, 20));
    const wanted = {
      include_groups: `${first},${second}`,
      content: 'Dear {first_name}, the shop opens',
      mode: 'LIVE',
      from: 'Lanka Shop',
    };
    const preview = await previewed(sender, wanted);
    expect(preview).toMatchObject({
      recipients: 50,
      message_count: 50,
      segments: 50,
      fits: { message_count: 50 },
    });
    expect(preview.skipped.duplicates).toBe(10);
    expect(preview.messages_preview).toHaveLength(25);
    expect(preview.messages_preview[0]).toEqual({
      to: numberOf(0),
      first_name: 'Person 0',
      last_name: 'Perera',
      ...{ from: 'Lanka Shop', sender_shown: 'Lanka Shop' },
      body: 'Dear Person 0, the shop opens',
      left_out: null,
    });

    const campaign = await created(sender, wanted);
    const done = await until(sender, campaign, isDelivered(50));
    expect(done).toMatchObject({
      status: 'SENT',
      messages: 50,
      segments: 50,
      cost: preview.cost,
      can_retry: false,
    });
    expect(done.counts).toEqual({
      recipients: 50,
      waiting: 0,
      sent: 0,
      delivered: 50,
      failed: 0,
      cancelled: 0,
      skipped: 0,
      skipped_by: {},
    });
    expect(done.sms?.results.map(({ to }) => to)).toEqual(people(50).map(({ number }) => number));
    expect(submitsOf(t, 'the shop opens')).toBe(50);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('skips numbers that cannot take SMS, unless it is to go to them too', async () => {
    const sender = await makeSender(t);
    const landlines = ['+94112345678', '+611300123456'].map((number) => ({ number }));
    const group = await addGroup(t.services, sender.teamId, 'Shop', [...people(2), ...landlines]);
    const preview = await previewed(sender, { include_groups: group });
    expect(preview).toMatchObject({ recipients: 4, message_count: 2, skipped: { landline: 2, invalid: 0 } });
    const campaign = await created(sender, { include_groups: group });
    expect(campaign.to_landlines).toBe(false);
    const done = await until(sender, campaign, isDelivered(2));
    expect(done.counts).toMatchObject({ skipped: 2, skipped_by: { landline: 2 } });
    const query = `project_id=${sender.project.id}&reason=landline`;
    const { results }: SkippedPage = (
      await sender.browser.get(`/v1/web/campaigns/${campaign.id}/skipped?${query}`)
    ).json();
    expect(results.map(({ to }) => to).sort()).toEqual(landlines.map(({ number }) => number).sort());

    const toAll = { include_groups: group, to_landlines: 'true' };
    expect(await previewed(sender, toAll)).toMatchObject({ message_count: 4, skipped: { landline: 0 } });
    const all = await created(sender, toAll);
    expect(all.to_landlines).toBe(true);
    expect((await until(sender, all, isDelivered(4))).counts.skipped).toBe(0);
  });

  it('runs in TEST without money', async () => {
    const sender = await makeSender(t);
    const group = await addGroup(t.services, sender.teamId, 'Shop', people(3));
    const campaign = await created(sender, { include_groups: group });
    const done = await until(sender, campaign, isDelivered(3));
    expect(done.status).toBe('SENT');
  });
});

describe('what cannot be sent', () => {
  /** A LIVE campaign of a team with just so much money, to its end. */
  async function run(amount: string, contacts: { number: string }[]) {
    const sender = await makeLiveSender(t, { amount });
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', contacts);
    const wanted = { include_groups, mode: 'LIVE', from: 'Lanka Shop', content: `Sale of ${sender.teamId}` };
    const preview = await previewed(sender, wanted);
    const campaign = await created(sender, { ...wanted, ...seenIn(preview) });
    return { sender, wanted, preview, campaign, done: await until(sender, campaign, isOver) };
  }
  const isOver = ({ counts, status }: Campaign) =>
    status === 'SENT' && counts.recipients > 0 && counts.waiting + counts.sent === 0;

  it('for want of money is skipped with that reason, and can be sent again', async () => {
    const { sender, wanted, preview, campaign, done } = await run('4', people(10));
    const { delivered, skipped } = done.counts;
    expect(done).toMatchObject({
      status: 'SENT',
      can_retry: true,
      counts: { skipped_by: { balance: skipped } },
    });
    // As in the preview, in the order of numbers.
    expect(preview).toMatchObject({
      message_count: 10,
      fits: { message_count: delivered, cost: done.cost },
      left_out: { balance: skipped, daily_limit: 0 },
      first_left_out: numberOf(delivered),
      daily_limit: null,
    });
    expect([delivered > 0, skipped > 0, delivered + skipped]).toEqual([true, true, 10]);
    expect(done.sms?.results.map(({ to }) => to)).toEqual(
      preview.messages_preview.filter(({ left_out }) => left_out === null).map(({ to }) => to),
    );
    const page = (
      await sender.browser.get(
        `/v1/web/campaigns/${campaign.id}/skipped?project_id=${sender.project.id}&reason=balance&page_size=2`,
      )
    ).json() as SkippedPage;
    expect(page).toMatchObject({ total: skipped, results: [{ reason: 'balance' }, { reason: 'balance' }] });

    await credit(t, sender.teamId, '100');
    const again = { ...wanted, include_groups: '', retry_of: campaign.id };
    expect(await previewed(sender, again)).toMatchObject({ recipients: skipped, message_count: skipped });
    const second = await created(sender, again);
    const end = await until(sender, second, isOver);
    expect(end).toMatchObject({ retry_of: campaign.id, counts: { recipients: skipped, delivered: skipped } });
    expect(submitsOf(t, `Sale of ${sender.teamId}`)).toBe(10);
    // Once: a contact reached by the second must not get a third.
    expect((await look(sender, campaign)).can_retry).toBe(false);
    const third = await sender.browser.post('/v1/web/campaigns', campaignForm(sender, again));
    expect(third.json().code).toBe(1013);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('beyond the daily limit is previewed and then skipped so; a later day has a limit of its own', async () => {
    const sender = await makeLiveSender(t);
    await limitTo(sender, 2);
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', people(10));
    const wanted = { include_groups, mode: 'LIVE', from: 'Lanka Shop' } as const;
    const first = await addGroup(t.services, sender.teamId, 'First', people(1));
    await until(sender, await created(sender, { ...wanted, include_groups: first }), isOver);
    const preview = await previewed(sender, wanted);
    const { fits, cost } = preview;
    expect(preview.daily_limit).toEqual({ limit: 2, spent: cost / 10 });
    expect(preview.left_out).toEqual({ balance: 0, daily_limit: 10 - fits.message_count });
    const campaign = await created(sender, { ...wanted, ...seenIn(preview) });
    const done = await until(sender, campaign, isOver);
    const { delivered, skipped, skipped_by } = done.counts;
    expect(skipped_by).toEqual({ daily_limit: skipped });
    expect([skipped > 0, delivered > 0, delivered]).toEqual([true, true, fits.message_count]);
    const in48Hours = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 19);
    const later = await previewed(sender, { ...wanted, send_at: in48Hours });
    expect(later.daily_limit?.spent).toBe(0);
    expect(later.fits.message_count).toBe(fits.message_count + 1);
    expect((await previewed(sender, { ...wanted, mode: 'TEST' })).fits.message_count).toBe(10);
  });

  it('because the carrier refuses or fails it counts as failed; what was refunded costs nothing', async () => {
    const ends = ['0001', '0002', '0004', '1234'];
    const { sender, wanted, campaign, done } = await run(
      '100',
      ends.map((end) => ({ number: `+9477000${end}` })),
    );
    expect(done.counts).toMatchObject({ delivered: 2, failed: 2, skipped: 0 });
    const { cost } = await previewed(sender, wanted);
    // Of the two failures the refused one was refunded.
    expect(done.cost).toBeCloseTo((cost * 3) / 4, 4);
    expect(done.can_retry).toBe(true);
    const again = await previewed(sender, { ...wanted, include_groups: '', retry_of: campaign.id });
    expect(again.messages_preview.map(({ to }) => to)).toEqual(['+94770000004']);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('is in the campaign’s export and the report with reason and cost, and its text on request', async () => {
    const ends = ['000001', '000002', '000004'];
    const numbers = ['+94112345678', ...ends.map((end) => `+94770${end}`)];
    const { sender, campaign } = await run(
      '100',
      numbers.map((number) => ({ number })),
    );
    const of = `project_id=${sender.project.id}&mode=LIVE`;
    const rowsOf = async (path: string) => {
      const { body } = await sender.browser.get(`/v1/web/${path}&${of}`);
      const rows = body.trimEnd().split('\r\n').slice(1);
      return rows.sort((a, b) => a.match(/\+94\d+/)![0].localeCompare(b.match(/\+94\d+/)![0]));
    };
    const text = `Sale of ${sender.teamId}`;
    for (const [withText, end] of [
      ['false', '$'],
      ['true', `,${text}$`],
    ]) {
      const exported = await rowsOf(`campaigns/${campaign.id}/recipients.csv?with_text=${withText}`);
      const id = '[-0-9a-f]{36}';
      const time = '20[-0-9: ]{17}';
      expect(exported.map((row) => row.replace(/^.*?,Nimal,Perera,/, ''))).toEqual([
        expect.stringMatching(/^Skipped,Cannot receive SMS: a landline or a service number,,0,,,,?$/),
        expect.stringMatching(`^Delivered,,1,0.8,${time},${time},${id}${end}`),
        expect.stringMatching(`^Failed,This number does not exist.*,1,0.8,${time},,${id}${end}`),
        expect.stringMatching(`^Failed,"The carrier does not accept this number.*,1,0,,,${id}${end}`),
      ]);
      const reported = await rowsOf(`messages/report.csv?with_text=${withText}`);
      expect(reported.map((row) => row.replace(new RegExp(`^.*,${id},1,`), ''))).toEqual([
        expect.stringMatching(`^Delivered,,0.8,New Year sale${end}`),
        expect.stringMatching(`^Failed,This number does not exist.*,0.8,New Year sale${end}`),
        expect.stringMatching(`^Failed,"The carrier does not accept this number.*,0,New Year sale${end}`),
      ]);
    }
  });

  it('because its number cannot get SMS is left out when the campaign is sent again', async () => {
    const numbers = ['+94771', '+94112345678', '+94770000002', '+94770000004'];
    const { sender, wanted, campaign, done } = await run(
      '100',
      numbers.map((number) => ({ number })),
    );
    expect(done.counts).toMatchObject({ failed: 2, skipped_by: { invalid: 1, landline: 1 } });
    const again = { ...wanted, include_groups: '', retry_of: campaign.id };
    expect(await previewed(sender, again)).toMatchObject({ recipients: 1, message_count: 1 });
    const toLandlines = await previewed(sender, { ...again, to_landlines: 'true' });
    expect(toLandlines.messages_preview.map(({ to }) => to)).toEqual(['+94112345678', '+94770000004']);
    const end = await until(sender, await created(sender, again), isOver);
    expect(end.counts).toMatchObject({ recipients: 1, failed: 1 });
  });

  it('because all of its numbers are invalid cannot be sent again', async () => {
    const { sender, wanted, campaign, done } = await run('100', [{ number: '+94771' }, ...people(1)]);
    expect(done).toMatchObject({ can_retry: false, counts: { delivered: 1, skipped_by: { invalid: 1 } } });
    const again = campaignForm(sender, { ...wanted, include_groups: '', retry_of: campaign.id });
    expect((await sender.browser.post('/v1/web/campaigns', again)).json().code).toBe(1013);
  });

  it('is every recipient once the sender is removed before a campaign’s time', async () => {
    const sender = await makeLiveSender(t);
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', people(3));
    const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const campaign = await created(sender, { include_groups, mode: 'LIVE', from: 'Lanka Shop', send_at });
    await pool.query('delete from sender_ids where team_id = $1', [sender.teamId]);
    // The cached project profile expires within a second.
    const form = campaignForm(sender, {
      include_groups,
      mode: 'LIVE',
      from: 'Lanka Shop',
      is_preview: 'true',
    });
    await expect
      .poll(async () => (await sender.browser.post('/v1/web/campaigns', form)).json().code)
      .toBe(3000);
    await pool.query('update campaigns set due_at = now() where id = $1', [campaign.id]);
    const done = await until(sender, campaign, isOver);
    expect(done).toMatchObject({ status: 'SENT', messages: 0, counts: { skipped_by: { sender: 3 } } });
  });
});

describe('a campaign that is not what the person saw', () => {
  it('is not made, and the answer has it as it is now', async () => {
    const sender = await makeLiveSender(t, { amount: '100' });
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', people(10));
    const wanted = { include_groups, mode: 'LIVE', from: 'Lanka Shop' } as const;
    const preview = await previewed(sender, wanted);
    expect(preview.fits).toEqual({ message_count: 10, segments: 10, cost: preview.cost });
    const confirm = async (seen: Partial<ReturnType<typeof seenIn>>) =>
      sender.browser.post('/v1/web/campaigns', campaignForm(sender, { ...wanted, ...seen }), {
        headers: { 'idempotency-key': 'one' },
      });
    // The limit is lowered while the review is open.
    await limitTo(sender, 2);
    const refused = await confirm(seenIn(preview));
    expect([refused.statusCode, refused.json().code]).toEqual([409, 1013]);
    const now = refused.json().preview as CampaignPreview;
    expect(now).toEqual(await previewed(sender, wanted));
    expect([now.fits.message_count < 10, now.left_out.daily_limit + now.fits.message_count]).toEqual([
      true,
      10,
    ]);
    expect((await confirm({ expected_cost: String(preview.cost + 1) })).statusCode).toBe(409);
    expect((await confirm({ expected_count: 'ten' })).json().fields).toHaveProperty('expected_count');
    const list = `/v1/web/campaigns?project_id=${sender.project.id}&mode=LIVE`;
    expect((await sender.browser.get(list)).json()).toEqual([]);

    const made = (await confirm(seenIn(now))).json() as Campaign;
    await until(sender, made, ({ counts }) => counts.delivered === now.fits.message_count);
    // Its answer got lost, and what is left of the limit is less by now: a repeat gets the same campaign.
    const after = await previewed(sender, wanted);
    expect(after.fits.message_count).toBe(0);
    expect((await confirm(seenIn(after))).json().id).toBe(made.id);
  });

  it('is made when fewer fit than the few that did, as other messages go on; and whatever fits, for later', async () => {
    const sender = await makeLiveSender(t, { amount: '100' });
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', people(10, 100));
    const wanted = { include_groups, mode: 'LIVE', from: 'Lanka Shop' } as const;
    const confirm = async (more: Partial<ReturnType<typeof seenIn>> & { send_at?: string }) =>
      (await sender.browser.post('/v1/web/campaigns', campaignForm(sender, { ...wanted, ...more })))
        .statusCode;
    const all = seenIn(await previewed(sender, wanted));
    await limitTo(sender, 4);
    const some = seenIn(await previewed(sender, wanted));
    await limitTo(sender, 2);
    expect(await confirm(all)).toBe(409);
    expect(
      await confirm({ ...all, send_at: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19) }),
    ).toBe(200);
    expect(await confirm(some)).toBe(200);
    await limitTo(sender, 0.1);
    expect(await confirm(some)).toBe(409);
  });
});

describe('merge fields', () => {
  it('that some have nothing for are counted, and have words for them when the content gives some', async () => {
    const sender = await makeSender(t);
    const named = { number: numberOf(0), first_name: 'Nimal', last_name: 'Perera' };
    const half = { number: numberOf(1), first_name: 'Kamala', last_name: '' };
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', [named, half]);
    const content = 'Dear {first_name} {last_name|customer}';
    const preview = await previewed(sender, { include_groups, content });
    expect(preview).toMatchObject({ lacking: { last_name: 1 }, segments_each: { least: 1, most: 1 } });
    expect(preview.messages_preview.map(({ body }) => body)).toEqual([
      'Dear Nimal Perera',
      'Dear Kamala customer',
    ]);
    const campaign = await created(sender, { include_groups, content });
    await until(sender, campaign, isDelivered(2));
    expect(submitsOf(t, 'Dear Kamala customer')).toBeGreaterThan(0);
  });
});

describe('an archived project', () => {
  it('ends its campaigns, and has nothing previewed or made', async () => {
    const sender = await makeLiveSender(t);
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', people(3));
    const wanted = { include_groups, mode: 'LIVE', from: 'Lanka Shop' } as const;
    const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const campaign = await created(sender, { ...wanted, send_at });
    await sender.browser.post(`/v1/web/projects/${sender.project.id}/archive`, {});
    const ask = async (is_preview: string) => {
      const form = campaignForm(sender, { ...wanted, is_preview });
      const { statusCode, body } = await sender.browser.post('/v1/web/campaigns', form);
      return { statusCode, ...(JSON.parse(body) as { code: number; description: string }) };
    };
    // The cached project profile expires within a second.
    await expect.poll(async () => (await ask('true')).statusCode, { timeout: 20_000 }).toBe(409);
    for (const is_preview of ['true', 'false'])
      expect(await ask(is_preview)).toMatchObject({
        code: 1013,
        description: expect.stringMatching(/archived/),
      });
    await pool.query('update campaigns set due_at = now() where id = $1', [campaign.id]);
    const done = await until(sender, campaign, ({ status }) => status === 'SENT');
    expect(done).toMatchObject({ status: 'SENT', messages: 0, counts: { skipped_by: { archived: 3 } } });
  });
});

describe('making one', () => {
  it('twice at once with one key makes one, and all get it', async () => {
    const sender = await makeSender(t);
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', people(5));
    const form = campaignForm(sender, { include_groups, content: `Once ${sender.teamId}` });
    const headers = { 'idempotency-key': 'the same' };
    const press = () => sender.browser.post('/v1/web/campaigns', form, { headers });
    const answers = await Promise.all(Array.from({ length: 10 }, press));
    const made = answers.map((answer) => (answer.json() as Campaign).id);
    expect([new Set(made).size, ...answers.map(({ statusCode }) => statusCode)]).toEqual([
      1,
      ...Array(10).fill(200),
    ]);
    await until(sender, { id: made[0]! }, isDelivered(5));
    expect(submitsOf(t, `Once ${sender.teamId}`)).toBe(5);
    const other = await sender.browser.post('/v1/web/campaigns', { ...form, name: 'Another' }, { headers });
    expect(other.json().code).toBe(1009);
    // A day later the key is free, as a message's is.
    await t.services.pool.query(
      `update campaigns set created_at = created_at - interval '24 hours' where id = $1`,
      [made[0]],
    );
    const next = await Promise.all([press(), press(), press()]);
    const again = next.map((answer) => (answer.json() as Campaign).id);
    expect([new Set(again).size, again.includes(made[0]!)]).toEqual([1, false]);
  });

  it('again at once for those not reached makes one', async () => {
    const sender = await makeLiveSender(t, { amount: '0.01' });
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', people(5));
    const wanted = { include_groups, mode: 'LIVE', from: 'Lanka Shop' };
    const campaign = await created(sender, wanted);
    await until(sender, campaign, ({ can_retry }) => can_retry);
    const form = campaignForm(sender, { ...wanted, include_groups: '', retry_of: campaign.id });
    const press = () => sender.browser.post('/v1/web/campaigns', form);
    const answers = await Promise.all(Array.from({ length: 5 }, press));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });

  it('is listed newest first, in pages or whole, by mode', async () => {
    const sender = await makeSender(t);
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', people(2));
    for (const name of ['One', 'Two', 'Three']) await created(sender, { include_groups, name });
    const list = async (query: string) =>
      (await sender.browser.get(`/v1/web/campaigns?project_id=${sender.project.id}&${query}`)).json();
    const whole = (await list('mode=TEST')) as Campaign[];
    expect(whole.map(({ name }) => name)).toEqual(['Three', 'Two', 'One']);
    expect(whole[0]?.include_groups_detail).toEqual([{ id: include_groups, name: 'Shop', contacts: 2 }]);
    const page = (await list('mode=TEST&page_size=2&page_num=1')) as { results: Campaign[] };
    expect(page).toMatchObject({ total: 3, total_pages: 2, results: [{ name: 'One' }] });
    expect(await list('mode=LIVE')).toEqual([]);
  });
});

function isDelivered(count: number) {
  return ({ counts }: Campaign) => counts.delivered === count;
}
