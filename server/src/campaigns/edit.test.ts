// A scheduled campaign shows its review, and can be edited, rescheduled or started until it starts.
import type { Campaign, CampaignPreview } from '@godwit/contract/campaigns/campaigns';
import { afterAll, describe, expect, it } from 'vitest';
import { addGroup, campaignForm, created, look, numberOf, previewed, until } from '../../test/campaigns.ts';
import { makeLiveSender, startEngine, submitsOf } from '../../test/carriers.ts';
import { claimCampaign, updateClosed } from './run/queries.ts';
import { startCampaigns } from './run/run.ts';

const t = await startEngine();
const { pool, log } = t.services;

const LATER = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
const MUCH_LATER = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => ({ number: numberOf(from + i), first_name: `Person ${from + i}` }));

const seenIn = ({ message_count, cost, fits }: CampaignPreview) => ({
  expected_count: String(message_count),
  expected_cost: String(cost),
  expected_fits: String(fits.message_count),
});

/** A LIVE campaign for later, made from its review. */
async function schedule(amount = '100') {
  const sender = await makeLiveSender(t, { amount });
  const group = await addGroup(t.services, sender.teamId, 'Shop', people(3));
  const wanted = {
    include_groups: group,
    mode: 'LIVE',
    from: 'Lanka Shop',
    content: `Open ${sender.teamId}`,
    send_at: LATER,
  };
  const preview = await previewed(sender, wanted);
  const campaign = await created(sender, { ...wanted, ...seenIn(preview) });
  const put = (fields: Partial<typeof wanted> & Record<string, string>, id = campaign.id) =>
    sender.browser.call('PUT', `/v1/web/campaigns/${id}`, {
      form: campaignForm(sender, { ...wanted, ...fields }),
    });
  return { sender, wanted, preview, campaign, put };
}

describe('the estimate of a scheduled campaign', () => {
  it('is that of its review, and none when there was no review', async () => {
    const { sender, wanted, preview, campaign } = await schedule();
    const estimate = { messages: 3, segments: 3, cost: preview.cost };
    expect(preview.cost).toBeGreaterThan(0);
    expect(campaign.estimate).toEqual(estimate);
    expect((await look(sender, campaign)).estimate).toEqual(estimate);
    expect((await created(sender, wanted)).estimate).toBeNull();
  });

  it('is of all its messages, also of those that the balance does not cover yet', async () => {
    const { campaign, preview } = await schedule('1');
    expect(preview.fits.message_count).toBeLessThan(3);
    expect(campaign.estimate).toEqual({ messages: 3, segments: 3, cost: preview.cost });
  });
});

describe('changing a scheduled campaign', () => {
  it('previews the change, stores what was seen, and refuses what is another by then', async () => {
    const { sender, put, campaign } = await schedule();
    const other = await addGroup(t.services, sender.teamId, 'Post', people(2, 10));
    const change = { name: 'Opening', content: 'Open at nine', include_groups: other, send_at: MUCH_LATER };
    const preview = (await put({ ...change, is_preview: 'true' })).json() as CampaignPreview;
    expect(preview).toMatchObject({ message_count: 2, schedule: { send_at: `${MUCH_LATER}.000Z` } });
    expect(await look(sender, campaign)).toMatchObject({ name: campaign.name, send_at: campaign.send_at });

    const stale = await put({ ...change, ...seenIn(preview), expected_count: '3' });
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: 1013, preview: expect.objectContaining({ message_count: 2 }) }),
    ]);
    expect(await look(sender, campaign)).toMatchObject({ name: campaign.name });

    const changed = (await put({ ...change, ...seenIn(preview) })).json() as Campaign;
    expect(changed).toMatchObject({
      id: campaign.id,
      status: 'SCHEDULED',
      name: 'Opening',
      content: 'Open at nine',
      send_at: `${MUCH_LATER}.000Z`,
      include_groups_detail: [{ id: other, contacts: 2 }],
      estimate: { messages: 2, segments: 2, cost: preview.cost },
    });
  });

  it('is of the team, project and mode that it was made in, and of what the sender may send', async () => {
    const { put, sender, campaign } = await schedule();
    const stranger = await schedule();
    expect((await stranger.put({}, campaign.id)).json().code).toBe(1001);
    expect((await put({ mode: 'TEST', from: 'SANDBOX' })).json().code).toBe(1001);
    expect((await put({ from: 'Stranger' })).json().code).toBe(3000);
    expect((await put({ content: 'Hi {fist_name}' })).json()).toMatchObject({ code: 1002 });
    expect((await put({ send_at: '2020-01-01' })).json()).toMatchObject({
      fields: { send_at: expect.anything() },
    });
    expect(await look(sender, campaign)).toMatchObject({ name: campaign.name, send_at: campaign.send_at });
  });

  it('ends when a worker has it, whatever the clock of the call says, and when it was cancelled', async () => {
    const { put, sender, campaign } = await schedule();
    const due = (interval: string) =>
      pool.query('update campaigns set due_at = now() + $2::interval where id = $1', [campaign.id, interval]);
    await due('-1 second');
    const turn = { mode: 'LIVE' as const, lastTeam: '00000000-0000-0000-0000-000000000000', busyTeams: [] };
    const claimed = await claimCampaign(pool, sender.teamId, turn, 1000);
    expect(claimed?.id).toBe(campaign.id);
    // The connection's transaction may have begun before the campaign was due.
    await due('1 hour');
    expect((await put({ name: 'Too late' })).json()).toMatchObject({ code: 1013 });
    expect((await look(sender, campaign)).name).toBe(campaign.name);
    const client = await pool.connect();
    await updateClosed(client, claimed!);
    client.release();

    const cancelled = await schedule();
    const path = `/v1/web/campaigns/${cancelled.campaign.id}/cancel`;
    await cancelled.sender.browser.post(path, { project_id: cancelled.sender.project.id });
    expect((await cancelled.put({ name: 'Too late' })).json()).toMatchObject({ code: 1013 });
  });

  it('of one that goes to the unreached of another keeps whom it goes to', async () => {
    const { sender, campaign } = await schedule();
    const cancel = `/v1/web/campaigns/${campaign.id}/cancel`;
    await pool.query(
      `insert into campaign_recipients (team_id, campaign_id, number, first_name, last_name, skip_reason)
        select $1, $2, $3, 'Nimal', '', 'balance'`,
      [sender.teamId, campaign.id, numberOf(0)],
    );
    await pool.query(
      `insert into campaign_counts (team_id, campaign_id, what, count, segments, cost_micros) values ($1, $2, 'balance', 1, 0, 0)`,
      [sender.teamId, campaign.id],
    );
    await pool.query(
      `update campaigns set recipients = 1, started_at = now(), state = 'done', open = false where id = $1`,
      [campaign.id],
    );
    expect((await sender.browser.post(cancel, { project_id: sender.project.id })).json().code).toBe(1013);
    const again = {
      mode: 'LIVE',
      from: 'Lanka Shop',
      include_groups: '',
      retry_of: campaign.id,
      send_at: LATER,
    };
    const retry = await created(sender, again);
    const form = campaignForm(sender, { ...again, content: 'Once more', is_preview: 'true' });
    const path = `/v1/web/campaigns/${retry.id}`;
    const preview = await sender.browser.call('PUT', path, { form });
    expect(preview.json()).toMatchObject({ message_count: 1 });
    const moved = await sender.browser.call('PUT', path, { form: { ...form, is_preview: 'false' } });
    expect(moved.json()).toMatchObject({ content: 'Once more', retry_of: campaign.id, status: 'SCHEDULED' });
  });

  it('to now sends what it is by then, once', async () => {
    const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
    afterAll(() => campaigns.stop());
    const { put, sender, campaign } = await schedule();
    const content = `Now ${sender.teamId}`;
    expect((await put({ content, send_at: 'null' })).statusCode).toBe(200);
    const done = await until(sender, campaign, ({ counts }) => counts.delivered === 3);
    expect(done).toMatchObject({ status: 'SENT', send_at: null });
    expect([submitsOf(t, content), submitsOf(t, `Open ${sender.teamId}`)]).toEqual([3, 0]);
    expect((await put({ name: 'Too late' })).json()).toMatchObject({ code: 1013 });
  });
});
