import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { newPerson } from '../../test/factories.ts';
import { transaction } from '../db/transaction.ts';
import { queueMail } from './queue.ts';
import { mailTrouble } from './worker.ts';

const t = await testApp();

/** Headers that proxies and content networks add. */
const FORWARDING = [
  ['forwarded', 'for=112.134.1.1'],
  ['x-forwarded-for', '127.0.0.1'],
  ['x-forwarded-host', 'localhost'],
  ['x-forwarded-proto', 'http'],
  ['x-real-ip', '127.0.0.1'],
  ['via', '1.1 proxy'],
  ['cf-connecting-ip', '127.0.0.1'],
  ['true-client-ip', '127.0.0.1'],
] as const;

describe('the mailbox', () => {
  it('holds the newest mails first, with their links', async () => {
    const people = [newPerson(), newPerson()];
    for (const person of people) await openBrowser(t.app).post('/v1/web/register', person);
    const mails = (await t.app.inject('/dev/mailbox.json')).json();
    expect(mails).toHaveLength(2);
    expect(mails[0]).toEqual({
      id: expect.any(String),
      to: people[1]!.email,
      subject: 'Verify your email address',
      text: expect.stringContaining(mails[0].links[0]),
      html: expect.stringContaining(`<a href="${mails[0].links[0]}">`),
      links: [expect.stringMatching(/^http:\/\/localhost:8080\/activate\?t=[\w-]{43}$/)],
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(mails[1].to).toBe(people[0]!.email);
    const page = await t.app.inject('/dev/mailbox');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain(`<a href="${mails[0].links[0]}">${mails[0].links[0]}</a>`);
    // Else browsers ask for /favicon.ico, which is not there.
    expect(page.body).toContain('href="/favicon.svg"');
  });

  it('shows what is in a mail as text', async () => {
    const nasty = `<script>alert(1)</script>"'&`;
    await queueMail(t.services.kysely, {
      to: 'a@b.cd',
      subject: nasty,
      text: `${nasty} https://a.bc/?d=1&e="><b>`,
      html: nasty,
    });
    const { body } = await t.app.inject('/dev/mailbox');
    expect(body).not.toMatch(/<script|<b>/);
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
    expect(body).toContain('<a href="https://a.bc/?d=1&amp;e=">');
  });

  it('is shown to this machine only, under its own names', async () => {
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
      expect((await t.app.inject({ url: '/dev/mailbox.json', headers: { host } })).statusCode, host).toBe(
        200,
      );
    }
    const host = 'evil.example:8080';
    for (const headers of [{ host }, { host, 'x-forwarded-host': 'localhost:8080' }]) {
      const rebound = await t.app.inject({ url: '/dev/mailbox.json', headers });
      expect([rebound.statusCode, rebound.json().code]).toEqual([404, 1001]);
    }
  });

  it.each(FORWARDING)('is not shown through a proxy, which sends %s', async (name, value) => {
    const asked = { url: '/dev/mailbox.json', headers: { host: 'localhost:8080', [name]: value } };
    expect((await t.app.inject(asked)).json()).toMatchObject({ code: 1001 });
  });

  it('is not shown to another machine that calls itself localhost', async () => {
    const headers = { host: 'localhost:8080' };
    for (const remoteAddress of ['192.168.1.7', '::ffff:10.0.0.1'])
      expect((await t.app.inject({ url: '/dev/mailbox', headers, remoteAddress })).statusCode).toBe(404);
    for (const remoteAddress of ['::1', '::ffff:127.0.0.1'])
      expect((await t.app.inject({ url: '/dev/mailbox', headers, remoteAddress })).statusCode).toBe(200);
  });

  it.each([
    ['a mail server is set', { smtpUrl: 'smtp://localhost:25' }],
    ['others can reach the server', { host: '0.0.0.0' }],
    ['PUBLIC_URL is public', { publicUrl: new URL('https://sms.example.com') }],
  ])('does not exist if %s', async (_when, settings) => {
    const other = await testApp(settings);
    expect((await other.app.inject('/dev/mailbox')).statusCode).toBe(404);
    expect((await other.app.inject('/dev/mailbox.json')).statusCode).toBe(404);
  });
});

describe('queueing', () => {
  it('never puts a line break into a header: it gives such a mail up, and its cause stays', async () => {
    const mail = { to: 'a@b.cd', subject: 'Hello', text: 'Words', html: 'Words' };
    for (const wrong of [{ subject: 'Hello\r\nBcc: x@y.z' }, { to: 'a@b.cd\nBcc: x@y.z' }])
      await transaction(t.services.kysely, (trx) => queueMail(trx, { ...mail, ...wrong }));
    expect(await mailTrouble(t.services.kysely)).toEqual({
      retried: 0,
      givenUp: 2,
      lastError: 'A mail header cannot hold a line break',
    });
    const { rows } = await t.services.pool.query(`select from mails where recipient || subject ~ '[\r\n]'
      and (due_at < 'infinity' or text_body || html_body <> '')`);
    expect(rows).toEqual([]);
  });

  it('goes with the transaction', async () => {
    const before = (await t.app.inject('/dev/mailbox.json')).json().length;
    const failing = transaction(t.services.kysely, async (trx) => {
      await queueMail(trx, { to: 'a@b.cd', subject: 'Hello', text: '', html: '' });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect((await t.app.inject('/dev/mailbox.json')).json()).toHaveLength(before);
  });
});
