import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testSettings } from '../../test/app.ts';
import { testDatabase, waitFor } from '../../test/database.ts';
import { openSignals } from '../db/signals.ts';
import { createLog } from '../log.ts';
import { createSecrets } from '../secrets.ts';
import { onePool, type Services } from '../services.ts';
import { MAILS } from './mails.ts';
import { MAILS_TOPIC, queueMail } from './queue.ts';
import { mailTrouble, startMail } from './worker.ts';

const { pool, kysely } = await testDatabase();
const received: string[] = [];
/** What the mail server says to a recipient; null takes the mail. */
let refusal: { responseCode: number } | null = null;
/** Recipients for which the mail server does not answer. */
const silentTo = new Set<string>();

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, done) {
    if (silentTo.has(address)) return;
    done(refusal && Object.assign(new Error('No'), refusal));
  },
  onData(stream, _session, done) {
    text(stream).then((raw) => {
      received.push(raw);
      done();
    }, done);
  },
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const { port } = server.server.address() as AddressInfo;
const settings = testSettings({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Godwit <sms@example.com>' });
const services: Services = {
  settings,
  secrets: createSecrets('x'.repeat(32)),
  ...onePool({ pool, kysely }),
  log: createLog({ logLevel: 'silent' }),
};

const signals = openSignals(pool, services.log);
afterAll(() => signals.close());
await waitFor(async () => {
  const listening = `select from pg_stat_activity where datname = current_database() and state = 'idle' and query like 'listen%'`;
  return (await pool.query(listening)).rowCount === 1;
});

const running: { stop(): Promise<void> }[] = [];
const start = (everyMs?: number) => running.push(startMail(services, signals, everyMs));
const queue = async (to = 'nimal@example.com') => {
  await queueMail(kysely, {
    to,
    ...MAILS.en.activation({ link: 'https://sms.example.com/?a=1&b=2', hours: 24 }),
  });
};
const rows = async () =>
  (
    await pool.query(
      `select recipient, sent_at is not null as sent, attempts, last_error, text_body,
         round(extract(epoch from due_at - now()))::int8 as due_in from mails where due_at < 'infinity' or sent_at is null`,
    )
  ).rows;

beforeEach(async () => {
  refusal = null;
  silentTo.clear();
  received.length = 0;
  await pool.query('truncate mails');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
});

describe('mails', () => {
  it('go out as text and HTML, once, and their words are forgotten', async () => {
    start();
    await queue();
    await waitFor(async () => (await rows())[0].sent);
    expect(received).toHaveLength(1);
    const mail = await PostalMime.parse(received[0]!);
    expect(mail).toMatchObject({
      from: { name: 'Godwit', address: 'sms@example.com' },
      to: [{ address: 'nimal@example.com' }],
      subject: 'Verify your email address',
      messageId: expect.stringMatching(/^<[0-9a-f-]{36}@example\.com>$/),
    });
    expect(mail.text).toContain('https://sms.example.com/?a=1&b=2');
    expect(mail.html).toContain('href="https://sms.example.com/?a=1&amp;b=2"');
    expect(await rows()).toMatchObject([{ attempts: 1, text_body: '' }]);
    expect(await mailTrouble(kysely)).toEqual({ retried: 0, givenUp: 0, lastError: null });
  });

  it('that were queued before the start go out too', async () => {
    await queue();
    start();
    await waitFor(async () => (await rows())[0].sent);
  });

  it('that another process queues go out when its transaction commits', async () => {
    start(3_600_000);
    await queue('first@example.com');
    await waitFor(async () => (await rows())[0].sent);
    // A process that has no signals of its own, as a command.
    await kysely.transaction().execute(async (trx) => {
      await queueMail(trx, { to: 'other@example.com', subject: 'A subject', text: 'Words', html: 'Words' });
    });
    await waitFor(async () => (await rows()).every((row: { sent: boolean }) => row.sent));
    expect(received).toHaveLength(2);
  });

  it('are claimed by one of several workers', async () => {
    for (let i = 0; i < 30; i++) await queue(`n${i}@example.com`);
    start();
    start();
    start();
    await waitFor(async () => (await rows()).every((row: { sent: boolean }) => row.sent));
    const recipients = await Promise.all(
      received.map(async (raw) => (await PostalMime.parse(raw)).to![0]!.address),
    );
    expect(recipients).toHaveLength(30);
    expect(new Set(recipients).size).toBe(30);
  });

  it('that fail are tried again, less and less often', async () => {
    refusal = { responseCode: 451 };
    start();
    await queue();
    for (const [attempts, dueIn] of [
      [1, 60],
      [2, 300],
      [3, 900],
    ] as const) {
      const row = await waitFor(async () =>
        (await rows()).find((mail) => mail.attempts === attempts && mail.last_error),
      );
      expect(row.sent).toBe(false);
      expect(Number(row.due_in)).toBeGreaterThan(dueIn - 10);
      expect(Number(row.due_in)).toBeLessThanOrEqual(dueIn);
      if (attempts === 3) refusal = null;
      await pool.query('update mails set due_at = now(), last_error = null');
      signals.send(MAILS_TOPIC);
    }
    await waitFor(async () => (await rows())[0].sent);
    expect(received).toHaveLength(1);
  });

  it('whose refusal cannot be stored as it is keep what can', async () => {
    const odd = createServer((socket) =>
      socket.on('error', () => {}).end(`421 Not\0now ${'x'.repeat(600)}\r\n`),
    );
    odd.listen(0, '127.0.0.1');
    await once(odd, 'listening');
    const smtpUrl = `smtp://127.0.0.1:${(odd.address() as AddressInfo).port}`;
    await queue();
    running.push(startMail({ ...services, settings: { ...settings, smtpUrl } }, signals));
    const row = await waitFor(async () => (await rows()).find(({ last_error }) => last_error));
    expect(row.last_error).toContain('Not\uFFFDnow');
    expect(row.last_error).toHaveLength(500);
    expect(await mailTrouble(kysely)).toEqual({ retried: 1, givenUp: 0, lastError: row.last_error });
    odd.close();
  });

  it('that a mail server takes its time with hold up no other', async () => {
    for (let i = 0; i < 4; i++) {
      silentTo.add(`slow${i}@example.com`);
      await queue(`slow${i}@example.com`);
    }
    start();
    await waitFor(async () => (await rows()).every(({ attempts }) => attempts === 1));
    for (let i = 0; i < 12; i++) await queue(`n${i}@example.com`);
    await waitFor(async () => (await rows()).filter(({ sent }) => sent).length === 12);
    expect((await rows()).filter(({ sent, last_error }) => !sent && last_error === null)).toHaveLength(4);
  });

  it('that are refused for good are given up', async () => {
    refusal = { responseCode: 550 };
    start();
    await queue();
    await waitFor(
      async () => (await pool.query(`select 1 from mails where due_at = 'infinity'`)).rowCount === 1,
    );
    expect(received).toEqual([]);
    expect(await mailTrouble(kysely)).toMatchObject({ retried: 0, givenUp: 1 });
  });

  it('of a worker that died are sent by another when its lease ends', async () => {
    await queue();
    await pool.query(`update mails set due_at = now() + interval '1 minute', attempts = 1`);
    start();
    await pool.query('update mails set due_at = now()');
    signals.send(MAILS_TOPIC);
    await waitFor(async () => (await rows())[0].sent);
    expect(await rows()).toMatchObject([{ attempts: 2 }]);
  });
});
