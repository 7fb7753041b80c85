import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testSettings } from '../../test/app.ts';
import { AUTHORITY, LOCALHOST, LOCALHOST_KEY } from '../../test/certificate.ts';
import { testDatabase, waitFor } from '../../test/database.ts';
import { openCountryRules } from '../countryRules.ts';
import { openSignals } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import { createLog } from '../log.ts';
import { createSecrets } from '../secrets.ts';
import { onePool, type Services } from '../services.ts';
import { MAILS } from './mails.ts';
import { MAILS_TOPIC, queueMail, sealingOf } from './queue.ts';
import { mailServerTrouble, mailTrouble, startMail } from './worker.ts';

const { pool, kysely } = await testDatabase();
const received: string[] = [];
/** The mail server's reply to a recipient; null accepts the mail. */
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
const log = createLog({ logLevel: 'silent' });
const services: Services = {
  settings,
  secrets: createSecrets('x'.repeat(32)),
  ...onePool({ pool, kysely }),
  log,
  countryRules: openCountryRules(settings, log),
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
  const mail = { to, ...MAILS.en.activation({ link: 'https://sms.example.com/?a=1&b=2', hours: 24 }) };
  await queueMail(kysely, mail, sealingOf(services));
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

  it('that were queued before the start go out too, and their links are not to be read until then', async () => {
    await queue();
    const { rows: waiting } = await pool.query('select row_to_json(m)::text as row from mails as m');
    expect(waiting[0].row).not.toContain('a=1');
    start();
    await waitFor(async () => (await rows())[0].sent);
  });

  it('that another process queues go out when its transaction commits', async () => {
    start(3_600_000);
    await queue('first@example.com');
    await waitFor(async () => (await rows())[0].sent);
    // A process that has no signals of its own, as a command.
    await transaction(kysely, async (trx) => {
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

describe('a mail server', () => {
  const trusted = getCACertificates('default');
  afterAll(() => setDefaultCACertificates(trusted));
  const secured: SMTPServer[] = [];
  afterAll(() => secured.forEach((each) => void each.close()));

  /** One that wants TLS and a password; its port. */
  async function startSecure(options: ConstructorParameters<typeof SMTPServer>[0]): Promise<number> {
    const secure = new SMTPServer({
      ...{ cert: LOCALHOST, key: LOCALHOST_KEY },
      onAuth({ username, password }, _session, done) {
        if (username === 'godwit' && password === 'p@ss') return done(null, { user: username });
        done(Object.assign(new Error('No such user'), { responseCode: 535 }));
      },
      onData(stream, _session, done) {
        text(stream).then((raw) => done(null, void received.push(raw) as never), done);
      },
      ...options,
    });
    secure.on('error', () => {});
    secured.push(secure);
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', () => resolve()));
    return (secure.server.address() as AddressInfo).port;
  }
  const at = (smtpUrl: string, timeouts?: Parameters<typeof startMail>[3]) =>
    running.push(
      startMail({ ...services, settings: { ...settings, smtpUrl } }, signals, undefined, timeouts),
    );
  const failure = async () =>
    (await waitFor(async () => (await rows()).find((row) => row.last_error))).last_error;
  const USER = 'godwit:p%40ss';
  const LONG = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 };
  const greet = (socket: Socket) => void socket.write('220 mail\r\n');

  it.each([
    ['with STARTTLS', 'smtp', {}],
    ['with TLS from the start', 'smtps', { secure: true }],
  ])(
    '%s gets a mail from who trusts it and has the password, and from no other',
    async (_what, scheme, options) => {
      const port = await startSecure(options);
      const url = (user: string, host = 'localhost') => `${scheme}://${user}@${host}:${port}`;
      setDefaultCACertificates(trusted);
      await queue();
      at(url(USER));
      expect(await failure()).toMatch(/unable to verify the first certificate|self-signed certificate/);
      expect((await rows())[0]).toMatchObject({ sent: false, attempts: 1 });

      setDefaultCACertificates([...trusted, AUTHORITY]);
      expect((await mailServerTrouble(url(USER, '127.0.0.1')))?.message).toMatch(
        /does not match certificate/,
      );
      expect(await mailServerTrouble(url('godwit:wrong'))).toMatchObject({
        code: 'EAUTH',
        responseCode: 535,
      });
      expect(await mailServerTrouble(url(USER))).toBeNull();
      await pool.query('update mails set due_at = now()');
      signals.send(MAILS_TOPIC);
      await waitFor(async () => (await rows())[0].sent);
      expect(received).toHaveLength(1);
    },
  );

  it('whose STARTTLS an attacker has removed gets neither password nor mail', async () => {
    let asked = 0;
    const port = await startSecure({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => {
        asked++;
        done(null, { user: 'anyone' });
      },
    });
    // This machine by a name that is not known as such.
    const beyond = (scheme: string) => `${scheme}://${USER}@[::ffff:127.0.0.1]:${port}`;
    expect(await mailServerTrouble(beyond('smtp'))).toMatchObject({ code: 'ETLS' });
    expect(asked).toBe(0);
    expect(await mailServerTrouble(beyond('smtp+plain'))).toBeNull();
  });

  it.each([
    ['before its first word', () => {}, { greetingTimeout: 200 }, /Greeting never received/],
    ['after it', greet, { socketTimeout: 200 }, /Timeout/],
  ])('that falls silent %s is left, and the mail is tried again', async (_what, begin, timeouts, says) => {
    const silent = createServer((socket) => begin(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    await queue();
    const { port } = silent.address() as AddressInfo;
    at(`smtp://127.0.0.1:${port}`, { ...LONG, ...timeouts });
    expect(await failure()).toMatch(says);
    expect((await rows())[0]).toMatchObject({ sent: false, attempts: 1 });
    silent.close();
  });
});
