// The commands of godwit-cli for contacts, opt-outs, conversations and campaigns.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../server/test/database.ts';
import { serviceFolder } from '../../server/test/process.ts';
import { Godwit } from '../typescript/src/index.ts';
import { installProgram, olderNode } from './drivers.ts';
import { openLiveAccount, SENDER, writeFromPhone } from './live.ts';
import { callTable } from './table.ts';

const folder = serviceFolder();
const service = await folder.start();
const account = await openLiveAccount(folder, service.url);
const cli = await installProgram(service.url, 'godwit-cli');
const { id: projectId, api_key_test: testKey, api_key_live: liveKey } = account.project;
const env = { ...process.env, GODWIT_URL: service.url, GODWIT_PROJECT: projectId };
const files = mkdtempSync(join(tmpdir(), 'godwit-contacts-'));
afterAll(() => rmSync(files, { recursive: true }));
const godwit = new Godwit({ baseUrl: service.url, projectId, apiKey: liveKey });

type Ended = { status: number; stdout: string; stderr: string };
const runWith =
  (key: string) =>
  (...args: string[]) =>
    new Promise<Ended>((resolve) => {
      execFile(
        olderNode(),
        [cli, ...args],
        { env: { ...env, GODWIT_API_KEY: key } },
        (error, stdout, stderr) => resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });
const [live, test] = [runWith(liveKey), runWith(testKey)];
const done = (stdout: unknown) => ({ status: 0, stdout, stderr: '' });
const usage = (stderr: RegExp) => ({ status: 2, stdout: '', stderr: expect.stringMatching(stderr) });
function fileOf(name: string, text: string): string {
  const path = join(files, name);
  writeFileSync(path, text);
  return path;
}
/** The contacts of the team, by number. */
async function stored(): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for await (const { number, first_name, last_name, groups } of godwit.listContacts())
    all[number] = [first_name, last_name, ...groups.map(({ name }) => name).sort()].join('|');
  return all;
}

it('has all commands in its help', async () => {
  const { stdout } = await live('--help');
  for (const [noun, verbs] of Object.entries({
    ...{ contacts: ['list', 'add', 'import'], groups: ['list'], optouts: ['list', 'add|remove'] },
    ...{ conversations: ['list', 'show', 'reply'], campaigns: ['list', 'show'] },
  }))
    for (const verb of verbs) expect(stdout).toContain(`godwit-cli ${noun} ${verb}`);
  for (const args of [['contacts'], ['contacts', 'delete'], ['constructor'], ['campaigns', 'start']])
    expect(await live(...args)).toEqual(usage(/There is no command .*--help/));
});

/** Calls that deliberately no command makes, by the reason. */
const WITHOUT_COMMAND: Record<string, readonly string[]> = {
  'scripts use the libraries or the API for it': [
    ...['sendBatch', 'getMessage', 'cancelMessage', 'startVerification', 'checkVerification', 'checkNumber'],
    ...['resendVerification', 'cancelVerification', 'getVerification', 'giveFeedback', 'putConsent'],
    ...['listVerificationProfiles', 'createVerificationProfile', 'getVerificationProfile'],
    ...['changeVerificationProfile', 'deleteVerificationProfile'],
    ...['listConsents', 'readConversation', 'listWebhookEndpoints', 'createWebhookEndpoint'],
    ...['getWebhookEndpoint', 'changeWebhookEndpoint', 'deleteWebhookEndpoint', 'listPrices', 'listSenders'],
  ],
  'people do it in the console': [
    ...['deleteContact', 'deleteGroup', 'putMembers', 'createCampaign', 'cancelCampaign', 'listTemplates'],
    ...['createTemplate', 'getTemplate', 'changeTemplate', 'deleteTemplate'],
  ],
  'contacts list --number has it': ['getContact'],
};

it('docs/clients.md names the command of each call, and the calls without one', async () => {
  const rows = callTable();
  const { stdout } = await live('--help');
  const help = stdout.replaceAll('add|remove', 'add\n godwit-cli optouts remove');
  for (const command of rows.flatMap(({ cli }) => cli)) expect(help).toContain(`godwit-cli ${command}`);
  const without = rows.filter(({ cli }) => cli.length === 0).map(({ call }) => call);
  expect(without.sort()).toEqual(Object.values(WITHOUT_COMMAND).flat().sort());
});

describe('contacts', () => {
  it('are added and listed, a limited number at a time', async () => {
    const { id } = await godwit.createGroup({ name: 'Staff' });
    const given = ['--number', '+94771556067', '--first-name', 'Nimal', '--last-name', 'Perera'];
    const added = await live('contacts', 'add', ...given, '--group', 'Staff', '--json');
    expect(JSON.parse(added.stdout)).toMatchObject({
      number: '+94771556067',
      groups: [{ id, name: 'Staff' }],
    });
    expect(await live('groups', 'list')).toEqual(done(`${id}  1  Staff\n`));
    const line = /^\+94771556067 {2}Nimal Perera {2}\[Staff\] {2}[0-9a-f-]{36}\n$/;
    for (const filter of [
      ['--group', 'Staff'],
      ['--group', id],
      ['--number', '+94 77 155 6067'],
    ])
      expect(await live('contacts', 'list', ...filter)).toEqual(done(expect.stringMatching(line)));
    await live('contacts', 'add', '--number', '+94771556167', '--first-name', 'Ann');
    const { stdout, stderr } = await live('contacts', 'list', '--limit', '1', '--json');
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stderr).toMatch(/more than 1\. Repeat the command with a greater --limit/);
  });

  it('are refused with cause and next step', async () => {
    const number = ['--number', '+94771556067'];
    expect(await live('contacts', 'add', ...number)).toEqual(usage(/--first-name, so nothing was added/));
    const unknown = await live('contacts', 'add', ...number, '--first-name', 'A', '--group', 'Nobody');
    expect(unknown).toEqual(usage(/no group Nobody, so nothing was done.*groups list/));
    const again = await live('contacts', 'add', ...number, '--first-name', 'Nimal');
    expect(again).toMatchObject({ status: 1, stderr: expect.stringMatching(/\(1013\)/) });
    expect(await test('contacts', 'list')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/\(1004\)/),
    });
    expect(await live('contacts', 'list', '--limit', '0')).toEqual(usage(/--limit must be a whole number/));
  });

  it('are imported from a file as the console exports it, again without harm', async () => {
    const text = [
      '\ufeffMobile,FirstName,LastName,Group1,Group2',
      '+94771556067,Nimal,"Silva, the ""younger""",Colombo,',
      '',
      '0771,Wrong,Number,,',
      '+94771556267,කමලා,"Two',
      'lines",Colombo,Kandy',
      '+94771556367,Sunil,,,',
    ].join('\r\n');
    const path = fileOf('contacts.csv', text);
    const first = await live('contacts', 'import', path);
    expect(first.stdout).toBe('1 added, 1 changed, 2 refused, of 4 rows\n');
    expect(first.stderr).toMatch(/^Line 4: .*\(200\d\)\nLine 5: .*\(1002\)\n$/);
    expect(first.status).toBe(1);
    const names = await stored();
    expect(names['+94771556067']).toBe('Nimal|Silva, the "younger"|Colombo|Staff');
    expect(names['+94771556367']).toBe('Sunil|');
    const again = await live('contacts', 'import', path, '--group', 'STAFF', '--json');
    expect(JSON.parse(again.stdout)).toEqual({ added: 0, changed: 2, refused: 2, rows: 4 });
    expect((await stored())['+94771556367']).toBe('Sunil||Staff');
  });

  it('are not imported from a file that is unreadable', async () => {
    const before = await stored();
    const cases: [string, RegExp][] = [
      [fileOf('head.csv', '+94771556467,Ann\n'), /headings Mobile and FirstName.*Nothing was done/],
      [fileOf('quote.csv', 'Mobile,FirstName\n+94771556467,A"nn\n'), /Line 2 has a quote in the wrong place/],
      [fileOf('empty.csv', ''), /headings Mobile and FirstName/],
      [fileOf('large.csv', 'x'.repeat(5 * 1024 * 1024 + 1)), /more than 5 MB.*in the console/],
      [join(files, 'none.csv'), /not readable.*Nothing was imported/],
    ];
    for (const [path, said] of cases) expect(await live('contacts', 'import', path)).toEqual(usage(said));
    expect(await live('contacts', 'import')).toEqual(usage(/name of one CSV file/));
    const inTest = await test(
      'contacts',
      'import',
      fileOf('one.csv', 'Mobile,FirstName\n+94771556467,Ann\n'),
    );
    expect(inTest).toMatchObject({ status: 1, stderr: expect.stringMatching(/\(1004\)/) });
    expect(await stored()).toEqual(before);
  });
});

it('adds, lists and removes opt-outs', async () => {
  const number = ['--number', '+94771556567'];
  const added = await test('optouts', 'add', ...number, '--scope', 'PROMOTIONAL');
  expect(added.stdout).toMatch(/^20.+Z {2}\+94771556567 {2}PROMOTIONAL {2}API\n$/);
  await test('optouts', 'add', ...number);
  const listed = await test('optouts', 'list', '--json');
  expect(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).scope)
      .sort(),
  ).toEqual([...['ALL', 'PROMOTIONAL']]);
  expect(await test('optouts', 'remove', ...number, '--scope', 'ALL')).toEqual(done(added.stdout));
  expect(await test('optouts', 'remove', ...number)).toEqual(done('+94771556567 has no opt-out any more.\n'));
  expect(await test('optouts', 'list', ...number)).toEqual(done(''));
  expect(await test('optouts', 'add')).toEqual(usage(/needs --number, so nothing was done/));
  expect(await test('optouts', 'add', ...number, '--scope', 'SOME')).toEqual(usage(/ALL or PROMOTIONAL/));
});

it('lists and shows conversations without what could steer a terminal, and replies', async () => {
  const number = '+94771556667';
  await writeFromPhone(account, number, 'Is it\n\u001b[31mready?');
  await waitFor(async () => (await test('conversations', 'list')).stdout !== '');
  const line = /^20.+Z {2}unread {2}\+94771556667 {2}<- {2}Is it \[31mready\?\n$/;
  expect(await test('conversations', 'list', '--unread')).toEqual(done(expect.stringMatching(line)));
  const shown = await test('conversations', 'show', number);
  expect(shown.stdout).toMatch(/^20.+Z {2}DELIVERED {2}<- {2}Is it \[31mready\? {2}[0-9a-f-]{36}\n$/);
  const priced = await test('conversations', 'reply', number, '--body', 'Yes', '--dry-run');
  expect(priced).toEqual(done('1 segment (GSM7), LKR 0.80\n'));
  const sent = await test('conversations', 'reply', number, '--body', 'Yes');
  expect(sent.stdout).toMatch(/LKR 0\.80\n[0-9a-f-]{36} ACCEPTED TEST to \+94771556667\n$/);
  const { stdout } = await test('conversations', 'show', number, '--json', '--limit', '1');
  const { written_to } = await new Godwit({
    baseUrl: service.url,
    projectId,
    apiKey: testKey,
  }).getConversation(number);
  expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({
    direction: 'OUTGOING',
    body: 'Yes',
    from: written_to,
  });
  expect(await test('conversations', 'reply', number)).toEqual(usage(/--body, so nothing was sent/));
  const stranger = await test('conversations', 'reply', '+94771556767', '--body', 'Yes');
  expect(stranger).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/\(1001\)\nNothing was sent or charged/),
  });
});

it('lists campaigns, and shows the progress of one', async () => {
  const { id: group } = await godwit.createGroup({ name: 'Buyers' });
  await godwit.createContact({ number: '+94771556867', first_name: 'Kamala', groups: [group] });
  const content = 'Hello {first_name}';
  const { id } = await godwit.createCampaign({ name: 'Doors', content, from: SENDER, groups: [group] });
  await waitFor(async () => (await godwit.getCampaign(id)).counts.delivered === 1);
  const line = new RegExp(`^20.+Z {2}SENT {7}1/1 delivered {2}Doors {2}${id}\n$`);
  expect(await live('campaigns', 'list')).toEqual(done(expect.stringMatching(line)));
  const { stdout } = await live('campaigns', 'show', id);
  expect(stdout).toContain(
    `From ${SENDER} to Buyers\n${content}\n1 recipients, 0 waiting, 0 sent, 1 delivered`,
  );
  expect(stdout).toMatch(/1 segments, LKR 0\.80\n$/);
  expect(JSON.parse((await live('campaigns', 'show', id, '--json')).stdout)).toMatchObject({ id, content });
  expect(await live('campaigns', 'show')).toEqual(usage(/the id of one campaign/));
  expect(await test('campaigns', 'list')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/\(1004\)/),
  });
});
