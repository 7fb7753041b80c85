// The samples of docs/switch-from-email.md run as they are, with another address: swaks, and Nodemailer.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { AUTHORITY } from '../../../test/certificate.ts';
import { makeDropInSender } from '../../../test/dropIns.ts';
import { fingerprint } from '../../../test/fingerprint.ts';
import { installed } from '../../../test/installed.ts';
import { listenSmtp, smtpSettings } from '../../../test/smtp.ts';
import { throwawayFolder } from '../../../test/throwaway.ts';

const t = await testApp(smtpSettings());
const { port } = await listenSmtp(t);
const shop = await makeDropInSender(t, 'SMTP');
const page = readFileSync(join(import.meta.dirname, '../../../../docs/switch-from-email.md'), 'utf8');
const authority = join(throwawayFolder(), 'authority.pem');
writeFileSync(authority, AUTHORITY);

/** A sample of the page, for this project and server; the domain of recipients stays. */
const sampleIn = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's')
    .exec(page)![1]!
    .replace('sms.example.com:587', `localhost:${port}`)
    .replace("host: 'sms.example.com'", "host: 'localhost'")
    .replace('port: 587', `port: ${port}`)
    .replace('PROJECT_ID', shop.project.id)
    .replace('API_KEY', shop.project.api_key_test);
const run = (program: string, args: readonly string[]) =>
  promisify(execFile)(program, args, {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
  });
const ACCEPTED = /250 2\.6\.0 Accepted: 1 message, [0-9a-f-]{36}/;
const sent = async () =>
  (
    await t.services.pool.query(
      'select body, recipient from messages where id = (select max(id::text) from messages)::uuid',
    )
  ).rows;
const MESSAGE = [{ body: 'The gate is open', recipient: '+94770000001' }];

const swaks = installed('swaks');
if (swaks === null) console.log('swaks is not installed: its sample is not run');

it.runIf(swaks !== null)('the sample of swaks sends a message', async () => {
  expect((await run('sh', ['-c', sampleIn('sh')])).stdout).toMatch(ACCEPTED);
  expect(await sent()).toEqual(MESSAGE);
});

/** The output of swaks for a mail that is refused. */
async function refusedBy(change: (sample: string) => string): Promise<string> {
  const before = await fingerprint(t.services.pool);
  const sample = sampleIn('sh');
  expect(change(sample)).not.toBe(sample);
  const { stdout } = await run('sh', ['-c', change(sample)]).then(
    () => expect.unreachable('swaks sent the mail'),
    (error: { stdout: string }) => error,
  );
  expect(await fingerprint(t.services.pool)).toEqual(before);
  return stdout;
}

it.runIf(swaks !== null)(
  'S71: swaks is refused to another domain, without TLS and without a login',
  async () => {
    const toAnother = await refusedBy((sample) => sample.replace('94770000001@sms', '94770000001@mail'));
    expect(toAnother).toMatch(/<~\* 550 5\.7\.1 .*nothing is relayed\. Nothing was sent or charged\./);
    const withoutLogin = (sample: string) => sample.replace(/ --auth PLAIN .*? --auth-password \S+/, '');
    expect(await refusedBy(withoutLogin)).toMatch(/<~\* 530 5\.7\.0 .*Nothing was sent or charged\./);
    const inTheClear = await refusedBy((sample) => withoutLogin(sample).replace(' --tls', ''));
    expect(inTheClear).toMatch(/<\*\*? 530 5\.7\.0 Use STARTTLS.*Nothing was sent or charged\./);
  },
);

it('the sample of Nodemailer sends a message', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', sampleIn('js')]);
  expect(stdout).toMatch(ACCEPTED);
  expect(await sent()).toEqual(MESSAGE);
});
