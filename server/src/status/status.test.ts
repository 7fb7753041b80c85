import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { VERSION } from '@godwit/contract/version';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '../../test/app.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { makeStaff } from '../../test/staff.ts';
import { ledgerDifferences } from '../commands/ledger.ts';
import { openPool } from '../db/pool.ts';
import { dropMonth, ensureMonths, selectMonths } from '../db/schema/months.ts';
import { readStatus, startFigures, startLedgerChecks, takeFigures } from './figures.ts';
import { startHeartbeat } from './heartbeat.ts';
import { openMetrics, serveMetrics } from './metrics.ts';

const t = await testApp();
const { pool } = t.services;

/** The value of a metric with these labels in what a scrape has answered. */
function figureOf(text: string, name: string, ...labels: string[]): number | undefined {
  const line = text
    .split('\n')
    .find((one) => new RegExp(`^${name}[{ ]`).test(one) && labels.every((label) => one.includes(label)));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

/** Fetches `url` under another host name, which fetch cannot do. */
async function statusFor(url: string, host: string): Promise<number | undefined> {
  const [answer] = await once(get(url, { headers: { host } }), 'response');
  answer.resume();
  return answer.statusCode;
}

describe('metrics', () => {
  const metrics = openMetrics(t.services);
  const accept = metrics.measure(t.messaging.accept);

  it('count what is accepted and refused, by mode and result', async () => {
    const { project } = await makeSender(t);
    const given = {
      projectId: project.id,
      platform: 'API',
      to: '+94770000001',
      from: 'SANDBOX',
      body: 'Hi',
    } as const;
    for (let i = 0; i < 3; i++) await accept({ ...given, mode: 'TEST' });
    await accept({ ...given, mode: 'LIVE' });
    await accept({ ...given, mode: 'TEST', idempotency: { key: 'one', bodyHash: Buffer.from('x') } });
    await accept({ ...given, mode: 'TEST', idempotency: { key: 'one', bodyHash: Buffer.from('x') } });
    const text = await metrics.text();
    const count = (...labels: string[]) => figureOf(text, 'godwit_accept_messages_total', ...labels);
    expect(count('mode="TEST"', 'result="accepted"')).toBe(4);
    expect(count('mode="TEST"', 'result="replayed"')).toBe(1);
    expect(count('mode="LIVE"', 'result="verificationNeeded"')).toBe(1);
    expect(figureOf(text, 'godwit_accept_seconds_count', 'mode="TEST"', 'result="accepted"')).toBe(4);
  });

  it('report queues, for the ten worst teams only, as one process read them for all', async () => {
    await pool.query(
      `insert into teams (id, name, region_id) select gen_random_uuid(), 'Team ' || n, 'LK' from generate_series(1, 12) n`,
    );
    await pool.query(
      `insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at)
       select gen_random_uuid(), id, 'LIVE:94', 1, now() - interval '500 seconds', now() + interval '1 day'
       from teams where name like 'Team %'`,
    );
    await pool.query(
      `insert into link_reports (link_id, process_id, mode, host, groups, sessions, bound_sessions, send_window, in_flight,
         throughput, rate, health, routes)
       values ('alpha', gen_random_uuid(), 'LIVE', 'h:1', '{LIVE:94}', 2, 1, 100, 7, 50, 12.5, 'CLOSED', '[]')`,
    );
    await pool.query(
      `insert into submit_attempts (message_id, link_id, outcome) values (gen_random_uuid(), 'alpha', 'retry')`,
    );
    await pool.query(
      `insert into team_destinations (team_id, destination, messages, starts_at, held_at)
       select id, '960', 9, now(), now() - interval '2 hours' from teams where name in ('Team 1', 'Team 2', 'Team 3')`,
    );
    // The first of them is a code. The third has no queue; paused and closed teams have nothing to send.
    await pool.query(
      `insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at, held_for)
       select gen_random_uuid(), id, 'LIVE:960', case name when 'Team 1' then -1 else 0 end, 'infinity', now() + interval '1 day', '960'
       from teams where name in ('Team 1', 'Team 2')`,
    );
    await pool.query(
      `with paused as (
         insert into teams (id, name, region_id, paused_at, paused_by, paused_reason)
         values (gen_random_uuid(), 'Paused', 'LK', now(), 'Nobody', 'Fraud') returning id)
       insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at)
       select gen_random_uuid(), id, 'LIVE:94', 1, now() - interval '1000 seconds', now() + interval '1 day' from paused`,
    );
    await pool.query(
      `with call as (insert into webhook_outbox (team_id, host, endpoint_id, event_id, due_at)
         values (gen_random_uuid(), 'h', gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour'))
       insert into event_inbox (team_id, project_id, mode, type, subject_id, happened_at)
       values (gen_random_uuid(), gen_random_uuid(), 'LIVE', 'message.sent', gen_random_uuid(), now() - interval '400 seconds')`,
    );
    expect(await takeFigures(pool)).toBe(true);
    expect(await takeFigures(pool)).toBe(false);
    metrics.show(await readStatus(pool));
    const text = await metrics.text();
    const value = (name: string, ...labels: string[]) => figureOf(text, `godwit_${name}`, ...labels);
    expect(value('queue_due_messages', 'mode="LIVE"', 'lane="CAMPAIGN"')).toBe(12);
    const oldest = value('queue_oldest_seconds', 'mode="LIVE"', 'lane="CAMPAIGN"');
    expect(oldest).toBeGreaterThanOrEqual(500);
    expect(oldest).toBeLessThan(1_000);
    expect(value('queue_messages', 'mode="TEST"', 'lane="API"')).toBe(4);
    expect(value('queue_messages', 'mode="LIVE"', 'lane="API"')).toBe(2);
    expect(text.match(/^godwit_queue_team_oldest_seconds\{/gm)).toHaveLength(10);
    expect(value('link_bound_sessions', 'link="alpha"')).toBe(1);
    expect(value('link_closed', 'link="alpha"')).toBe(1);
    expect(value('link_failed_attempts', 'link="alpha"')).toBe(1);
    expect(value('mails_waiting')).toBeGreaterThan(0);
    expect(value('callbacks_waiting')).toBe(2);
    expect(value('callbacks_late_seconds')).toBeGreaterThanOrEqual(400);
    expect(value('held_destinations')).toBe(2);
    expect(value('held_oldest_seconds')).toBeGreaterThanOrEqual(7_200);
  });

  it('tell for how long messages have partitions without a gap', async () => {
    const ahead = async () => {
      metrics.show(await readStatus(pool));
      return figureOf(await metrics.text(), 'godwit_months_ahead_seconds')!;
    };
    expect(await ahead()).toBeGreaterThan(89 * 86_400);
    const gap = (await selectMonths(pool)).filter(({ starts }) => starts > new Date())[1]!;
    await dropMonth(pool, gap.name);
    const seconds = (gap.starts.getTime() - Date.now()) / 1_000;
    expect(Math.abs((await ahead()) - seconds)).toBeLessThan(60);
    await ensureMonths(pool);
    expect(await ahead()).toBeGreaterThan(89 * 86_400);
  });

  it('tell what the last check of the ledger found, and how loops and pools do', async () => {
    const checks = startLedgerChecks(t.services, ledgerDifferences);
    onTestFinished(() => checks.stop());
    await waitFor(async () => (await readStatus(pool)).ledger !== null);
    await pool.query(`delete from status_figures`);
    const heartbeat = await startHeartbeat(t.services);
    onTestFinished(() => heartbeat.stop());
    const loop = startFigures(t.services, {
      processId: heartbeat.id,
      onStatus: metrics.show,
      accepted: metrics.accepted,
    });
    onTestFinished(() => loop.stop());
    await waitFor(async () => figureOf(await metrics.text(), 'godwit_ledger_checked_timestamp_seconds'));
    const text = await metrics.text();
    expect((await readStatus(pool)).figures).toMatchObject({
      accept: { rate: expect.any(Number), p95_ms: expect.any(Number) },
      processes: [{ version: VERSION, roles: ['web', 'send', 'jobs'], alive: true }],
    });
    expect(figureOf(text, 'godwit_ledger_differences')).toBe(0);
    expect(figureOf(text, 'godwit_loop_failures', 'loop="taking figures"')).toBe(0);
    expect(figureOf(text, 'godwit_database_connections', 'pool="urgent"', 'state="waiting"')).toBe(0);
  });

  it('are served on a port of their own and ask no database', async () => {
    const away = openPool({ host: '127.0.0.1', port: 1 }, { max: 1, applicationName: 'away' });
    const connections = { pool: away, kysely: t.services.kysely };
    const pools = { urgent: connections, people: connections, long: connections, jobs: connections };
    let why: string | null = null;
    const whyNotReady = async () => why;
    const at = { host: '127.0.0.1', port: null };
    const [served, other] = [
      await serveMetrics(openMetrics({ ...t.services, pools }), whyNotReady, at),
      await serveMetrics(openMetrics({ ...t.services, pools }), whyNotReady, at),
    ];
    onTestFinished(() => other.stop());
    // Each has a port, also on a machine with another process on the usual one.
    expect(new URL(other.url).port).not.toBe(new URL(served.url).port);
    const health = async (path: string) => (await fetch(new URL(path, served.url))).status;
    expect([await health('/healthz'), await health('/readyz')]).toEqual([200, 200]);
    why = 'Migrations are pending.';
    expect([await health('/healthz'), await health('/readyz')]).toEqual([200, 503]);
    onTestFinished(() => served.stop());
    const answer = await fetch(served.url);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    const [, free, size] = /_disk_free_bytes (\d+)[\s\S]*_disk_size_bytes (\d+)/.exec(text)!.map(Number);
    expect(free).toBeGreaterThan(0);
    expect(free).toBeLessThan(size!);
    expect((await fetch(new URL('/', served.url))).status).toBe(404);
    expect(await statusFor(served.url, 'localhost:9100')).toBe(200);
    expect(await statusFor(served.url, 'evil.example')).toBe(404);
    expect((await t.app.inject('/metrics')).body).not.toContain('godwit_');
  });

  it('are as Prometheus wants them', async (context) => {
    const promtool = spawnSync('promtool', ['check', 'metrics'], {
      input: await metrics.text(),
      encoding: 'utf8',
    });
    if (promtool.error) return context.skip('promtool is not installed');
    // Node's own metrics have names we do not choose.
    const ours = promtool.stderr.split('\n').filter((line) => line.startsWith('godwit_'));
    expect(ours).toEqual([]);
  });
});

it('the status page has the same figures, and how they went', async () => {
  const { browser } = await makeStaff(t, { role: 'SUPPORT' });
  const status = (await browser.get('/v1/staff/status')).json();
  expect(status.figures.teams).toHaveLength(10);
  expect(status.figures.links).toMatchObject([{ link: 'alpha', bound_sessions: 1, sessions: 2 }]);
  expect(status.ledger.differences).toBe(0);
  expect(status.history.at(-1)).toMatchObject({
    due: expect.any(Number),
    failed: 1,
    accept_ms: expect.any(Number),
  });
});
