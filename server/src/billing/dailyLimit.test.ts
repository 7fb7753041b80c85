// Property: whichever calls race for the last message of a day, the daily limit is never exceeded and never
// underused.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { anotherApp, testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { addSender, credit, makeSender, verifyTeam } from '../../test/factories.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { dayIn } from '../mail/letter.ts';
import { isRefusal } from '../refusal.ts';

const t = await testApp();
const other = await anotherApp(t);
const { pool } = t.services;

/** A message to a Sri Lankan number, in micro-units. */
const COST = 800_000n;
const DAYS = 50;

// Zones whose clocks change inside the window: at midnight (a day begins at one), by half an hour, and at
// one (the first hour of a day comes twice). In order, because ids never go back in time.
const WINDOWS = [
  { timezone: 'America/Havana', from: '2027-02-17', oddHours: 23 },
  { timezone: 'Africa/Cairo', from: '2027-04-10', oddHours: 23 },
  { timezone: 'Australia/Lord_Howe', from: '2027-09-08', oddHours: 23.5 },
  { timezone: 'America/Havana', from: '2027-10-28', oddHours: 25 },
];

type Day = { day: string; starts: Date; ends: Date };
const hoursOf = ({ starts, ends }: Day) => (ends.getTime() - starts.getTime()) / 3_600_000;

/**
 * Days of a zone, as the database knows them: from the first half hour that has the date to the end of the
 * last.
 */
async function daysFrom(from: string, timezone: string): Promise<Day[]> {
  const { rows } = await pool.query<Day>(
    `select to_char(day, 'YYYY-MM-DD') as day, min(half) as starts, max(half) + interval '30 minutes' as ends
     from generate_series($1::timestamptz - interval '1 day', $1::timestamptz + ($3 + 1) * interval '1 day', interval '30 minutes')
       as half cross join lateral (select (half at time zone $2)::date as day) as local
     where day >= $1::timestamp and day < $1::timestamp + $3 * interval '1 day'
     group by day order by day`,
    [from, timezone, DAYS],
  );
  return rows;
}

/**
 * A sender whose project has a limit that is warned of at half, and the three ways to send, in both
 * processes.
 */
async function makeSenders(timezone: string) {
  const { person, browser, teamId, project, authorization } = await makeSender(t);
  await verifyTeam(t, teamId);
  await credit(t, teamId, '100000');
  await addSender(t, { teamId, projectId: project.id, sender: 'AShop' });
  await browser.call('PUT', `/v1/web/projects/${project.id}`, { form: { timezone } });
  await pool.query('update projects set timezone_before = null, timezone_from = null where id = $1', [
    project.id,
  ]);
  const message = { to: '+94771234567', from: 'AShop', body: 'Your parcel is here' };
  const beside = openBrowser(other.app);
  beside.teamId = teamId;
  for (const [name, value] of browser.cookies) beside.cookies.set(name, value);
  const browsers = [browser, beside];

  const senders = [t, other].flatMap(({ app, messaging: { accept } }, process) => [
    async () => {
      const answer = await app.inject({
        method: 'POST',
        url: '/v1/messages',
        headers: { authorization: authorization.LIVE },
        payload: message,
      });
      return answer.statusCode === 201 ? 'accepted' : answer.json().code;
    },
    async () => {
      const form = { ...message, project_id: project.id, mode: 'LIVE' };
      const answer = await browsers[process]!.post('/v1/web/messages', form);
      return answer.statusCode === 200 ? 'accepted' : answer.json().code;
    },
    async () => {
      const outcome = await accept({ ...message, projectId: project.id, mode: 'LIVE', platform: 'CAMPAIGN' });
      return isRefusal(outcome) ? outcome.refused : 'accepted';
    },
  ]);
  return { person, project, teamId, senders };
}

describe('three ways to send in two processes that race for the last message of a day', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it.each(WINDOWS)(
    'never pass the limit and never stop short of it, 50 days of $timezone from $from',
    async (window) => {
      const { timezone, from, oddHours } = window;
      await pool.query('select ensure_message_partitions($1::date, 4)', [from]);
      const days = await daysFrom(from, timezone);
      expect(new Set(days.map(hoursOf))).toEqual(new Set([24, oddHours]));
      vi.setSystemTime(days[0]!.starts.getTime() - 1);
      const { person, project, senders } = await makeSenders(timezone);

      for (const [round, { day, starts, ends }] of days.entries()) {
        // Every other limit is one that no number of messages meets.
        const limit = 4n * COST + (round % 2 === 0 ? 0n : 100_000n);
        await pool.query(
          'update projects set daily_limit_micros = $2, daily_warn_fraction = 0.5 where id = $1',
          [project.id, limit],
        );
        const middle = (starts.getTime() + ends.getTime()) / 2;
        for (const [i, at] of [starts.getTime(), middle, ends.getTime() - 10_000].entries()) {
          vi.setSystemTime(at);
          expect(await senders[(round + i) % senders.length]!(), day).toBe('accepted');
        }
        vi.setSystemTime(ends.getTime() - 1_000);
        const outcomes = await Promise.all(senders.map((send) => send()));
        expect(
          outcomes.filter((outcome) => outcome === 'accepted'),
          day,
        ).toHaveLength(1);
        expect(
          outcomes.filter((outcome) => outcome === 4007 || outcome === 'dailyLimit'),
          day,
        ).toHaveLength(5);
      }

      const { rows: spent } = await pool.query<{ day: string; spent: bigint }>(
        `select day, spent_micros as spent from project_days where project_id = $1 order by day`,
        [project.id],
      );
      expect(spent).toEqual(days.map(({ day }) => ({ day, spent: 4n * COST })));
      const { rows: mails } = await pool.query<{ subject: string; text_body: string }>(
        `select subject, text_body from mails where recipient = $1 and subject like 'A project has reached%'`,
        [person.email],
      );
      const sent = mails.map(({ subject, text_body }) => `${subject} ${/ on (.+)\./.exec(text_body)?.[1]}`);
      const due = days.flatMap(({ day }) =>
        [50, 95].map((percent) => `A project has reached ${percent}% of its daily limit ${dayIn('en', day)}`),
      );
      expect(sent.sort()).toEqual(due.sort());
      expect(await ledgerDifferences(pool)).toEqual([]);
    },
  );
});
