// One mode for all pages: every control acts in the mode that it shows, as the server confirms.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { makeGroups, review, write } from './campaigns/steps.ts';
import { expect, test } from './fixtures.ts';
import { callApi, createProject, type Project, post, sendTest } from './people.ts';
import { godwit, letSendLive } from './service.ts';

const MODES = ['LIVE', 'TEST'] as const;
type Mode = (typeof MODES)[number];

const modeSwitch = (page: Page) => page.getByRole('switch', { name: 'Test Mode' });

async function expectMode(page: Page, mode: Mode): Promise<void> {
  await expect(modeSwitch(page)).toBeChecked({ checked: mode === 'TEST' });
}

async function flipTo(page: Page, mode: Mode): Promise<void> {
  if ((await modeSwitch(page).isChecked()) !== (mode === 'TEST')) await modeSwitch(page).click();
  await expectMode(page, mode);
}

/** Collects the mode of every call that has one, from now on. */
function watchModes(page: Page): Set<string> {
  const modes = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    const named = url.searchParams.get('mode') ?? /(?:^|&)mode=(\w+)/.exec(request.postData() ?? '')?.[1];
    if (url.pathname.startsWith('/v1/web/') && named) modes.add(named);
  });
  return modes;
}

/** The server's data in a mode: the numbers of its messages, or the names of its campaigns. */
async function numbersIn(page: Page, project: Project, mode: Mode): Promise<string[]> {
  const query = { project_id: project.id, mode, range: '1d', page_num: '0', page_size: '100' };
  const answer = await page.request.get(`/v1/web/messages?${new URLSearchParams(query)}`);
  return ((await answer.json()) as { results: { to: string }[] }).results.map(({ to }) => to);
}
async function campaignsIn(page: Page, project: Project, mode: Mode): Promise<string[]> {
  const answer = await page.request.get(`/v1/web/campaigns?project_id=${project.id}&mode=${mode}`);
  return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
}

const OTHER = { LIVE: 'TEST', TEST: 'LIVE' } as const;
const SEND = { LIVE: /^Send · Rs/, TEST: 'Send TEST' } as const;
const SEND_CAMPAIGN = { LIVE: /^Send 1 message · Rs/, TEST: /^Send 1 message TEST$/ } as const;
const NUMBERS = { LIVE: '+94771230101', TEST: '+94771230102' } as const;

test('every control acts in the mode that it shows', async ({ page, account, project }) => {
  await letSendLive(account, project, '100');
  await makeGroups(page.request, { Members: [['+94771230001']] });
  const key = { projectId: project.id, key: project.liveKey };
  await callApi(page.request, key, { to: '+94771230009', from: 'LankaRetail' });
  await sendTest(page.request, project, { to: '+94771230008' });

  await test.step('a verified team starts in LIVE', async () => {
    await page.goto('/home');
    await expectMode(page, 'LIVE');
    const stored = await page.evaluate(
      'Object.entries(localStorage).filter(([key]) => /^mode\\b/.test(key))',
    );
    expect(stored).toEqual(expect.arrayContaining([['mode', 'LIVE']]));
    expect(stored).toHaveLength(2);
  });

  for (const mode of MODES) {
    await test.step(`${mode}: every page shows it and requests only it`, async () => {
      await flipTo(page, mode);
      const pages = ['/logs', '/home/conversation', '/campaigns', '/opt-outs', '/new-campaign', '/send-sms'];
      const settings = ['', '/callbacks'].map((part) => `/settings/${project.id}${part}`);
      const requested = watchModes(page);
      for (const address of ['/home', ...pages, ...settings, '/contacts', '/billing']) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectMode(page, mode);
      }
      // Billing is always LIVE.
      const expected = mode === 'TEST' ? ['LIVE', 'TEST'] : ['LIVE'];
      await expect.poll(() => [...requested].sort()).toEqual(expected);
    });

    await test.step(`${mode}: Send SMS of Home sends in it`, async () => {
      await page.goto('/home');
      await page.getByRole('main').getByRole('link', { name: 'Send SMS' }).click();
      await expectMode(page, mode);
      await page.getByRole('textbox', { name: 'Phone numbers' }).fill(NUMBERS[mode]);
      await page.getByRole('textbox', { name: 'Phone numbers' }).press('Enter');
      await page.getByLabel('Message Content').fill('Your order has left the shop.');
      await page.getByRole('button', { name: 'Review and Send' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send SMS' });
      await dialog.getByRole('button', { name: SEND[mode], exact: true }).click();
      await expect(dialog.getByText('1 of 1 done')).toBeVisible();
      expect(await numbersIn(page, project, mode)).toContain(NUMBERS[mode]);
      expect(await numbersIn(page, project, OTHER[mode])).not.toContain(NUMBERS[mode]);
    });

    await test.step(`${mode}: New Campaign creates one in it`, async () => {
      await page.goto('/campaigns');
      await page.getByRole('link', { name: 'New Campaign' }).click();
      await expectMode(page, mode);
      const name = `Sale in ${mode}`;
      await write(page, { name, groups: ['Members'], content: 'The sale starts today.' });
      const dialog = await review(page);
      await dialog.getByRole('button', { name: SEND_CAMPAIGN[mode] }).click();
      await dialog.getByRole('link', { name: 'See campaign' }).click();
      await expectMode(page, mode);
      expect(await campaignsIn(page, project, mode)).toContain(name);
      expect(await campaignsIn(page, project, OTHER[mode])).not.toContain(name);
    });

    await test.step(`${mode}: the search uses it`, async () => {
      await page.goto('/contacts');
      await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
      await page.keyboard.press('Control+k');
      const isSearch = (url: string) => url.includes('/v1/web/messages?') && url.includes('q=');
      const requested = page.waitForRequest((request) => isSearch(request.url()));
      await page.getByRole('dialog').getByRole('combobox').fill(NUMBERS[mode]);
      expect(new URL((await requested).url()).searchParams.get('mode')).toBe(mode);
      await expect(page.getByText(`Messages in ${mode}`)).toBeVisible();
      await page.keyboard.press('Escape');
    });
  }
});

const OWN = { LIVE: '+94771230201', TEST: '+94771230202' } as const;
const OPTED_OUT = { LIVE: '+94771230301', TEST: '+94771230302' } as const;
const SEND_ONE = { LIVE: /^Send 1 message$/, TEST: /^Send 1 message TEST$/ } as const;
const SEND_AGAIN = { LIVE: 'Send again to 1 not reached', TEST: 'Send again to 1 not reached TEST' } as const;

test('what follows on a message or campaign, and what is added, is of the mode that is shown', async ({
  page,
  account,
  project,
}) => {
  await letSendLive(account, project, '100');
  // Its last digits have the simulator fail it.
  await makeGroups(page.request, { Unreached: [['+94771230004']] });
  await post(page.request, `/projects/${project.id}/incoming_messages`, { from: '+94771230401', body: 'Hi' });
  await page.goto('/home');

  for (const mode of MODES) {
    await test.step(`${mode}: a test to oneself`, async () => {
      await flipTo(page, mode);
      await page.goto('/new-campaign');
      await write(page, {
        name: `To me in ${mode}`,
        groups: ['Unreached'],
        content: 'The sale starts today.',
      });
      await page.getByRole('button', { name: 'Send a test to me' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send a test to me' });
      await dialog.getByLabel('Your mobile number').fill(OWN[mode]);
      await dialog.getByRole('button', { name: SEND_ONE[mode] }).click();
      await expect(dialog).toBeHidden();
      expect(await numbersIn(page, project, mode)).toContain(OWN[mode]);
      expect(await numbersIn(page, project, OTHER[mode])).not.toContain(OWN[mode]);
    });

    await test.step(`${mode}: a campaign that is sent again`, async () => {
      const dialog = await review(page);
      await dialog.getByRole('button', { name: SEND_CAMPAIGN[mode] }).click();
      await dialog.getByRole('link', { name: 'See campaign' }).click();
      await page.getByRole('link', { name: SEND_AGAIN[mode], exact: true }).click();
      await expectMode(page, mode);
      const again = await review(page);
      await again.getByRole('button', { name: SEND_CAMPAIGN[mode] }).click();
      await expect(again.getByRole('link', { name: 'See campaign' })).toBeVisible();
      expect(await campaignsIn(page, project, mode)).toHaveLength(2);
      const before = mode === 'TEST' ? 2 : 0;
      expect(await campaignsIn(page, project, OTHER[mode])).toHaveLength(before);
    });

    await test.step(`${mode}: a number that is opted out`, async () => {
      await page.goto('/opt-outs');
      await expectMode(page, mode);
      await page.getByRole('button', { name: 'Add Number' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add Number' });
      await dialog.getByLabel('Number', { exact: true }).fill(OPTED_OUT[mode]);
      await dialog.getByRole('button', { name: 'Add Number' }).click();
      await expect(dialog).toBeHidden();
      const listOf = async (asked: Mode) => {
        const answer = await page.request.get(`/v1/web/opt_outs?mode=${asked}`);
        return ((await answer.json()) as { results: { number: string }[] }).results.map(
          ({ number }) => number,
        );
      };
      expect(await listOf(mode)).toContain(OPTED_OUT[mode]);
      expect(await listOf(OTHER[mode])).not.toContain(OPTED_OUT[mode]);
    });
  }

  await test.step('a reply in TEST', async () => {
    await page.goto('/home/conversation');
    await expectMode(page, 'TEST');
    await page.getByRole('navigation', { name: 'Threads' }).getByRole('link').first().click();
    await page.getByLabel('Reply', { exact: true }).fill('Come by until six.');
    await page.getByRole('button', { name: 'Send TEST' }).click();
    await expect(page.getByLabel('Reply', { exact: true })).toHaveValue('');
    expect(await numbersIn(page, project, 'TEST')).toContain('+94771230401');
  });

  await test.step('Try it says TEST and sends in it, also from pages of LIVE', async () => {
    await flipTo(page, 'LIVE');
    await page.goto('/api');
    const tryIt = page.getByRole('region', { name: 'Try it: Send an SMS' });
    await tryIt.getByRole('textbox', { name: 'to', exact: true }).fill('+94771230501');
    await tryIt.getByRole('button', { name: 'Send TEST' }).click();
    await expect(tryIt.getByRole('group', { name: 'Send an SMS: answer' })).toContainText('ACCEPTED');
    expect(await numbersIn(page, project, 'TEST')).toContain('+94771230501');
    expect(await numbersIn(page, project, 'LIVE')).not.toContain('+94771230501');
    expect(await numbersIn(page, project, 'LIVE')).not.toContain('+94771230401');
  });
});

const KNOWN = { LIVE: '+94771230601', TEST: '+94771230602' } as const;
const SOUGHT = { LIVE: '+94771230701', TEST: '+94771230702' } as const;
/** Every file of a list in a mode: the page, and the button or the item of its menu. */
const FILES = [
  { address: '/logs', button: 'Choose a format', item: 'CSV' },
  { address: '/opt-outs', button: 'Export', item: null },
];
const KEY_START = { LIVE: /^gk_live_/, TEST: /^gk_test_/ } as const;
const SCHEDULE = { LIVE: /^Schedule 1 message · Rs/, TEST: /^Schedule 1 message TEST$/ } as const;

test('files, keys, changed campaigns and the actions of the search are of the mode that is shown', async ({
  page,
  account,
  project,
}) => {
  await letSendLive(account, project, '100');
  await makeGroups(page.request, { Members: [['+94771230001']] });
  const [group] = (await (await page.request.get('/v1/web/groups')).json()) as { id: string }[];
  const messages = { LIVE: '', TEST: await sendTest(page.request, project, { to: KNOWN.TEST }) };
  const live = { to: KNOWN.LIVE, from: 'LankaRetail' };
  const sent = await callApi(page.request, { projectId: project.id, key: project.liveKey }, live);
  messages.LIVE = ((await sent.json()) as { id: string }).id;
  const later = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;
  const campaigns = { LIVE: '', TEST: '' };
  for (const mode of MODES) {
    await post(page.request, '/opt_outs', { number: KNOWN[mode], mode });
    const { id } = await post<{ id: string }>(page.request, '/campaigns', {
      ...{ project_id: project.id, mode, name: `Doors in ${mode}`, content: 'The doors open today.' },
      ...{ from: mode === 'TEST' ? 'SANDBOX' : 'LankaRetail', include_groups: group?.id ?? '' },
      ...{ send_at: later, is_preview: 'false' },
    });
    campaigns[mode] = id;
  }
  await page.goto('/home');

  for (const mode of MODES) {
    for (const { address, button, item } of FILES) {
      await test.step(`${mode}: the file of ${address}`, async () => {
        await page.goto(address);
        await flipTo(page, mode);
        const downloading = page.waitForEvent('download');
        await page.getByRole('button', { name: button }).click();
        if (item) await page.getByRole('menuitem', { name: item, exact: true }).click();
        const file = await readFile(await (await downloading).path(), 'utf8');
        expect(file).toContain(KNOWN[mode]);
        expect(file).not.toContain(KNOWN[OTHER[mode]]);
      });
    }

    await test.step(`${mode}: an API key is created and rotated`, async () => {
      await page.goto(`/settings/${project.id}/api-keys`);
      await expectMode(page, mode);
      const name = `Shop in ${mode}`;
      await page.getByRole('button', { name: 'Create Key' }).click();
      const creation = page.getByRole('dialog', { name: 'Create API Key' });
      await creation.getByRole('textbox', { name: 'Name' }).fill(name);
      await creation.getByRole('button', { name: 'Create Key' }).click();
      await expect(creation.getByText(KEY_START[mode])).toBeVisible();
      await creation.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: `Rotate ${name}` }).click();
      const rotation = page.getByRole('dialog', { name: `Rotate ${name}` });
      await rotation.getByRole('button', { name: 'Rotate', exact: true }).click();
      await expect(rotation.getByText(KEY_START[mode])).toBeVisible();
      await rotation.getByRole('button', { name: 'Done' }).click();
      const answer = await page.request.get(`/v1/web/projects/${project.id}/api_keys`);
      const keys = (await answer.json()) as { name: string; mode: Mode }[];
      expect(keys.filter((key) => key.name === name).map((key) => key.mode)).toEqual([mode, mode]);
    });

    await test.step(`${mode}: a campaign is edited and cancelled`, async () => {
      const stateIn = async (asked: Mode) => {
        const answer = await page.request.get(`/v1/web/campaigns?project_id=${project.id}&mode=${asked}`);
        return ((await answer.json()) as { name: string; status: string }[]).map((one) => [
          one.name,
          one.status,
        ]);
      };
      const before = await stateIn(OTHER[mode]);
      await page.goto(`/campaign/${campaigns[mode]}`);
      await page.getByRole('link', { name: 'Edit Campaign' }).click();
      await expectMode(page, mode);
      await page.getByLabel('Campaign Name').fill(`Changed in ${mode}`);
      await page.getByRole('button', { name: 'Review and Send' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Campaign' });
      await dialog.getByRole('button', { name: SCHEDULE[mode] }).click();
      await expect(page.getByRole('heading', { name: `Changed in ${mode}`, level: 1 })).toBeVisible();
      expect(await stateIn(mode)).toEqual([[`Changed in ${mode}`, 'SCHEDULED']]);
      await page.getByRole('button', { name: 'Cancel Campaign' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel Campaign' }).click();
      await expect(page.getByText('Campaign has been cancelled successfully')).toBeVisible();
      expect(await stateIn(mode)).toEqual([[`Changed in ${mode}`, 'CANCELLED']]);
      expect(await stateIn(OTHER[mode])).toEqual(before);
    });

    await test.step(`${mode}: the actions of the search`, async () => {
      const act = async (typed: string, action: RegExp) => {
        await page.getByRole('button', { name: 'Search…' }).click();
        await page.getByRole('dialog').getByRole('combobox').fill(typed);
        await page.getByRole('option', { name: action }).click();
      };
      await act(`send to ${SOUGHT[mode]}`, /^Send to /);
      await expectMode(page, mode);
      await page.getByLabel('Message Content').fill('Your order has left the shop.');
      await page.getByRole('button', { name: 'Review and Send' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send SMS' });
      await dialog.getByRole('button', { name: SEND[mode], exact: true }).click();
      await expect(dialog.getByText('1 of 1 done')).toBeVisible();
      await page.goto('/home');
      expect(await numbersIn(page, project, mode)).toContain(SOUGHT[mode]);
      expect(await numbersIn(page, project, OTHER[mode])).not.toContain(SOUGHT[mode]);
      await act(`open message ${messages[OTHER[mode]]}`, /^Open message /);
      await expect(page.getByRole('heading', { name: 'SMS Details' })).toBeVisible();
      await expectMode(page, OTHER[mode]);
      await act('switch', new RegExp(`^Switch to ${mode}`));
      await expectMode(page, mode);
      await expect(page).toHaveURL(new RegExp(`/logs\\?.*mode=${mode}`));
    });

    await test.step(`${mode}: contacts and a test callback have no mode`, async () => {
      await page.goto('/contacts');
      await expectMode(page, mode);
      await page.getByRole('button', { name: 'Contact Bulk Upload' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Upload From File' });
      const buffer = Buffer.from(`Mobile,FirstName\n${SOUGHT[mode]},Kumari`);
      const file = { name: 'contacts.csv', mimeType: 'text/csv', buffer };
      await dialog.locator('input[type=file]').setInputFiles(file);
      const uploaded = page.waitForRequest(/contacts_csv/);
      await dialog.getByRole('button', { name: 'Upload' }).click();
      expect((await uploaded).url()).not.toContain('mode=');
      await expect(dialog.getByText('contacts.csv is uploaded')).toBeVisible();

      await page.goto(`/settings/${project.id}`);
      await expectMode(page, mode);
      // Nothing listens there.
      await page.getByRole('textbox', { name: 'URL to call' }).fill('http://127.0.0.1:9/');
      const called = page.waitForResponse(/callback_tests/);
      await page.getByRole('button', { name: 'Send a test callback' }).click();
      const { body } = (await (await called).json()) as { body: string };
      expect(JSON.parse(body)).toMatchObject({ mode: 'TEST', status: 'DELIVERED' });
    });
  }

  await test.step('a contact that was imported in one mode is in both', async () => {
    for (const mode of MODES) {
      await page.goto('/contacts');
      await flipTo(page, mode);
      for (const number of ['+94 77 123 0701', '+94 77 123 0702'])
        await expect(page.getByRole('row').filter({ hasText: number })).toHaveCount(1);
    }
  });

  await test.step('a reply on a phone', async () => {
    await flipTo(page, 'TEST');
    const incoming = { from: '+94771230801', body: 'Hi' };
    await post(page.request, `/projects/${project.id}/incoming_messages`, incoming);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/home/conversation');
    await page.getByRole('navigation', { name: 'Threads' }).getByRole('link').first().click();
    await page.getByLabel('Reply', { exact: true }).fill('Come by until six.');
    await page.getByRole('button', { name: 'Send TEST' }).click();
    await expect(page.getByLabel('Reply', { exact: true })).toHaveValue('');
    expect(await numbersIn(page, project, 'TEST')).toContain(incoming.from);
    expect(await numbersIn(page, project, 'LIVE')).not.toContain(incoming.from);
  });
});

test('a link carries its mode, and a project has its own', async ({ page, context, account, project }) => {
  await letSendLive(account, project, '100');
  const message = await sendTest(page.request, project, { to: '+94771230008' });
  const stores = await createProject(page.request, 'Stores');
  await page.goto('/home');
  await page.evaluate(`localStorage.setItem('selected_project', '${project.id}')`);
  await page.reload();
  await flipTo(page, 'TEST');

  await test.step('in another tab, independent of that tab or the storage', async () => {
    const other = await context.newPage();
    await other.goto('/home');
    await flipTo(other, 'LIVE');
    const to = await page.getByRole('main').getByRole('link', { name: 'Send SMS' }).getAttribute('href');
    await other.goto(to ?? '');
    await expectMode(other, 'TEST');
    await expectMode(page, 'TEST');
    await flipTo(other, 'LIVE');
    await other.close();
  });

  await test.step('a message switches all pages to its mode; the other mode does not have it', async () => {
    await page.goto('/home?mode=LIVE');
    await expectMode(page, 'LIVE');
    await page.goto(`/logs/${message}`);
    await expectMode(page, 'TEST');
    await page.getByRole('navigation').getByRole('link', { name: 'Contacts' }).click();
    await expectMode(page, 'TEST');
    await page.goto(`/logs/${message}`);
    await expectMode(page, 'TEST');
    await modeSwitch(page).click();
    await expect(page).toHaveURL(/\/logs\?.*mode=LIVE/);
    await expectMode(page, 'LIVE');
  });

  await test.step('another project has its own', async () => {
    await flipTo(page, 'TEST');
    await page.getByRole('button', { name: 'Project: Lanka Retail' }).click();
    await page.getByRole('menuitem', { name: stores.name }).click();
    await expectMode(page, 'LIVE');
    await page.getByRole('button', { name: 'Project: Stores' }).click();
    await page.getByRole('menuitem', { name: project.name }).click();
    await expectMode(page, 'TEST');
  });
});

test('TEST at the start of an unverified team, and after it is verified', async ({
  page,
  account,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/logs?mode=LIVE');
  await expectMode(page, 'TEST');
  await expect(page).toHaveURL(/mode=TEST/);
  await godwit('team', 'verify', account.email);
  await page.goto('/home');
  await expectMode(page, 'TEST');
});
