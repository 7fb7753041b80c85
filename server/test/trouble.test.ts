// Failures around a running service: a full disk, a database outage, ports and files that are not available.
// Each is reported, loses nothing that was acknowledged, and ends with its cause.
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '../src/db/embedded/embedded.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate.ts';
import { type Account, openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { openDisk } from './disk.ts';
import { type Service, serviceFolder } from './process.ts';
import { throwawayFolder } from './throwaway.ts';

type Answer = { status: number; id: string; code: number; description: string };

/** Sends a TEST message; with a key it can be repeated. */
async function send(
  { url }: Service,
  { authorization }: Account,
  key: string,
  body = 'Hello',
): Promise<Answer> {
  const answer = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: authorization.TEST,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ to: '+94770000001', from: 'SANDBOX', body }),
  });
  return { ...((await answer.json()) as Answer), status: answer.status };
}

const statusOf = async ({ url }: Service, { authorization }: Account, id: string) => {
  const answer = await fetch(`${url}/v1/messages/${id}`, { headers: { authorization: authorization.TEST } });
  return ((await answer.json()) as { status: string }).status;
};
const ready = async ({ url }: Service) => {
  const answer = await fetch(`${url}/readyz`);
  return {
    status: answer.status,
    description: ((await answer.json()) as { description?: string }).description,
  };
};

describe('a start', () => {
  it('reports every wrong setting, file and port at once, before it creates anything', async () => {
    const folder = throwawayFolder();
    const [cert, key, carriers] = ['cert.pem', 'key.pem', 'carriers.json'].map((name) => join(folder, name));
    writeFileSync(cert!, CERTIFICATE);
    writeFileSync(carriers!, '[{"id": "alpha", "host": "127.0.0.1"}]');
    const settings = {
      CARRIERS_FILE: carriers!,
      SMPP_TLS_CERT: cert!,
      SMPP_TLS_KEY: key!,
      PORT: '8099',
      METRICS_PORT: '8099',
      DATA_DIR: join(folder, 'data'),
    };
    const output = await serviceFolder(settings, 'embedded').fails('start');
    expect(output).toMatch(
      /^Cannot start with these settings:\n {2}- CARRIERS_FILE .*carriers\.json is wrong:/,
    );
    expect(output).toMatch(/- SMPP_TLS_KEY cannot be read \(ENOENT\): .*key\.pem/);
    expect(output).toContain('- PORT and METRICS_PORT are both 8099: give each its own');
    expect(output).not.toMatch(/ {4}at |SMPP_TLS_CERT/);
    writeFileSync(
      carriers!,
      '[{"id": "alpha", "host": "127.0.0.1", "port": 1, "system_id": "a", "password": "b"}]',
    );
    writeFileSync(key!, CERTIFICATE_KEY.replace('A', 'B'));
    const { METRICS_PORT: _, ...fewer } = settings;
    expect(await serviceFolder(fewer, 'embedded').fails('start')).toMatch(
      /^Cannot start with these settings:\n {2}- SMPP_TLS_KEY holds no private key: .*key\.pem\n$/,
    );
    rmSync(folder, { recursive: true });
  });
});

describe('a disk', () => {
  const disk = openDisk();
  const { start, godwit, fails } = serviceFolder({ DATA_DIR: join(disk.folder, 'data') }, 'embedded');
  afterAll(() => disk.remove());

  it.runIf(disk.setFull)(
    'that is full refuses messages with a reason; sending resumes when there is space',
    async () => {
      const service = await start();
      const account = await openAccount(service.url);
      const accepted = [(await send(service, account, 'first')).id];
      disk.setFull!(true);
      // Space that the database allocated before is used up first.
      let refused: Answer | null = null;
      for (let key = 0; !refused; key++) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, i) => send(service, account, `${key}-${i}`, 'x'.repeat(1_500))),
        );
        accepted.push(...answers.filter(({ status }) => status === 201).map(({ id }) => id));
        refused = answers.find(({ status }) => status !== 201) ?? null;
      }
      expect(refused).toMatchObject({ status: 503, code: 1014 });
      expect(refused.description).toMatch(/nothing has happened|unknown whether this was done/);
      expect((await ready(service)).status).toBe(503);
      const form = new FormData();
      form.set('file', new File(['%PDF-1.4'], 'id.pdf', { type: 'application/pdf' }));
      const upload = await fetch(`${service.url}/v1/web/generic/file_upload`, {
        method: 'POST',
        headers: account.browser,
        body: form,
      });
      expect(upload.status).toBe(503);

      disk.setFull!(false);
      const later = await waitFor(
        async () => {
          const answer = await send(service, account, 'later');
          return answer.status === 201 ? answer : null;
        },
        { what: 'a message that is accepted again', timeoutMs: 60_000 },
      );
      for (const id of [accepted[0]!, accepted.at(-1)!, later.id]) {
        await waitFor(async () => (await statusOf(service, account, id)) === 'DELIVERED', {
          what: 'its delivery',
          timeoutMs: 60_000,
        });
      }
      for (const id of accepted) expect(await statusOf(service, account, id)).not.toBeUndefined();
      expect(await godwit('ledger', 'check')).toMatchObject({ differences: [] });
      service.process.kill('SIGTERM');
      await service.exited;
    },
  );

  it.for(['METRICS_', 'SMPP_', 'SMTP_IN_'])(
    "that is taken for the service's %sPORT is reported",
    async (prefix) => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const { port } = taken.address() as { port: number };
      const [cert, key] = [join(disk.folder, 'cert.pem'), join(disk.folder, 'key.pem')];
      writeFileSync(cert, CERTIFICATE);
      writeFileSync(key, CERTIFICATE_KEY);
      const other = serviceFolder(
        {
          DATA_DIR: join(disk.folder, 'data'),
          [`${prefix}PORT`]: String(port),
          ...(prefix === 'SMTP_IN_' && { SMTP_IN_TLS_CERT: cert, SMTP_IN_TLS_KEY: key }),
        },
        'embedded',
      );
      const output = await other.fails('start');
      taken.close();
      expect(output).toMatch(/^Cannot listen on 127\.0\.0\.1:\d+[^\n]*\n$/);
      expect(output).toContain(`${prefix}PORT`);
    },
  );

  it.runIf(disk.setReadOnly)('that cannot be written to is named', async () => {
    disk.setReadOnly!(true);
    try {
      expect(await fails('doctor')).toMatch(/^DATA_DIR .* cannot be used: root may not write there/);
    } finally {
      disk.setReadOnly!(false);
    }
  });
});

describe('a database', () => {
  const folder = throwawayFolder();
  const dataDir = join(folder, 'database');
  mkdirSync(dataDir, { mode: 0o711 });
  const databases: EmbeddedDatabase[] = [];
  afterAll(async () => {
    await databases.at(-1)?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const startDatabase = async () => {
    const database = await startEmbedded({ dataDir, log: () => {} });
    databases.push(database);
    return database;
  };

  it('that is away is waited for: calls are refused, and accepted messages are delivered', async () => {
    const { config } = await startDatabase();
    const DATABASE_URL = `postgresql://${config.user}@localhost:${config.port}/${config.database}?host=${encodeURIComponent(config.host!)}`;
    const { start, godwit } = serviceFolder({
      DATABASE_URL,
      SECRET_KEY: 'k'.repeat(40),
      LOG_LEVEL: 'info',
    });
    await godwit('migrate');
    const service = await start();
    onTestFinished(async () => {
      service.process.kill('SIGTERM');
      await service.exited;
    });
    const account = await openAccount(service.url);
    const before = await send(service, account, 'before');
    await databases.pop()!.stop();
    const refused = await send(service, account, 'while');
    expect(refused).toMatchObject({ status: 503, code: 1014 });
    expect(await ready(service)).toEqual({ status: 503, description: 'The database does not answer.' });
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    await startDatabase();
    const after = await waitFor(
      async () => {
        const answer = await send(service, account, 'while');
        return answer.status === 201 ? answer : null;
      },
      { what: 'a message that is accepted again', timeoutMs: 60_000 },
    );
    expect((await ready(service)).status).toBe(200);
    // One line for the outage and one for its end, whatever else failed by it.
    const logged = service.lines.filter((line) => /"stack"|The database (?:is|cannot)/.test(line));
    expect(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'The database is away; work waits, and goes on when it is back',
      'The database is back',
    ]);
    for (const { id } of [before, after]) {
      await waitFor(async () => (await statusOf(service, account, id)) === 'DELIVERED', {
        what: 'its delivery',
        timeoutMs: 60_000,
      });
    }
    expect(await godwit('ledger', 'check')).toMatchObject({ differences: [] });
  });
});
