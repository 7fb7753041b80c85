// When a campaign goes out: due by the database's clock, shown by the project's, and late after an outage.
import { afterAll, describe, expect, it } from 'vitest';
import { addGroup, created, numberOf, previewed, until } from '../../test/campaigns.ts';
import { makeLiveSender, startEngine } from '../../test/carriers.ts';
import { startCampaigns } from './run/run.ts';

describe('a campaign for later', async () => {
  const t = await startEngine();
  const { pool, log } = t.services;
  const campaigns = startCampaigns({ pool, log, accept: t.messaging.accept, signals: t.signals });
  afterAll(() => campaigns.stop());

  async function schedule(send_at = new Date(Date.now() + 3_600_000).toISOString()) {
    const sender = await makeLiveSender(t);
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', [{ number: numberOf(1) }]);
    const wanted = { include_groups, mode: 'LIVE', from: 'Lanka Shop', send_at: send_at.slice(0, 19) };
    return { sender, wanted, campaign: await created(sender, wanted) };
  }
  const dueAgo = (id: string, interval: string) =>
    pool.query('update campaigns set due_at = now() - $2::interval where id = $1', [id, interval]);

  it('shows its time by the clocks of the project', async () => {
    const year = new Date().getUTCFullYear() + (new Date().getUTCMonth() >= 5 ? 1 : 0);
    const { sender, wanted, campaign } = await schedule(`${year}-06-01T03:30:00`);
    const expected = {
      send_at: `${year}-06-01T03:30:00.000Z`,
      timezone: 'Asia/Colombo',
      local: `${year}-06-01T09:00:00`,
      utc_offset: '+05:30',
    };
    expect(campaign).toMatchObject({ status: 'SCHEDULED', schedule: expected, counts: { recipients: 0 } });
    expect((await previewed(sender, wanted)).schedule).toEqual(expected);
  });

  it('is for the contacts that are in its groups when it starts', async () => {
    const { sender, campaign } = await schedule();
    await addGroup(t.services, sender.teamId, 'Late', [{ number: numberOf(2) }]);
    await pool.query(
      `insert into contact_group_members select team_id, $2, id from contacts where team_id = $1 on conflict do nothing`,
      [sender.teamId, campaign.include_groups_detail[0]!.id],
    );
    await dueAgo(campaign.id, '0');
    const done = await until(sender, campaign, ({ counts }) => counts.delivered === 2);
    expect(done.started_at).not.toBeNull();
  });

  it('that an outage made late is sent while it is valid, and is skipped after that', async () => {
    const [late, tooLate] = [await schedule(), await schedule()];
    await dueAgo(late.campaign.id, '23 hours 50 minutes');
    await dueAgo(tooLate.campaign.id, '24 hours 1 second');
    await until(late.sender, late.campaign, ({ counts }) => counts.delivered === 1);
    const done = await until(tooLate.sender, tooLate.campaign, ({ counts }) => counts.skipped === 1);
    expect(done).toMatchObject({ status: 'SENT', cost: 0, counts: { skipped_by: { expired: 1 } } });
  });
});
