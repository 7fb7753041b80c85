// The samples of docs/switch-from-email.md run as they are, with another address: swaks, and Nodemailer.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { AUTHORITY } from '../../../test/certificate.ts';
import { makeDropInSender } from '../../../test/dropIns.ts';
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

it('the sample of Nodemailer sends a message', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', sampleIn('js')]);
  expect(stdout).toMatch(ACCEPTED);
  expect(await sent()).toEqual(MESSAGE);
});
