// Starts the service for the browser tests on a free port in a temporary folder, and removes everything at
// the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCALHOST, LOCALHOST_KEY } from '../server/test/certificate.ts';
import { CLIENT } from '../server/test/openIdProvider.ts';
import { environment, MAIN } from './service.ts';

/** A free port. Links in mails contain it, so it must be known before the service listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * A service without an orderly stop leaves its database and simulator running for the next start to adopt.
 */
async function endWhatIsLeft(): Promise<void> {
  const notes = [
    ['postgres/postmaster.pid', /^\d+/],
    ['simulator.json', /(?<="pid":)\d+/],
  ] as const;
  for (const [file, pid] of notes) {
    const path = join(dataDir, file);
    const [found] = (existsSync(path) && pid.exec(readFileSync(path, 'utf8'))) || [];
    if (found) await end(Number(found));
  }
}

/** Kills a process that is not our child; resolves when it is gone. */
async function end(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGQUIT');
    for (let looks = 0; looks < 200; looks++) {
      await sleep(50);
      process.kill(pid, 0);
    }
  } catch {
    // The process no longer exists.
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'godwit-e2e-'));
// As root the database runs as another user, who must be able to enter.
chmodSync(dataDir, 0o711);
// The provider of the single sign-on test, which is contacted when staff sign in.
const provider = `http://127.0.0.1:${await freePort()}`;
const [SMTP_IN_TLS_CERT, SMTP_IN_TLS_KEY] = [join(dataDir, 'mail.cert.pem'), join(dataDir, 'mail.key.pem')];
writeFileSync(SMTP_IN_TLS_CERT, LOCALHOST);
writeFileSync(SMTP_IN_TLS_KEY, LOCALHOST_KEY);
const RULES_FILE = join(dataDir, 'rules.json');
const dated = { source: 'A test', read_on: '2026-11-27', status: 'HOUSE', counsel: null };
const inForce = (value: string) => [{ ...dated, value, from: null, until: null }];
writeFileSync(
  RULES_FILE,
  JSON.stringify({ LK: { text_check: inForce('HOLD') }, MV: { advertising: inForce('ATTEST') } }),
);
console.log(`Data is in ${dataDir}\nProvider is at ${provider}`);

const env = {
  ...environment(dataDir),
  PORT: String(await freePort()),
  ...{ SMTP_IN_PORT: String(await freePort()), SMTP_IN_TLS_CERT, SMTP_IN_TLS_KEY },
  RULES_FILE,
  OIDC_STAFF_ISSUER: provider,
  OIDC_STAFF_CLIENT_ID: CLIENT.client_id,
  OIDC_STAFF_CLIENT_SECRET: CLIENT.client_secret,
};
const service = spawn(process.execPath, [MAIN, 'start'], { stdio: ['ignore', 'inherit', 'inherit'], env });
const stop = () => service.kill('SIGTERM');
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
// Closes when the process that runs the tests is gone, even after a kill.
process.stdin.resume().once('end', stop);

const [code] = await once(service, 'exit');
await endWhatIsLeft();
rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
process.exit(code ?? 1);
