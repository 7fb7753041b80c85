// When a campaign goes out: local times as the zone's clocks show them, due by the database's clock, and late after an outage.
import { resolveLocal, zonedTime } from '@godwit/contract/schedule';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, describe, expect, it } from 'vitest';
import { addGroup, created, numberOf, previewed, until } from '../../test/campaigns.ts';
import { makeLiveSender, startEngine } from '../../test/carriers.ts';
import { startCampaigns } from './run.ts';

describe('a local time', () => {
  it.each([
    // Sydney goes ahead from 02:00 to 03:00 on 4 October 2026, and back from 03:00 to 02:00 on 4 April 2027.
    [
      'Australia/Sydney',
      '2026-10-04T01:59:59',
      '2026-10-03T15:59:59.000Z',
      '2026-10-04T01:59:59',
      '+10:00',
      null,
    ],
    [
      'Australia/Sydney',
      '2026-10-04T02:30:00',
      '2026-10-03T16:30:00.000Z',
      '2026-10-04T03:30:00',
      '+11:00',
      'forward',
    ],
    [
      'Australia/Sydney',
      '2026-10-04T03:00:00',
      '2026-10-03T16:00:00.000Z',
      '2026-10-04T03:00:00',
      '+11:00',
      null,
    ],
    [
      'Australia/Sydney',
      '2027-04-04T02:30:00',
      '2027-04-03T15:30:00.000Z',
      '2027-04-04T02:30:00',
      '+11:00',
      'first',
    ],
    [
      'Australia/Sydney',
      '2027-04-04T03:00:00',
      '2027-04-03T17:00:00.000Z',
      '2027-04-04T03:00:00',
      '+10:00',
      null,
    ],
    // Lord Howe Island moves by half an hour.
    [
      'Australia/Lord_Howe',
      '2026-10-04T02:15',
      '2026-10-03T15:45:00.000Z',
      '2026-10-04T02:45:00',
      '+11:00',
      'forward',
    ],
    [
      'Australia/Lord_Howe',
      '2027-04-04T01:45',
      '2027-04-03T14:45:00.000Z',
      '2027-04-04T01:45:00',
      '+11:00',
      'first',
    ],
    ['Asia/Colombo', '2026-11-21T09:00', '2026-11-21T03:30:00.000Z', '2026-11-21T09:00:00', '+05:30', null],
    [
      'America/New_York',
      '2027-03-14T02:30',
      '2027-03-14T07:30:00.000Z',
      '2027-03-14T03:30:00',
      '-04:00',
      'forward',
    ],
  ] as const)('%s %s is %s', (zone, local, instant, shown, offset, adjusted) => {
    expect(resolveLocal(local, zone)).toEqual({
      instant: new Date(instant),
      local: shown,
      utc_offset: offset,
      adjusted,
    });
  });

  it.each(['2026-02-30T09:00', '2026-11-21', '2026-11-21T24:30', '2026-13-01T00:00', 'tomorrow', ''])(
    '%j is none',
    (local) => {
      expect(resolveLocal(local, 'Asia/Colombo')).toBeNull();
    },
  );

  it('law: it is what Temporal takes it for', () => {
    const zones = [
      'Australia/Sydney',
      'Australia/Lord_Howe',
      'Asia/Colombo',
      'Europe/London',
      'America/St_Johns',
    ];
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
    // Most hours are plain; half of those tried are near one at which clocks change.
    const near = fc
      .tuple(fc.constantFrom(...zones), moment, fc.integer({ min: -10_800, max: 10_800 }))
      .map(([zone, date, seconds]) => {
        const at = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);
        const change = at.getTimeZoneTransition('next') ?? at;
        return [zone, change.toPlainDateTime().add({ seconds })] as const;
      });
    const any = fc
      .tuple(fc.constantFrom(...zones), moment)
      .map(([zone, date]) => [zone, Temporal.PlainDateTime.from(date.toISOString().slice(0, 19))] as const);
    fc.assert(
      fc.property(fc.oneof(near, any), ([zone, plain]) => {
        const local = plain.round('second').toString({ smallestUnit: 'second' });
        const expected = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, {
          disambiguation: 'compatible',
        });
        const resolved = resolveLocal(local, zone)!;
        expect(resolved.instant.getTime()).toBe(expected.epochMilliseconds);
        const shown = zonedTime(resolved.instant, zone);
        expect([shown.local, shown.utc_offset]).toEqual([
          expected.toPlainDateTime().toString({ smallestUnit: 'second' }),
          expected.offset,
        ]);
      }),
      { numRuns: 500 },
    );
  });
});

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
