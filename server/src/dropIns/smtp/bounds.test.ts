// The bounds of the mail port: size, time, connections, and a stop that loses no reply.
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { waitFor } from '../../../test/database.ts';
import { makeDropInSender } from '../../../test/dropIns.ts';
import { fingerprint } from '../../../test/fingerprint.ts';
import { connectSmtp, DOMAIN, listenSmtp, logInSmtp, smtpSettings } from '../../../test/smtp.ts';
import type { Accept } from '../../messages/accept/accept.ts';
import { readMail } from './read.ts';

const t = await testApp({ ...smtpSettings(), limitLogin: { count: 4, seconds: 600 } });
const { pool } = t.services;
const { port } = await listenSmtp(t);
const shop = await makeDropInSender(t, 'SMTP');
const as = { id: shop.project.id, key: shop.project.api_key_test };
const OK = `94770000001@${DOMAIN}`;
const LARGE = 20 * 1024 * 1024;

describe('a mail of 20 MB', () => {
  it('is refused before it is sent if its size is given', async () => {
    const client = await logInSmtp(port, as);
    expect(await client.say(`MAIL FROM:<a@b.test> SIZE=${LARGE}`)).toMatch(/^552 /);
  });

  it('is refused at its end otherwise, and the connection goes on', async () => {
    const before = await fingerprint(pool);
    const client = await logInSmtp(port, as);
    const line = `${'x'.repeat(76)}\r\n`;
    const reply = await client.mail([OK], line.repeat(LARGE / line.length));
    expect(reply).toMatch(/^552 5\.3\.4 1010: .*262144 octets.*Nothing was sent or charged\.$/);
    expect(await fingerprint(pool)).toEqual(before);
    expect(await client.mail([OK], 'Message-ID: <after@test>\r\n\r\nsmall')).toMatch(/^250 /);
  });
});

it('takes 100 recipients, and asks for the others in another mail', async () => {
  const client = await logInSmtp(port, as);
  await client.say('MAIL FROM:<a@b.test>');
  const numbers = Array.from({ length: 101 }, (_, i) => `9477000${String(2_000 + i)}@${DOMAIN}`);
  const replies: string[] = [];
  for (const number of numbers) replies.push(await client.say(`RCPT TO:<${number}>`));
  expect(replies.slice(0, 100).filter((reply) => !reply.startsWith('250'))).toEqual([]);
  expect(replies[100]).toMatch(/^452 /);
});

describe('a slow program', () => {
  it('is cut off if it does not log in, or does not end its mail', async () => {
    const quick = await listenSmtp(t, { loginMs: 400, mailMs: 300 });
    const stranger = await connectSmtp(quick.port);
    expect(await stranger.reply()).toMatch(/^421 4\.4\.2 This took too long/);
    const before = await fingerprint(pool);
    const client = await logInSmtp(quick.port, as);
    await client.say('MAIL FROM:<a@b.test>');
    await client.say(`RCPT TO:<${OK}>`);
    await client.say('DATA');
    // Octets that keep coming do not extend the time.
    const drip = setInterval(() => client.socket.write('x\r\n'), 50);
    expect(await client.reply()).toMatch(/^421 4\.4\.2 This took too long/);
    clearInterval(drip);
    expect(await fingerprint(pool)).toEqual(before);
  });
});

describe('connections', () => {
  it('that have not logged in are bounded by address, and neighbours are served', async () => {
    const small = await listenSmtp(t, { perNetwork: 2 });
    const first = await connectSmtp(small.port);
    await connectSmtp(small.port);
    const third = await connectSmtp(small.port);
    expect(await third.reply()).toMatch(/^421 4\.7\.0 Too many connections of this address/);
    const neighbour = await logInSmtp(small.port, as, '127.0.0.2');
    expect(await neighbour.say('NOOP')).toMatch(/^250/);
    // A connection that has logged in makes room for the next one.
    await first.startTls();
    await first.login(as.id, as.key);
    expect(await (await connectSmtp(small.port)).say('NOOP')).toMatch(/^250/);
  });

  it('of a project are bounded, and other projects are served', async () => {
    const small = await listenSmtp(t, { perProject: 1 });
    await logInSmtp(small.port, as);
    const second = await connectSmtp(small.port);
    await second.startTls();
    expect(await second.login(as.id, as.key)).toMatch(/^421 4\.7\.0 This project has too many connections/);
    const other = await makeDropInSender(t, 'SMTP');
    await logInSmtp(small.port, { id: other.project.id, key: other.project.api_key_test });
  });

  it('with wrong logins are ended beyond LIMIT_LOGIN of the address, and right ones are let in', async () => {
    const from = '127.0.0.3';
    const fresh = await listenSmtp(t);
    const replies: string[] = [];
    for (let tries = 0; tries < 5; tries++) {
      const client = await connectSmtp(fresh.port, from);
      await client.startTls();
      replies.push(await client.login(as.id, 'wrong'));
    }
    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['535', '535', '535', '535', '421']);
    await logInSmtp(fresh.port, as, from);
  });

  it('are ended after ten commands without a login', async () => {
    const client = await connectSmtp(port);
    const replies: string[] = [];
    for (let i = 0; i < 10; i++) replies.push(await client.say('NOOP'));
    expect(replies.at(-1)).toMatch(/^421 /);
  });
});

it('a stop answers the mail that is being stored, and ends idle connections', async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const { accept } = t.messaging;
  const batch: Accept['batch'] = async (...given) => {
    begun.resolve();
    await gate.promise;
    return accept.batch(...given);
  };
  const held: Accept = Object.assign((...given: Parameters<Accept>) => accept(...given), {
    ...accept,
    batch,
  });
  const service = await listenSmtp(t, {}, { accept: held });
  const [busy, idle] = [await logInSmtp(service.port, as), await logInSmtp(service.port, as)];
  const replied = busy.mail([OK], 'Message-ID: <stop@test>\r\n\r\nstops');
  await begun.promise;
  const stopped = service.stop();
  expect(await idle.reply()).toMatch(/^421 4\.3\.2 This server is stopping/);
  gate.resolve();
  expect(await replied).toMatch(/^250 2\.6\.0 Accepted: 1 message/);
  expect(await busy.reply()).toMatch(/^421 4\.3\.2 /);
  busy.socket.end();
  await stopped;
  await waitFor(async () => (await pool.query(`select from messages where body = 'stops'`)).rowCount === 1);
});

it('a connection that breaks in the middle of a mail sends nothing', async () => {
  const before = await fingerprint(pool);
  const client = await logInSmtp(port, as);
  await client.say('MAIL FROM:<a@b.test>');
  await client.say(`RCPT TO:<${OK}>`);
  await client.say('DATA');
  t.log.length = 0;
  client.socket.destroy();
  await once(client.socket, 'close');
  await waitFor(async () => t.log.some((line) => line.includes('A mail was refused')));
  expect(await fingerprint(pool)).toEqual(before);
});

describe('reading a hostile mail', () => {
  const SIZE = 262_144;
  const HTML = 'Content-Type: text/html\r\n\r\n';
  const filled = (head: string, text: string) => head + text.repeat(Math.floor(SIZE / text.length));
  it.each([
    ['blank lines', filled(HTML, ' \n')],
    ['opened elements', filled(HTML, '<a href="x">')],
    ['entities of blanks', filled(HTML, '&#32;')],
    ['half elements', filled(HTML, '<a ')],
    ['open comments', filled(HTML, '<!--')],
    ['parts', filled('Content-Type: multipart/mixed; boundary=b\r\n\r\n', '--b\r\n\r\nx\r\n')],
    ['nested parts', filled('', 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n')],
    ['parameters', filled('Content-Type: text/plain; ', 'a*0*=')],
    ['encoded words', filled('Subject: ', '=?utf-8?q?a?= ')],
    ['quotes of an address', filled('To: ', '"<,(')],
    ['octets that are no mail', '\0'.repeat(SIZE)],
  ])('with %s takes less than a second', async (_what, mail) => {
    const startMs = performance.now();
    await readMail(Buffer.from(mail));
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
});
