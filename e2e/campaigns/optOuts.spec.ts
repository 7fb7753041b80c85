// Opt-outs: seeing, adding, removing, importing and exporting them; and that who opted out gets nothing.
import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { post } from '../people.ts';
import { inspect } from '../screens.ts';
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
    await expect(page.getByRole('row', { name: /\+94 77 123 0001/ })).toContainText('Added here');
  });

  await test.step('nothing goes to it', async () => {
    await makeGroups(page.request, { Colombo: [['+94771230001'], ['+94771230004']] });
    await page.goto('/new-campaign');
    await write(page, { name: 'Sale', groups: ['Colombo'], content: 'The sale starts today.' });
    const dialog = await review(page);
    await expect(dialog.getByText('Your message will be delivered to 1 recipient.')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText(['1 Opted out']);
  });

  await test.step('search and remove', async () => {
    await page.goto('/opt-outs');
    await page.getByRole('textbox', { name: 'Search' }).fill('9470');
    await expect(page.getByText('No opted-out number starts like this.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search' }).fill('9477');
    await page.getByRole('button', { name: 'Remove +94 77 123 0001' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('+94 77 123 0001 has been removed from the opt-outs')).toBeVisible();
    await expect(page.getByText('No opted-out number starts like this.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('row', { name: /\+94 77 123 0001/ })).toBeVisible();
  });
});

test('a file is imported with a report of its rows, and exported again', async ({ page, account }) => {
  expect(account.firstName).toBe('Nadeesha');
  await post(page.request, '/opt_outs', { number: '+94771230001' });
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
  await inspect(page, 'opt-outs');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.join('\n')).toContain('+94771230005');
});

test('what is no file of numbers is refused with its reason, and another one can be chosen', async ({
  page,
  account,
}) => {
  expect(account.firstName).toBe('Nadeesha');
  await page.goto('/opt-outs');
  await inspect(page, 'opt-outs-empty');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Opt-outs' });
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
