// What doctor says of an installation in which everything that it can look at is wrong, and what to do.
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
import type { Runtime } from '../runtime.ts';
import { createSecrets } from '../secrets.ts';
import { doctor } from './doctor.ts';

const t = await testApp();
const NOBODY_LISTENS = 1;

async function findings(runtime: Runtime) {
  const { data, failed, text } = await doctor(runtime);
  const rows = data.findings as { name: string; ok: boolean; says: string }[];
  return {
    failed,
    text,
    bad: Object.fromEntries(rows.filter(({ ok }) => !ok).map(({ name, says }) => [name, says])),
  };
}

describe('doctor', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await findings(t.services as Runtime)).toMatchObject({ failed: false, bad: {} });
  });

  it('says of a database without tables that it is to be migrated, and no more', async () => {
    const { connections } = await testDatabase('empty');
    const { text, bad } = await findings({ ...t.services, ...connections } as Runtime);
    expect(bad).toEqual({ migrations: expect.stringMatching(/^0001_.* pending: run godwit migrate, and/) });
    expect(text).not.toMatch(/ledger|mails/);
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
    await pool.query(`insert into ledger_checks (differences, took_ms) values (2, 1)`);
    await pool.query(
      `insert into callback_outbox (team_id, message_id, host, statuses, sequence, due_at)
       values (gen_random_uuid(), gen_random_uuid(), 'h', '{SENT}', 1, now() - interval '1 hour')`,
    );
    await pool.query(
      `insert into link_reports (link_id, process_id, mode, host, groups, sessions, bound_sessions, send_window, in_flight,
         throughput, rate, routes) select 'alpha', gen_random_uuid(), 'LIVE', 'h:1', '{}', 1, 0, 1, 0, 1, 0, '[]' from generate_series(1, 2)`,
    );
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
      'mail server': expect.stringMatching(
        /127\.0\.0\.1:1 of SMTP_URL cannot be reached \(ECONNREFUSED\): check/,
      ),
      carriers: expect.stringMatching(
        /alpha \(127\.0\.0\.1:1\) cannot be reached \(ECONNREFUSED\); beta .* \(certificate has expired\): check/,
      ),
      certificate: expect.stringMatching(/SMPP_TLS_CERT expired on 2021-01-01.*put a new one there/),
      links: expect.stringMatching(/alpha has no session/),
      servers: expect.stringMatching(/2 servers send on .*: stop one of them/),
      ledger: expect.stringMatching(/2 differences at .*ledger check/),
    });
  });
});
