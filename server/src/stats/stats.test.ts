// The figures of Home against a plain recount of the messages, in zones whose days are no days of UTC; and
// the proof of the counts.
import { countriesOf, DIAL_CODES, dialCodeOf } from '@godwit/contract/numbers/dialCodes';
import { customDays, RANGES, type Range, rangeDays } from '@godwit/contract/ranges';
import type { Failures, Graphs, Hours, Overview, Summary } from '@godwit/contract/stats';
import { localDay, zonedTime } from '@godwit/contract/timezones';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeProject, makeSender } from '../../test/factories.ts';
import { makePast, type PastMessage, seeded } from '../../test/history.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { transaction } from '../db/transaction.ts';
import { failMessages, transitionMessages } from '../messages/state/transitions.ts';
import { fromMicros } from '../money.ts';
import { type Failed, rollUpCounts } from './rollup.ts';
import { spendPerDay } from './summary.ts';

const t = await testApp();
const { pool } = t.services;

async function makeProjectWithPast(timezone: string, count: number, seed: number) {
  const sender = await makeSender(t);
  const projectId = sender.project.id;
  await pool.query('update projects set timezone = $2 where id = $1', [projectId, timezone]);
  const messages = await makePast(pool, { teamId: sender.teamId, projectId, timezone }, count, seed);
  const get = async (
    call: `project_${'overview' | 'graphs' | 'summary' | 'failures' | 'hours'}`,
    query: string,
  ) => sender.browser.get(`/v1/web/stats/${call}?project_id=${projectId}&${query}`);
  return { ...sender, timezone, messages, get };
}

const projects = [
  await makeProjectWithPast('Asia/Colombo', 1500, 1),
  await makeProjectWithPast('Australia/Lord_Howe', 1500, 2),
  await makeProjectWithPast('Asia/Kathmandu', 600, 3),
];
type Mode = 'TEST' | 'LIVE';

/** Adds the messages of some days up one by one. */
function recount(messages: PastMessage[], mode: Mode, from: string, to: string) {
  const some = messages.filter(({ day, ...message }) => message.mode === mode && day >= from && day <= to);
  const sum = (of: PastMessage[]) =>
    fromMicros(of.reduce((micros, { spentMicros }) => micros + spentMicros, 0n));
  const delivered = some.filter(({ status }) => status === 'DELIVERED');
  const others = some.filter(({ status }) => status !== 'DELIVERED');
  const failed = others.filter(({ status }) => status === 'FAILED');
  return {
    failed,
    summary: {
      total: some.length,
      delivered: delivered.length,
      failed: failed.length,
      waiting: others.length - failed.length,
    },
    rows: [
      { status: 'DELIVERED', cost: sum(delivered), total: delivered.length },
      { status: 'UNDELIVERED', cost: sum(others), total: others.length },
    ],
    graphs: {
      outgoing_sms_total: some.length,
      outgoing_sms_delivered: delivered.length,
      outgoing_sms_undelivered: others.length,
      outgoing_sms_failed: failed.length,
      outgoing_sms_cost: sum(some),
    },
  };
}

/** Reasons and destinations of messages, the most frequent first. */
function whyOf(failed: PastMessage[]) {
  const ranked = (keyOf: (message: PastMessage) => string) =>
    [...Map.groupBy(failed, keyOf)]
      .map(([key, { length }]) => ({ key, total: length }))
      .sort((a, b) => b.total - a.total || a.key.localeCompare(b.key));
  return {
    total: failed.length,
    reasons: ranked(({ failure }) => failure!).map(({ key, total }) => ({ code: key, total })),
    destinations: ranked(({ recipient }) => dialCodeOf(recipient.slice(1))!).map(({ key, total }) => ({
      dial_code: key,
      countries: countriesOf(key),
      total,
    })),
    other_destinations: 0,
  };
}

/** Messages by weekday, from Monday, and hour. */
function hoursOf(messages: PastMessage[], timezone: string) {
  const hours = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { day, acceptedAt } of messages) {
    const hour = Number(zonedTime(acceptedAt, timezone).local.slice(11, 13));
    hours[(new Date(day).getUTCDay() + 6) % 7]![hour]! += 1;
  }
  return hours;
}

const custom = (from: string, to: string) => {
  const days = customDays(from, to);
  if (!days.ok) throw new Error(days.problem);
  return days.span;
};
const QUARTER_MS = 900_000;
const today = (timezone: string) => localDay(new Date(), timezone);
/** Whether the day is in its last quarter of an hour, in which its periods compare whole days. */
const isOver = (timezone: string): boolean => {
  const next = new Date(Math.ceil(Date.now() / QUARTER_MS) * QUARTER_MS);
  return localDay(next, timezone) !== today(timezone);
};
const asked = (timezone: string) => [
  ...(Object.keys(RANGES) as Range[]).map((range) => ({
    query: `range=${range}`,
    span: rangeDays(range, today(timezone)),
  })),
  ...[
    ['2025-09-20', '2025-10-20'],
    ['2026-03-25', '2026-04-20'],
    ['2025-02-11', '2025-08-07'],
  ].map(([from, to]) => ({ query: `from=${from}&to=${to}`, span: custom(from!, to!) })),
];

async function expectRightFigures() {
  for (const { timezone, messages, get } of projects) {
    for (const { query, span } of asked(timezone)) {
      for (const mode of ['TEST', 'LIVE'] as const) {
        const overview = (await get('project_overview', `mode=${mode}&${query}`)).json() as Overview;
        const { prev_until: until } = overview;
        expect(until === null, query).toBe(!query.startsWith('range=') || isOver(timezone));
        // Of a period that runs on, the same span of the one before counts.
        const compared = messages.filter(
          ({ day, acceptedAt }) => until === null || day >= span.from || acceptedAt < new Date(until),
        );
        const counted = new Map<string, ReturnType<typeof recount>>();
        const count = (from: string, to: string) => {
          const known = counted.get(`${from} ${to}`) ?? recount(compared, mode, from, to);
          counted.set(`${from} ${to}`, known);
          return known;
        };
        expect(overview, `${timezone} ${query} ${mode}`).toEqual({
          current_from: span.from,
          current_to: span.to,
          prev_from: span.prevFrom,
          prev_to: span.prevTo,
          prev_until: until,
          outgoing_sms_current: count(span.from, span.to).rows,
          outgoing_sms_previous: count(span.prevFrom, span.prevTo).rows,
        });
        const now = count(span.from, span.to);
        const summary = (await get('project_summary', `mode=${mode}&${query}`)).json() as Summary;
        expect(summary).toMatchObject({ current_from: span.from, current_to: span.to, ...now.summary });
        const failures = (await get('project_failures', `mode=${mode}&${query}`)).json() as Failures;
        expect(failures, `${timezone} ${query} ${mode}`).toMatchObject(whyOf(now.failed));
        const { hours } = (await get('project_hours', `mode=${mode}&${query}`)).json() as Hours;
        const inSpan = messages.filter(
          (one) => one.mode === mode && one.day >= span.from && one.day <= span.to,
        );
        expect(hours, `${timezone} ${query} ${mode}`).toEqual(
          span.days > 92 ? null : hoursOf(inSpan, timezone),
        );
        const { graphs, time_unit } = (await get('project_graphs', `mode=${mode}&${query}`)).json() as Graphs;
        expect(time_unit).toBe(span.days > 92 ? 'MONTH' : 'DAY');
        for (const [name, graph] of Object.entries(graphs)) {
          for (const [points, first, last] of [
            [graph.data_points_current, span.from, span.to],
            [graph.data_points_previous, span.prevFrom, span.prevTo],
          ] as const) {
            for (const { date, value } of points) {
              const from = date < first ? first : date;
              const end = time_unit === 'DAY' ? date : `${date.slice(0, 7)}-31`;
              const to = end > last ? last : end;
              const right = count(from, to).graphs[name as keyof typeof graphs];
              expect(value, `${timezone} ${query} ${mode} ${name} ${date}`).toBe(right);
            }
            expect(points.map(({ date }) => date)).toEqual(
              [...new Set(points.map(({ date }) => date))].sort(),
            );
            if (time_unit === 'DAY') expect(points).toHaveLength(span.days);
          }
        }
      }
    }
  }
}

describe('the figures', () => {
  it('are those of a plain recount while nothing is rolled up', async () => {
    await expectRightFigures();
  });

  it('and when everything is', async () => {
    await rollUpCounts(pool);
    expect((await pool.query('select count(*) as count from message_count_deltas')).rows[0].count).toBe(0n);
    await expectRightFigures();
  });

  it('of a project without a message are all zeros', async () => {
    const empty = await makeSender(t);
    const query = `project_id=${empty.project.id}&mode=TEST&range=7d`;
    const { graphs } = (await empty.browser.get(`/v1/web/stats/project_graphs?${query}`)).json() as Graphs;
    expect(graphs.outgoing_sms_cost.data_points_previous.map(({ value }) => value)).toEqual(Array(7).fill(0));
    const overview = (await empty.browser.get(`/v1/web/stats/project_overview?${query}`)).json() as Overview;
    expect(overview.outgoing_sms_current).toEqual([
      { status: 'DELIVERED', cost: 0, total: 0 },
      { status: 'UNDELIVERED', cost: 0, total: 0 },
    ]);
  });

  it.each([
    ['an unknown range', 'mode=TEST&range=2d', 1002, 'range'],
    ['no range at all', 'mode=TEST', 1002, 'from'],
    ['one date only', 'mode=TEST&from=2026-01-01', 1002, 'to'],
    ['from after to', 'mode=TEST&from=2026-01-02&to=2026-01-01', 1002, 'from'],
    ['too many days', 'mode=TEST&from=2020-01-01&to=2026-01-01', 1002, 'from'],
    ['no such day', 'mode=TEST&from=2026-02-30&to=2026-03-01', 1007, 'from'],
    ['another mode', 'mode=BOTH&range=7d', 1002, 'mode'],
  ])('%s: refused', async (_what, query, code, field) => {
    for (const call of [
      'project_overview',
      'project_graphs',
      'project_summary',
      'project_failures',
      'project_hours',
    ] as const) {
      const answer = await projects[0]!.get(call, query);
      expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
      expect(answer.json().fields).toHaveProperty(field);
    }
  });
});

describe('the words of Home', () => {
  const summaryOf = async ({ get }: (typeof projects)[number], query: string) =>
    (await get('project_summary', query)).json() as Summary;

  it('say how soon half of the messages were delivered after they were due', async () => {
    const { project, messages } = projects[2]!;
    // The n-th took n seconds, every third of them from a scheduled time on.
    await pool.query(
      `with taken as materialized (
         select id, n, accepted_at + interval '1 h' as later, accepted_at + make_interval(secs => n) as soon,
           accepted_at + make_interval(hours => 1, secs => n) as late
         from (select id, accepted_at, row_number() over (order by id)::integer as n from messages
               where project_id = $1 and mode = 'TEST' and state = 'delivered') as numbered
       )
       update messages m set send_at = case when n % 3 = 0 then later end, delivered_at = case when n % 3 = 0 then late else soon end
       from taken where m.id = taken.id`,
      [project.id],
    );
    const delivered = messages
      .filter(({ mode, status }) => mode === 'TEST' && status === 'DELIVERED')
      .map(({ id, day }) => ({ id, day }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const { from } = rangeDays('12m', today('Asia/Kathmandu'));
    const seconds = delivered.flatMap(({ day }, i) => (day >= from ? [i + 1] : []));
    const { delivery } = await summaryOf(projects[2]!, 'mode=TEST&range=12m');
    expect(delivery).toEqual({
      median_seconds: (seconds[0]! + seconds.at(-1)!) / 2,
      delivered: seconds.length,
      is_all: true,
    });
  });

  it('know no time when nothing was delivered', async () => {
    const empty = await makeSender(t);
    const query = `project_id=${empty.project.id}&mode=LIVE&range=7d`;
    expect((await empty.browser.get(`/v1/web/stats/project_summary?${query}`)).json()).toMatchObject({
      total: 0,
      delivered: 0,
      failed: 0,
      waiting: 0,
      delivery: null,
      spend_per_day: null,
    });
  });

  it('know what all projects of the team spend in a day, in LIVE and until today only', async () => {
    const [one, two] = [await makeSender(t), await makeSender(t)];
    const day = today('Asia/Colombo');
    const get = async (sender: typeof one, query: string) =>
      (
        await sender.browser.get(`/v1/web/stats/project_summary?project_id=${sender.project.id}&${query}`)
      ).json() as Summary;
    const other = await makeProject(one.browser, 'Second');
    // The team of another tenant spends a thousand times as much.
    await pool.query(
      `insert into project_days (team_id, project_id, day, spent_micros)
       values ($1, $2, $5::date, 500000), ($1, $3, $5::date, 500000), ($4, $6, $5::date, 1000000000)`,
      [one.teamId, one.project.id, other.id, two.teamId, day, two.project.id],
    );
    expect((await get(one, 'mode=LIVE&range=7d')).spend_per_day).toBe(1);
    expect((await get(two, 'mode=LIVE&range=7d')).spend_per_day).toBe(1000);
    for (const query of [
      'mode=TEST&range=7d',
      'mode=LIVE&range=1d',
      'mode=LIVE&from=2026-01-01&to=2026-02-01',
    ])
      expect((await get(one, query)).spend_per_day, query).toBeNull();
    // No message cost that.
    await pool.query('delete from project_days where team_id = any($1)', [[one.teamId, two.teamId]]);
  });

  it.each([
    ['spent since a week ago', { spentMicros: 70_000_000n, firstDay: '2026-11-14' }, 10],
    ['began yesterday', { spentMicros: 20_000_000n, firstDay: '2026-11-19' }, 10],
    ['began this morning', { spentMicros: 10_000_000n, firstDay: '2026-11-20' }, 10],
    ['a project is a day ahead', { spentMicros: 10_000_000n, firstDay: '2026-11-21' }, 10],
    ['nothing spent', { spentMicros: 0n, firstDay: null }, null],
  ])('what is spent in a day: %s', (_what, spent, perDay) => {
    // Midnight between the 20th and the 21st in Colombo.
    expect(spendPerDay(spent, 'Asia/Colombo', new Date('2026-11-20T18:30:00Z'))).toBe(perDay);
  });

  it('name at most twenty destinations, and count the others', async () => {
    const { browser, project, teamId } = await makeSender(t);
    await pool.query(
      `insert into message_count_deltas
       select $1, $2, 'TEST', quarter_of(now()), 'OUTGOING', 'MESSAGING', 'FAILED', count, count, 0, 'REJECTED', code
       from unnest($3::text[], $4::integer[]) as failed (code, count)`,
      [teamId, project.id, ['94', '999', ...[...DIAL_CODES].slice(0, 25)], [90, 50, ...Array(25).fill(1)]],
    );
    const query = `project_id=${project.id}&mode=TEST&range=7d`;
    const answer = (await browser.get(`/v1/web/stats/project_failures?${query}`)).json() as Failures;
    expect(answer).toMatchObject({
      total: 165,
      reasons: [{ code: 'REJECTED', total: 165 }],
      other_destinations: 7,
    });
    expect(answer.destinations).toHaveLength(20);
    expect(answer.destinations.slice(0, 2)).toEqual([
      { dial_code: '94', countries: ['LK'], total: 90 },
      { dial_code: null, countries: [], total: 50 },
    ]);
    await pool.query('delete from message_count_deltas where project_id = $1', [project.id]);
  });

  it('are of the team alone', async () => {
    const stranger = await makeSender(t);
    for (const call of ['project_summary', 'project_failures']) {
      const query = `project_id=${projects[0]!.project.id}&mode=TEST&range=7d`;
      const answer = await stranger.browser.get(`/v1/web/stats/${call}?${query}`);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 1001]);
    }
  });
});

it('a number is counted under the dial code that it is priced and blocked by', async () => {
  const codes = [...DIAL_CODES].filter((code) => code !== '1');
  const numbers = [...codes.map((code) => `+${code}5550100`), '+12125550100'];
  const { rows } = await pool.query(
    'select number, destination_of(number) as found from unnest($1::text[]) as number',
    [numbers],
  );
  expect(rows).toHaveLength(numbers.length);
  expect(rows).toContainEqual({ number: '+12125550100', found: '1212' });
  for (const { number, found } of rows.slice(0, -1)) expect(found, number).toBe(dialCodeOf(number.slice(1)));
});

describe('the counts', () => {
  const differences = () => ledgerDifferences(pool);

  it('are right after moves that race each other and the rollup, and keep no row that comes to nothing', async () => {
    const random = seeded(4);
    const messages = projects.flatMap((project) => project.messages);
    const some = () => messages.filter(() => random() < 0.05);
    const states = ['queued', 'submitting', 'in_doubt', 'sent', 'delivered'] as const;
    const round = async (n: number) => {
      const keys = some().sort((a, b) => (a.id < b.id ? -1 : 1));
      await transaction(pool, async (client) => {
        if (n % 6 === 5) await failMessages(client, 'NO_RECEIPT', keys);
        else await transitionMessages(client, states[n % 5]!, keys);
      });
      await rollUpCounts(pool);
    };
    for (let n = 0; n < 24; n += 4) {
      await Promise.all([round(n), round(n + 1), round(n + 2), round(n + 3)]);
      expect(await differences()).toEqual([]);
    }
    await rollUpCounts(pool);
    const { rows } = await pool.query('select count(*) as empty from message_counts where count = 0');
    expect(rows[0].empty).toBe(0n);
    expect(await differences()).toEqual([]);
  });

  it('of one team that cannot be rolled up hold up no other', async () => {
    const some = projects.map(({ messages }) => messages.slice(0, 3));
    const [bad] = (await pool.query('select team_id from messages where id = $1', [some[0]![0]!.id])).rows;
    const insert = `insert into message_count_deltas select $1, $1, 'TEST', date_trunc('hour', now()), 'OUTGOING',
      'MESSAGING', 'SENT', count, count / 1000000, count / 1000000 from unnest($2::bigint[]) as count`;
    // Together more than a bigint holds.
    await pool.query(insert, [bad.team_id, ['9000000000000000000', '9000000000000000000']]);
    await pool.query(insert, ['00000000-0000-0000-0000-000000000001', ['1']]);
    const left = async () => (await pool.query('select distinct team_id from message_count_deltas')).rows;
    const failed: Failed = new Map();
    await rollUpCounts(pool, failed);
    expect(await left()).toEqual([{ team_id: bad.team_id }]);
    expect([...failed.keys()]).toEqual([bad.team_id]);
    // And from then on it fails no more.
    await pool.query(insert, ['00000000-0000-0000-0000-000000000001', ['-1']]);
    await rollUpCounts(pool, failed);
    expect(await left()).toEqual([{ team_id: bad.team_id }]);
    await pool.query('delete from message_count_deltas where count > 1000000');
    await rollUpCounts(pool);
    expect(await left()).toEqual([]);
  });

  it('undo what a transaction that is rolled back has counted', async () => {
    const keys = projects[0]!.messages;
    await transaction(pool, async (client) => {
      expect((await transitionMessages(client, 'sent', keys)).length).toBeGreaterThan(0);
      throw new Error('rolled back');
    }).catch(() => {});
    expect(await differences()).toEqual([]);
  });

  it('whose spend is not what was charged and refunded are found by `ledger check`', async () => {
    const { teamId, project } = projects[1]!;
    const change = 'update ledger_entries set amount_micros = amount_micros - $2 where id = $1';
    const { rows } = await pool.query(
      "select id from ledger_entries where project_id = $1 and kind = 'CHARGE' limit 1",
      [project.id],
    );
    await pool.query('alter table ledger_entries disable trigger user');
    await pool.query(change, [rows[0].id, 800_000]);
    const found = (await differences()).filter(({ problem }) => problem === 'spend counted in LIVE');
    expect(found).toMatchObject([{ team: teamId, project: project.id }]);
    expect(Number(found[0]!.expected) - Number(found[0]!.found)).toBe(800_000);
    await pool.query(change, [rows[0].id, -800_000]);
  });

  it('that were changed by hand are found by `ledger check`', async () => {
    const { rows } = await pool.query(
      `update message_counts set count = count + 1 where ctid = (select ctid from message_counts where grain = 'HOUR' limit 1)
       returning project_id, count, segments, cost_micros`,
    );
    const { project_id, count, segments, cost_micros } = rows[0];
    expect(await differences()).toMatchObject([
      {
        project: project_id,
        found: `${count} / ${segments} / ${cost_micros}`,
        expected: `${count - 1n} / ${segments} / ${cost_micros}`,
      },
    ]);
    const failures = await pool.query(
      `update failure_counts set count = count + 1 where ctid = (select ctid from failure_counts where grain = 'DAY' limit 1)
       returning project_id, count`,
    );
    const [changed] = failures.rows;
    expect((await differences()).slice(1)).toMatchObject([
      { project: changed.project_id, found: `${changed.count}`, expected: `${changed.count - 1n}` },
    ]);
  });
});
