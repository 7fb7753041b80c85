// Opt-outs: viewing, adding, removing, importing and exporting them; recipients who opted out get nothing.
import { readFile } from 'node:fs/promises';
import { addContact } from '../contacts/steps.ts';
import { expect, test } from '../fixtures.ts';
import { callApi, post } from '../people.ts';
import { inspect } from '../screens.ts';
import { godwit, setTeamState } from '../service.ts';
import { makeGroups, review, write } from './steps.ts';

test('a number is added, found, gets no campaign, and is removed again', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/campaigns');
  await page.getByRole('link', { name: 'Opt-outs' }).click();
  await expect(page.getByText('No one has opted out.')).toBeVisible();

  await test.step('add', async () => {
    const add = page.getByRole('button', { name: 'Add Number' });
    await add.click();
    const dialog = page.getByRole('dialog', { name: 'Add Number' });
    const number = dialog.getByLabel('Number');
    await expect(number).toBeFocused();
    await dialog.getByRole('button', { name: 'Add Number' }).click();
    await expect(dialog.getByText('Number is required')).toBeVisible();
    await number.fill('077 123');
    await number.press('Enter');
    await expect(dialog.getByText(/^This is not a valid phone number/)).toBeVisible();
    await expect(number).toBeFocused();
    await number.fill('077 123 0001');
    await number.press('Enter');
    await expect(page.getByText('+94 77 123 0001 has been added to the opt-outs')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(add).toBeFocused();
    const row = page.getByRole('row', { name: /\+94 77 123 0001/ });
    await expect(row).toContainText('Added by your team');
    await expect(row).toContainText('All messages');
    // An unverified person sees the list of Test Mode.
    await expect(page.getByRole('switch', { name: 'Test Mode' })).toBeChecked();
    await add.click();
    await number.fill('077 123 0002');
    await dialog.getByRole('radio', { name: 'Promotions only' }).check();
    await inspect(page, 'opt-outs-add', { whole: false });
    await number.press('Enter');
    await expect(page.getByRole('row', { name: /\+94 77 123 0002/ })).toContainText('Promotions only');
  });

  await test.step('it receives nothing', async () => {
    await makeGroups(page.request, { Colombo: [['+94771230001'], ['+94771230002'], ['+94771230004']] });
    await page.goto('/new-campaign');
    await write(page, { name: 'Sale', groups: ['Colombo'], content: 'The sale starts today.' });
    const dialog = await review(page);
    await expect(dialog.getByText('Your message will be delivered to 2 recipients.')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText(['1 Opted out']);
  });

  await test.step('search and remove', async () => {
    await page.goto('/opt-outs');
    await page.getByRole('textbox', { name: 'Search' }).fill('9470');
    await expect(page.getByText('No opted-out number starts like this.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search' }).fill('9477');
    await page.getByRole('button', { name: 'Actions for +94 77 123 0001' }).click();
    await page.getByRole('menuitem', { name: 'Remove +94 77 123 0001' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('+94 77 123 0001 has been removed from the opt-outs')).toBeVisible();
    await expect(page.getByRole('row', { name: /\+94 77 123 0001/ })).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('row', { name: /\+94 77 123 0001/ })).toBeVisible();
  });
});

test('a file is imported with a report of its rows, and exported', async ({ page, account }) => {
  expect(account.firstName).toBe('Nadeesha');
  await post(page.request, '/opt_outs', { number: '+94771230001', mode: 'TEST' });
  await page.goto('/opt-outs');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Opt-outs' });
  await expect(dialog.getByRole('button', { name: 'Browse' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled();
  const rows = ['Number', '+94771230001', '+94771230004', '077123', '+94771230005'];
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'opted-out.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await expect(dialog.getByText(/^All 4 rows of opted-out\.csv, /)).toBeVisible();
  await expect(dialog.getByRole('row', { name: /077123/ })).toContainText('Not a valid phone number');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByText('opted-out.csv is uploaded')).toBeVisible();
  await expect(dialog.getByRole('definition')).toHaveText(['2', '1', '1']);
  await expect(dialog.getByRole('row', { name: /077123/ })).toContainText('4');
  await inspect(page, 'opt-outs-imported', { whole: false });
  await dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Import' })).toBeFocused();
  await expect(page.getByText('3 Results')).toBeVisible();
  await addContact(page.request, ['+94771230004', 'Kamala', 'Jayawardena']);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Kamala Jayawardena' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Opt-outs', level: 1 })).toContainText('3');
  await inspect(page, 'opt-outs');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.join('\n')).toContain('+94771230005');
});

test('the link of a promotion stops promotions, or everything, and undoes it', async ({ page, project }) => {
  await godwit('sender', 'add', project.id, 'LR Stores', '--promotional');
  const message = { to: '+94770000001', from: 'LR Stores', body: 'Half price today' };
  const sent = await callApi(page.request, { projectId: project.id, key: project.testKey }, message);
  const { body } = (await sent.json()) as { body: string };
  await page.goto(/\/o\/\S+$/.exec(body)![0]);
  await expect(page.getByText('This link is from Test Mode.')).toBeVisible();
  await inspect(page, 'opt-out-page');
  await page.getByRole('button', { name: 'Stop promotions' }).click();
  await expect(page.getByRole('status')).toContainText('no more promotions from LR Stores');
  await inspect(page, 'opt-out-page-promotions');
  await page.getByRole('button', { name: 'Stop all messages' }).click();
  await expect(page.getByRole('status')).toContainText('no more messages from LR Stores');
  await page.getByRole('link', { name: 'தமிழ்' }).click();
  await inspect(page, 'opt-out-page-all-ta');
  await page.getByRole('link', { name: 'සිංහල' }).click();
  await inspect(page, 'opt-out-page-all-si');
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Get messages again' }).click();
  await expect(page.getByRole('button')).toHaveText(['Stop promotions', 'Stop all messages']);

  // The team could remove an opt-out that it added, so the recipient is asked all the same.
  await post(page.request, '/opt_outs', { number: message.to, mode: 'TEST' });
  await page.reload();
  await expect(page.getByRole('button')).toHaveText(['Stop promotions', 'Stop all messages']);
  await inspect(page, 'opt-out-page-of-team');
  await page.getByRole('button', { name: 'Stop all messages' }).click();
  await expect(page.getByRole('button')).toHaveText(['Stop only promotions', 'Get messages again']);
});

test('many opt-outs by recipients give one notice, and only those the team added can be removed', async ({
  page,
  account,
}) => {
  await godwit('team', 'verify', account.email);
  await setTeamState(account.email, 'opted-out', '+94771230001', '+94771230002', '+94771230003');
  await post(page.request, '/opt_outs', { number: '+94771230004' });
  await page.goto('/opt-outs');
  await expect(page.getByRole('row').filter({ hasText: 'Answered STOP' })).toHaveCount(3);
  await expect(page.getByText('only the recipient can undo this')).toHaveCount(1);
  for (const number of ['+94 77 123 0004', '+94 77 123 0001']) {
    await page.getByRole('button', { name: `Actions for ${number}` }).click();
    await expect(page.getByRole('menuitem')).toHaveCount(number.endsWith('4') ? 2 : 1);
    await page.keyboard.press('Escape');
  }
  await inspect(page, 'opt-outs-of-recipients');
  await page.getByRole('switch', { name: 'Test Mode' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Answered STOP' })).toHaveCount(3);
  await expect(page.getByText('only the recipient can undo this')).toHaveCount(0);
});

test('an invalid file is refused with a reason, and another one can be chosen', async ({ page, account }) => {
  expect(account.firstName).toBe('Nadeesha');
  await page.goto('/opt-outs');
  await inspect(page, 'opt-outs-empty');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Opt-outs' });
  await expect(dialog).toBeVisible();
  await inspect(page, 'opt-outs-import', { whole: false });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'empty.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(''),
  });
  await expect(dialog.getByText('The file has no rows.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'open.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('+94771230001\n+94771230004,"open'),
  });
  await expect(dialog.getByText(/a quote is never closed/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(dialog.getByRole('button', { name: 'Browse' })).toBeVisible();
});
