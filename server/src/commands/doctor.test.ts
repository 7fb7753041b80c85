// Doctor on an installation where everything it checks is wrong: each problem with its remedy.
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '../../test/app.ts';
import { CERTIFICATE_KEY, EXPIRED_CERTIFICATE } from '../../test/certificate.ts';
import { testDatabase } from '../../test/database.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { openKysely } from '../db/kysely.ts';
import { type DatabaseConfig, openPool } from '../db/pool.ts';
import { dropMonth, ensureMonths, selectMonths } from '../db/schema/months.ts';
import { openDatabaseServers } from '../db/servers/database.ts';
import { readyForMessages } from '../messages/state/housekeeping.ts';
import { type Kept, removeOld } from '../retention/run.ts';
import type { Runtime } from '../runtime.ts';
import { createSecrets } from '../secrets.ts';
import { onePool } from '../services.ts';
import { startHeartbeat } from '../status/heartbeat.ts';
import { doctor } from './doctor.ts';
import { retention } from './retention.ts';

const t = await testApp();
const NOBODY_LISTENS = 1;

async function findings(runtime: Runtime) {
  const { data, failed } = await doctor(runtime);
  const rows = data.findings as { name: string; ok: boolean; says: string }[];
  return {
    failed,
    checked: rows.map(({ name }) => name),
    bad: Object.fromEntries(rows.filter(({ ok }) => !ok).map(({ name, says }) => [name, says])),
  };
}

describe('doctor', () => {
  it('finds nothing when nothing is wrong', async () => {
    expect(await findings(t.services as Runtime)).toMatchObject({ failed: false, bad: {} });
  });

  it('goes by what it finds on a database that is forty months old, and so does retention', async () => {
    const { pools } = t.services;
    const months = 40;
    const since = new Date();
    since.setUTCMonth(since.getUTCMonth() - months, 1);
    await ensureMonths(pools.long.pool, since, months);
    // A command's connections leave the planner free; here it takes whole tables first, as it does of itself
    // for a few dozen months.
    await pools.long.pool.query('analyze');
    const options = '-c enable_nestloop=off -c enable_indexscan=off -c enable_bitmapscan=off';
    const at = pools.long.pool.options as DatabaseConfig;
    const plain = openPool(at, { max: 3, applicationName: 'plain', options });
    onTestFinished(() => plain.end());
    const runtime = { ...t.services, ...onePool({ pool: plain, kysely: openKysely(plain) }) } as Runtime;
    const { kept } = (await retention(runtime)).data as { kept: Kept[] };
    const messages = kept.find(({ kind }) => kind === 'messages');
    expect(messages?.oldest?.slice(0, 7)).toBe(since.toISOString().slice(0, 7));
    await removeOld(runtime, { restSeconds: 0 });
    const first = (await selectMonths(plain))[0]!;
    const keptMs = t.services.settings.retention.messages! * 86_400_000;
    expect(first.ends.getTime()).toBeGreaterThan(Date.now() - keptMs);
    expect(await findings(runtime)).toMatchObject({ failed: false, bad: {} });
  });

  it('reports only a missing migration for a database without tables', async () => {
    const { connections } = await testDatabase('empty');
    const { checked, bad } = await findings({ ...t.services, ...connections } as Runtime);
    expect(bad).toEqual({ migrations: expect.stringMatching(/^0001_.* pending: run godwit migrate, and/) });
    expect(checked).not.toContain('ledger');
    expect(checked).not.toContain('mails');
  });

  it('counts the processes of each role against what there should be', async () => {
    const settings = {
      ...t.services.settings,
      databaseUrl: 'postgresql://db/godwit',
      secretKey: 'x',
      expectedProcesses: new Map([
        ['web', 1],
        ['send', 2],
      ] as const),
    };
    const runtime = { ...t.services, settings, servers: openDatabaseServers() } as unknown as Runtime;
    const start = (roles: ('web' | 'send')[]) =>
      startHeartbeat({ ...t.services, settings: { ...settings, roles: new Set(roles) } });
    const running = [await start(['web', 'send'])];
    onTestFinished(async () => void (await Promise.all(running.map((one) => one.stop()))));
    expect((await findings(runtime)).bad).toEqual({
      processes: expect.stringMatching(
        /^1 web, 1 send, 0 jobs; EXPECTED_PROCESSES says 2 send: start or stop some/,
      ),
    });
    running.push(await start(['send']));
    expect((await findings(runtime)).bad).toEqual({});
    running.push(await start(['send']));
    expect((await findings(runtime)).bad).toHaveProperty('processes');
  });

  it('says what is wrong, and what to do', async () => {
    const folder = throwawayFolder();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const carriersFile = join(folder, 'carriers.json');
    const carrier = { id: 'alpha', host: '127.0.0.1', port: NOBODY_LISTENS, system_id: 'a', password: 'b' };
    const smppTlsCert = join(folder, 'expired.pem');
    writeFileSync(smppTlsCert, EXPIRED_CERTIFICATE);
    const expired = createServer({ cert: EXPIRED_CERTIFICATE, key: CERTIFICATE_KEY }).listen(0, '127.0.0.1');
    await once(expired, 'listening');
    onTestFinished(() => void expired.close());
    const { port } = expired.address() as AddressInfo;
    const tls = { ca_file: 'expired.pem', server_name: 'carrier.test' };
    writeFileSync(carriersFile, JSON.stringify([carrier, { ...carrier, id: 'beta', port, tls }]));
    const smtpUrl = `smtp://127.0.0.1:${NOBODY_LISTENS}`;
    const { pool } = t.services;
    const later = (await selectMonths(pool)).find(({ starts }) => starts > new Date());
    await dropMonth(pool, later!.name);
    await pool.query(`insert into ledger_checks (differences, took_ms) values (2, 1)`);
    await pool.query(
      `insert into callback_outbox (team_id, message_id, host, statuses, sequence, due_at)
       values (gen_random_uuid(), gen_random_uuid(), 'h', '{SENT}', 1, now() - interval '1 hour')`,
    );
    await pool.query(
      `insert into link_reports (link_id, process_id, mode, host, groups, sessions, bound_sessions, send_window, in_flight,
         throughput, rate, routes) select 'alpha', gen_random_uuid(), 'LIVE', 'h:1', '{}', 1, 0, 1, 0, 1, 0, '[]' from generate_series(1, 2)`,
    );
    const [one, two] = [await startHeartbeat(t.services), await startHeartbeat(t.services)];
    onTestFinished(async () => {
      await one.stop();
      await two.stop();
    });
    const runtime = {
      ...t.services,
      settings: { ...t.services.settings, smtpUrl, carriersFile, smppTlsCert },
      secrets: createSecrets('quite another secret key than before'),
    } as Runtime;
    const { failed, bad } = await findings(runtime);
    expect(failed).toBe(true);
    expect(bad).toEqual({
      secret: expect.stringMatching(/another SECRET_KEY.*restore/),
      callbacks: expect.stringMatching(/oldest for 36\d\d s: is a process with the role jobs running/),
      months: expect.stringMatching(
        new RegExp(
          `^messages from ${later!.starts.toISOString().slice(0, 10)} 00:00 UTC on have no partition`,
        ),
      ),
      'mail server': expect.stringMatching(
        /127\.0\.0\.1:1 of SMTP_URL cannot be reached \(ECONNREFUSED\): check/,
      ),
      carriers: expect.stringMatching(
        /alpha \(127\.0\.0\.1:1\) cannot be reached \(ECONNREFUSED\); beta .* \(certificate has expired\): check/,
      ),
      certificate: expect.stringMatching(/SMPP_TLS_CERT expired on 2021-01-01.*put a new one there/),
      links: expect.stringMatching(/alpha has no session/),
      processes: expect.stringMatching(/2 servers send on .*: stop one of them/),
      ledger: expect.stringMatching(/2 differences at .*ledger check/),
    });

    // A start warns only of what it could not make.
    const before = t.log.length;
    await readyForMessages(t.services);
    expect((await findings(runtime)).bad).not.toHaveProperty('months');
    expect(t.log.slice(before)).toEqual([]);
    await dropMonth(pool, later!.name);
    const holder = await pool.connect();
    onTestFinished(() => holder.release(true));
    // As another process does while it makes months.
    await holder.query('begin; select pg_advisory_xact_lock(72110002)');
    await readyForMessages(t.services);
    expect(t.log.slice(before)).toEqual([expect.stringContaining('have no partition and will be refused')]);
  });
});
