// Sending by mail: what is taken from whom, and that a repeated mail is sent once.
import { createTransport } from 'nodemailer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { AUTHORITY } from '../../../test/certificate.ts';
import { waitFor } from '../../../test/database.ts';
import { enableDropIn, makeDropInSender } from '../../../test/dropIns.ts';
import { addSender, credit, makeSender, verifyTeam } from '../../../test/factories.ts';
import { fingerprint } from '../../../test/fingerprint.ts';
import { makeNamedKey } from '../../../test/namedKeys.ts';
import { connectSmtp, DOMAIN, listenSmtp, logInSmtp, smtpSettings } from '../../../test/smtp.ts';
import { newKey } from '../../projects/keys.ts';

const t = await testApp(smtpSettings());
const { pool } = t.services;
const { port } = await listenSmtp(t);
const twin = await listenSmtp(await anotherApp(t));
const shop = await makeDropInSender(t, 'SMTP');
const { id } = shop.project;
const key = shop.project.api_key_test;

const at = (number: string) => `${number}@${DOMAIN}`;
const OK = at('94770000001');
let mails = 0;
const mailOf = (text: string, headers: readonly string[] = [`Message-ID: <${++mails}@test>`]) =>
  [...headers, '', text].join('\r\n');
const logIn = (as: { id: string; key: string } = { id, key }) => logInSmtp(port, as);

/** The messages that `work` stores. */
async function storedBy(work: () => Promise<unknown>, columns = 'recipient, sender, body, mode') {
  const { rows: before } = await pool.query('select id from messages');
  await work();
  const known = before.map((row) => row.id);
  return (await pool.query(`select ${columns} from messages where id <> all($1) order by recipient`, [known]))
    .rows;
}
const storedWith = async (body: string) =>
  (await pool.query('select id from messages where body = $1', [body])).rows;

describe('S71: mail', () => {
  it('is refused without TLS, without login, and to another domain', async () => {
    const before = await fingerprint(pool);
    // RFC 3207 demands 530 until TLS begins, also for another domain; RFC 4954 until a login.
    const other = '94770000001@example.com';
    const needsBoth = /^530 5\.7\.0 Use STARTTLS, then log in .* Nothing was sent or charged\.$/;
    const commands = ['MAIL FROM:<a@b.test>', `RCPT TO:<${OK}>`, `RCPT TO:<${other}>`, 'DATA'];
    const plain = await connectSmtp(port);
    expect(await plain.say('EHLO x')).toContain('STARTTLS');
    for (const command of commands) expect(await plain.say(command)).toMatch(needsBoth);
    expect(await plain.login(id, key)).toMatch(/^538 /);
    const secure = await connectSmtp(port);
    await secure.startTls();
    for (const command of commands) expect(await secure.say(command)).toMatch(needsBoth);
    const client = await logIn();
    for (const foreign of [
      other,
      'postmaster',
      `94770000001@${DOMAIN}.example.com`,
      `94770000001%${DOMAIN}@example.com`,
    ])
      for (const to of [[foreign], [OK, foreign]])
        expect(await client.mail(to, mailOf('x'))).toMatch(
          /^550 5\.7\.1 .*nothing is relayed\. Nothing was sent or charged\.$/,
        );
    expect(await fingerprint(pool)).toEqual(before);
  });

  it('is refused with the same reply for wrong, unknown and foreign keys, and ends after three', async () => {
    const other = await makeSender(t);
    const client = await connectSmtp(port);
    await client.startTls();
    const wrong = [newKey('TEST'), other.project.api_key_test];
    for (const one of wrong) expect(await client.login(id, one)).toMatch(/^535 5\.7\.8 4003: Invalid/);
    expect(await client.login(id, 'x')).toMatch(/^421 4\.7\.0 Too many wrong logins/);
    expect(await client.reply()).toBe('');
  });

  it('leaves no key, number or text in a log line', async () => {
    t.log.length = 0;
    const client = await logIn();
    await client.mail([OK], mailOf('secret text'));
    await client.mail([at('94770001006')], mailOf('secret text'));
    const wrong = await connectSmtp(port);
    await wrong.startTls();
    await wrong.login(key, key);
    const lines = t.log.filter((line) => /mail/i.test(line));
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.filter((line) => /secret text|9477000/.test(line) || line.includes(key.slice(8)))).toEqual(
      [],
    );
  });
});

describe('a mail', () => {
  it('of nodemailer becomes a message of the mode of its key, with the first sender id', async () => {
    const transport = createTransport({
      ...{ host: 'localhost', port, requireTLS: true, auth: { user: id, pass: key } },
      tls: { ca: AUTHORITY },
    });
    onTestFinished(() => transport.close());
    const rows = await storedBy(async () => {
      const { response } = await transport.sendMail({
        ...{ from: 'Bank <ceo@bank.example.com>', to: [OK, at('+94770000002')], subject: 'Not sent' },
        ...{ text: 'Ihre Tür\n-- \nBank', html: '<p>other</p>' },
        attachments: [{ filename: 'a.txt', content: 'attached' }],
      });
      expect(response).toMatch(/^250 2\.6\.0 Accepted: 2 messages, [0-9a-f-]{36}$/);
    });
    const one = { sender: 'SANDBOX', body: 'Ihre Tür', mode: 'TEST' };
    expect(rows).toEqual([
      { ...one, recipient: '+94770000001' },
      { ...one, recipient: '+94770000002' },
    ]);
  });

  it('takes its sender id from X-SMS-From only', async () => {
    const client = await logIn();
    const headers = ['From: Gate <gate@bank.example.com>', 'Sender: gate@bank.example.com'];
    const rows = await storedBy(async () => {
      expect(await client.mail([OK], mailOf('one', headers))).toMatch(/^250 /);
      expect(
        await client.mail([at('94770000002')], mailOf('two', [...headers, 'X-SMS-From: Gates'])),
      ).toMatch(/^250 /);
    }, 'sender');
    expect(rows).toEqual([{ sender: 'SANDBOX' }, { sender: 'Gates' }]);
  });

  it.each([
    [
      'quoted-printable Latin-1',
      ['Content-Type: text/plain; charset=iso-8859-1', 'Content-Transfer-Encoding: quoted-printable'],
      'caf=E9 =\r\nnoir',
      'café noir',
    ],
    [
      'base64 UTF-8',
      ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'],
      '4La04Liy4Lix',
      Buffer.from('4La04Liy4Lix', 'base64').toString(),
    ],
    [
      'HTML only',
      ['Content-Type: text/html; charset=utf-8'],
      '<style>p{}</style><p>Gate&nbsp;<b>open</b><br>Call <a href="http://x.test">us</a></p>',
      'Gate open\nCall us',
    ],
    ['blank lines and blanks', [], '\r\n  a  \r\n\r\n\r\n\r\nb\r\n', 'a\n\nb'],
    ['a dot at the start of a line', [], '..a', '.a'],
  ])('has the text of %s', async (_what, headers, text, body) => {
    const client = await logIn();
    const rows = await storedBy(() => client.mail([OK], mailOf(text, headers)), 'body');
    expect(rows).toEqual([{ body }]);
  });

  it.each([
    ['a number that is none', [at('12')], 'x', /^550 5\.1\.1 200\d: .* Nothing was sent or charged\.$/],
    ['a number without a country', [at('0770000001')], 'x', /^550 5\.1\.1 200\d: /],
    ['a name', [at('alice')], 'x', /^550 5\.1\.1 200\d: /],
    ['no text', [OK], '', /^550 5\.6\.0 1002: The mail has no text/],
    ['a text that is too long', [OK], 'x'.repeat(1_601), /^552 5\.3\.4 3004: .*Nothing was sent or charged/],
    [
      'what may pass later',
      [OK, at('94770001006')],
      'x',
      /^451 4\.3\.0 1006: .*Send it again after \d+ s\.$/,
    ],
    ['one number of two that opted out', [OK, at('94770003003')], 'x', /^550 5\.7\.1 3003: /],
  ])('to %s is refused, and stores nothing', async (_what, to, text, reply) => {
    const client = await logIn();
    const before = await fingerprint(pool);
    expect(await client.mail(to, mailOf(text))).toMatch(reply);
    expect(await fingerprint(pool)).toEqual(before);
  });

  it('with a sender id that is none is refused with 553', async () => {
    const client = await logIn();
    expect(await client.mail([OK], mailOf('x', ['X-SMS-From: <b>']))).toMatch(/^553 5\.7\.1 3000: /);
  });

  it('is refused as a whole if the balance covers only some recipients', async () => {
    const live = await makeDropInSender(t, 'SMTP');
    const as = { id: live.project.id, key: live.project.api_key_live };
    const early = await logIn(as);
    const to = [at('94771234567'), at('94771234568')];
    await verifyTeam(t, live.teamId);
    expect(await early.mail(to, mailOf('hello'))).toMatch(/^553 5\.7\.1 3000: This project has no approved/);
    await addSender(t, { teamId: live.teamId, projectId: live.project.id, sender: 'Gates' });
    await credit(t, live.teamId, '1');
    const before = await fingerprint(pool);
    const client = await logIn(as);
    expect(await client.mail(to, mailOf('hello'))).toMatch(
      /^552 5\.2\.2 4005: .*Nothing was sent or charged/,
    );
    expect(await fingerprint(pool)).toEqual(before);
  });
});

describe('a repeated mail', () => {
  it('is sent once if the connection broke before the reply', async () => {
    const mail = mailOf('lost reply');
    const cut = await logIn();
    await cut.say('MAIL FROM:<a@b.test>');
    await cut.say(`RCPT TO:<${OK}>`);
    await cut.say('DATA');
    cut.socket.write(`${mail}\r\n.\r\n`, () => cut.socket.destroy());
    await waitFor(async () => (await storedWith('lost reply')).length > 0);
    const client = await logIn();
    expect(await client.mail([OK], mail)).toMatch(/^250 2\.6\.0 Accepted before: 1 message, /);
    // Written in another way, the number is the same; a new recipient gets its message.
    expect(await client.mail([at('+94770000001'), at('94770000002')], mail)).toMatch(
      /^250 2\.6\.0 Accepted: 2 /,
    );
    expect(await storedWith('lost reply')).toHaveLength(2);
  });

  it('is sent once if two processes get it at once', async () => {
    const clients = await Promise.all(
      [port, twin.port, port, twin.port].map((one) => logInSmtp(one, { id, key })),
    );
    const mail = mailOf('at once');
    const replies = await Promise.all(clients.map((client) => client.mail([OK, at('94770000002')], mail)));
    expect(replies.filter((reply) => reply.startsWith('250 2.6.0 Accepted: '))).toHaveLength(1);
    expect(replies.filter((reply) => !/^250 |^451 4\.3\.0 1008: /.test(reply))).toEqual([]);
    expect(await storedWith('at once')).toHaveLength(2);
  });

  it('is refused if the text has changed, and sent again without a Message-ID', async () => {
    const client = await logIn();
    expect(await client.mail([OK], mailOf('first', ['Message-ID: <same@test>']))).toMatch(/^250 /);
    expect(await client.mail([OK], mailOf('second', ['Message-ID: <same@test>']))).toMatch(
      /^550 5\.7\.1 1009: /,
    );
    const rows = await storedBy(async () => {
      await client.mail([OK], mailOf('without', []));
      await client.mail([OK], mailOf('without', []));
    });
    expect(rows).toHaveLength(2);
  });
});

describe('keys', () => {
  it('of a project are refused until it enables mail, and once it disables it', async () => {
    const { project, browser } = await makeSender(t);
    const as = { id: project.id, key: project.api_key_test };
    const early = await connectSmtp(port);
    await early.startTls();
    expect(await early.login(as.id, as.key)).toMatch(/^550 5\.7\.1 1012: .*Drop-in APIs/);
    const list = (await browser.get(`/v1/web/projects/${project.id}/drop_ins`)).json();
    const mail = { host: 'localhost', port: 0, domain: DOMAIN };
    expect(list).toContainEqual({ kind: 'SMTP', enabled_at: null, mail });
    await enableDropIn(browser, project.id, 'SMTP');
    const client = await logIn(as);
    expect(await client.mail([OK], mailOf('x'))).toMatch(/^250 /);
    await browser.call('PUT', `/v1/web/projects/${project.id}/drop_ins/SMTP`, { form: { enabled: 'false' } });
    expect(await client.mail([OK], mailOf('x'))).toMatch(/^550 5\.7\.1 1012: /);
  });

  it('need the scope to send and an address that they allow, and count against their rate', async () => {
    const refused = async (form: Record<string, string>) => {
      const named = await makeNamedKey(shop.browser, id, form);
      const client = await connectSmtp(port);
      await client.startTls();
      return client.login(id, named.api_key);
    };
    expect(await refused({ scopes: 'messages:read' })).toMatch(/^550 5\.7\.1 1015: /);
    expect(await refused({ networks: '10.0.0.0/8' })).toMatch(/^550 5\.7\.1 1015: /);
    const slow = await makeNamedKey(shop.browser, id, { per_second: '1' });
    const client = await logIn({ id, key: slow.api_key });
    expect(await client.mail([OK, at('94770000002')], mailOf('x'))).toMatch(/^250 /);
    expect(await client.mail([OK], mailOf('x'))).toMatch(/^451 4\.3\.0 1006: Too many mails at once/);
  });

  it('end with their revocation, also on a connection that has logged in', async () => {
    const named = await makeNamedKey(shop.browser, id);
    const client = await logIn({ id, key: named.api_key });
    await shop.browser.call('DELETE', `/v1/web/projects/${id}/api_keys/${named.id}`);
    expect(await client.mail([OK], mailOf('x'))).toMatch(/^535 5\.7\.8 4003: /);
  });
});
