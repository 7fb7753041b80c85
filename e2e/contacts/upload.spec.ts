// Upload From File, from choosing a file to the report; and the export with the same columns.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { addContact, addGroup, openContacts, rowOf } from './steps.ts';

const HEADER = 'Mobile,FirstName,LastName,Group1,Group2';

/** Opens the dialog. */
async function openUpload(page: Page): Promise<Locator> {
  await openContacts(page);
  await page.getByRole('button', { name: 'Contact Bulk Upload' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload From File' });
  await expect(dialog.getByRole('button', { name: 'Browse' })).toBeFocused();
  return dialog;
}

/** Chooses a file in the browser's dialog. */
async function browse(page: Page, text: string, name = 'contacts.csv'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Browse' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** Drops files with these names and sizes in bytes on the dialog, filled with one letter. */
async function drop(
  page: Page,
  files: readonly { name: string; text: string; times?: number }[],
): Promise<void> {
  const dataTransfer = await page.evaluateHandle<unknown>(`(() => {
    const transfer = new DataTransfer();
    for (const { name, text, times = 1 } of ${JSON.stringify(files)}) {
      transfer.items.add(new File([text.repeat(times)], name, { type: name.endsWith('.csv') ? 'text/csv' : 'text/plain' }));
    }
    return transfer;
  })()`);
  await page.getByText('Drop a CSV file here').dispatchEvent('drop', { dataTransfer });
}

/** Limits the browser's upload to bytes per second from now on. */
async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
}

const figure = (dialog: Locator, label: string): Locator =>
  dialog.locator('dl > div').filter({ hasText: label }).getByRole('definition');

test('10,000 rows, followed to their report', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await addContact(page.request, ['+94771000010', 'Somebody', 'Else']);
  // Line 1 is the header. Every thousandth row is bad; the last repeats the first.
  const rows = Array.from({ length: 9_999 }, (_, i) => {
    if (i % 1000 === 999) return `${i},Nobody,At Line ${i + 2}`;
    return `077${String(1_000_000 + i).slice(0, 7)},Kasun,Number ${i},${i % 2 ? 'Colombo' : 'Galle'},Customers`;
  });
  const text = [HEADER, ...rows, '0771000000,Kasun,Again'].join('\r\n');
  const dialog = await openUpload(page);
  await browse(page, text);
  await expect(dialog.getByText(/^The first 10 of 10,000 rows of contacts\.csv, /)).toBeVisible();
  await slowDown(page, text.length / 4);
  await dialog.getByRole('button', { name: 'Upload' }).click();

  await test.step('progress, with the dialog open and closed', async () => {
    const progress = dialog.getByRole('progressbar', { name: 'Uploading contacts.csv' });
    await expect(progress).toBeVisible();
    await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }).click();
    await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible();
    // It continues on another page.
    await page.getByRole('link', { name: 'Logs' }).click();
    await expect(page.getByRole('heading', { name: 'SMS Logs' })).toBeVisible();
    await page.getByRole('link', { name: 'Contacts' }).click();
  });

  await test.step('the report, by line', async () => {
    await page.getByRole('button', { name: 'Show report' }).click();
    await expect(dialog.getByText('contacts.csv is uploaded')).toBeVisible();
    const way = dialog.getByRole('list', { name: 'How far the file is' }).getByRole('listitem');
    await expect(way).toHaveText([/Uploading/, /Reading/, /Done/]);
    await expect(figure(dialog, 'Created')).toHaveText('9,989');
    await expect(figure(dialog, 'Updated')).toHaveText('1');
    await expect(figure(dialog, 'Unchanged')).toHaveText('0');
    await expect(figure(dialog, 'Rejected')).toHaveText('9');
    await expect(dialog.getByText('3 groups were created.')).toBeVisible();
    await expect(dialog.getByText('1 row has the number of an earlier row')).toBeVisible();
    const rejected = dialog.getByRole('region', { name: 'Rejected rows' }).last();
    await expect(rejected.getByRole('row')).toHaveCount(10);
    await expect(rejected.getByRole('row').nth(1)).toContainText('1,001');
    await expect(rejected.getByRole('row').nth(1)).toContainText('999');
  });

  await test.step('its file', async () => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download report' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('contacts-report.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe('\ufeffLine,Number,Reason');
    expect(lines[1]).toMatch(/^2,.*The name Kasun Number 0 was not kept: with line 10001 it is Kasun Again$/);
    expect(lines[2]).toMatch(/^1001,999,/);
  });

  await test.step('the contacts are there', async () => {
    await dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }).click();
    await expect(page.getByText('9,990 Results')).toBeVisible();
    await page.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'Galle' }).click();
    await expect(page.getByText('5,000 Results')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search' }).fill('0771000010');
    await expect(rowOf(page, '+94 77 100 0010')).toContainText('Number 10');
  });
});

test('the preview marks bad rows; Clear and Cancel change nothing', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const dialog = await openUpload(page);
  const upload = dialog.getByRole('button', { name: 'Upload' });
  const clear = dialog.getByRole('button', { name: 'Clear' });
  await expect(upload).toBeDisabled();
  await expect(clear).toBeDisabled();
  await browse(
    page,
    '0774128830;Nimal;Silva;VIP;Colombo\n12;Kumari\n9.477E+10;Ruwan\n;Ishara\n',
    'Mai Liste.csv',
  );
  await expect(dialog.getByText('All 4 rows of Mai Liste.csv, 69 bytes')).toBeVisible();
  await expect(dialog.getByText('3 of these rows cannot be used and will be left out.')).toBeVisible();
  await expect(dialog.getByRole('columnheader')).toHaveText([
    'Number',
    'First Name',
    'Last Name',
    'Group 1',
    'Group 2',
  ]);
  const row = (words: string) => dialog.getByRole('row').filter({ hasText: words });
  await expect(row('Nimal').last().getByRole('cell')).toHaveText([
    '0774128830',
    'Nimal',
    'Silva',
    'VIP',
    'Colombo',
  ]);
  await expect(row('Kumari')).toContainText('Not a valid phone number');
  await expect(row('Ruwan')).toContainText('A spreadsheet has shortened this number');
  await expect(row('Ishara')).toContainText('This row has no number');

  await clear.click();
  await expect(dialog.getByText('Drop a CSV file here')).toBeVisible();
  await test.step('a number with several names shows which one is kept, before and after', async () => {
    const lines = ['0774128830,Nimal,Silva', '0774128831,Ruwan', '+94774128830,Kamala,Perera'];
    await browse(page, lines.join('\n'), 'twice.csv');
    const conflict = '+94 77 412 8830: Kamala Perera (line 3), not Nimal Silva (line 1)';
    await expect(dialog.getByText('1 number is in this file with different names.')).toBeVisible();
    await expect(dialog.getByText(conflict)).toBeVisible();
    await upload.click();
    await expect(dialog.getByText('1 number was in the file with different names.')).toBeVisible();
    await expect(dialog.getByText(conflict)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Download report' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Upload another file' }).click();
  });
  await drop(page, [{ name: 'dropped.csv', text: '0774128830,Nimal\n' }]);
  await expect(dialog.getByText('The only row of dropped.csv, 17 bytes')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Contact Bulk Upload' })).toBeFocused();
  await expect(page.getByText('2 Results')).toBeVisible();
});

test('an invalid file shows the reason before anything is sent', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const dialog = await openUpload(page);
  for (const [files, reason] of [
    [[{ name: 'photo.png', text: 'PNG' }], 'photo.png is not a CSV file.'],
    [
      [
        { name: 'a.csv', text: 'a' },
        { name: 'b.csv', text: 'b' },
      ],
      'Choose one file at a time.',
    ],
    [
      [{ name: 'large.csv', text: '0'.repeat(1024), times: 51 * 1024 }],
      'large.csv is too large: at most 50 MB.',
    ],
    [[{ name: 'empty.csv', text: '' }], 'The file has no rows.'],
    [[{ name: 'photo.csv', text: '\0PNG' }], 'This is not a text file.'],
    [
      [{ name: 'open.csv', text: `${'0774128830,Nimal\n'.repeat(20_000)}0774128831,"Silva\n` }],
      'Line 20001: a quote is never closed',
    ],
  ] as const) {
    await drop(page, files);
    await expect(dialog.getByText('*Something went wrong!')).toBeVisible();
    await expect(dialog.getByText(reason)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Upload' })).toBeDisabled();
  }
});

test('columns are found by their headings, corrected, and imported as previewed', async ({
  page,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  const dialog = await openUpload(page);
  await test.step('a template', async () => {
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download a template' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('contacts-template.csv');
    expect(await readFile(await file.path(), 'utf8')).toBe(`\ufeff${HEADER}\r\n`);
  });
  const rows = ['sep=;', 'Town;Nick;Customer mobile;Surname', 'Kandy;Nimal;="+94774128830";Silva'];
  await browse(page, rows.join('\r\n'));
  const column = (field: string) => dialog.getByRole('combobox', { name: `Column for ${field}` });
  await expect(column('Number')).toHaveValue('2');
  await expect(column('First Name')).toHaveValue('');
  await expect(column('Last Name')).toHaveValue('3');
  await expect(dialog.getByText('These columns are not taken: Town, Nick')).toBeVisible();

  const upload = dialog.getByRole('button', { name: 'Upload' });
  await column('Number').selectOption('Nick');
  await expect(dialog.getByText('No row of this file can be used.')).toBeVisible();
  await expect(upload).toBeDisabled();
  await column('Number').selectOption('Customer mobile');
  await column('First Name').selectOption('Nick');
  await column('Group 2').selectOption('Town');
  await expect(dialog.getByText(/not taken/)).toBeHidden();
  await expect(dialog.getByRole('row').last().getByRole('cell')).toHaveText([
    '+94774128830',
    'Nimal',
    'Silva',
    '',
    'Kandy',
  ]);
  await upload.click();
  await expect(figure(dialog, 'Created')).toHaveText('1');
  await dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }).click();
  await expect(rowOf(page, '+94 77 412 8830')).toContainText('Nimal');
  await expect(rowOf(page, '+94 77 412 8830')).toContainText('Kandy');
});

test('a refusal by the server is shown, imports nothing, and the file can be sent again', async ({
  page,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  const dialog = await openUpload(page);
  const good = Array.from({ length: 200 }, (_, i) => `077412${1000 + i},Nimal\n`).join('');
  const groups = Array.from({ length: 501 }, (_, i) => `0774128830,,,A${i},B${i}\n`).join('');
  await browse(page, good + groups);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByText('*Something went wrong!')).toBeVisible();
  await expect(dialog.getByText(/names more than 1,000 groups/)).toBeVisible();
  await expect(dialog.getByText(/^The first 10 of 701 rows of contacts\.csv, /)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Upload' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(dialog.getByText('*Something went wrong!')).toBeHidden();

  await browse(page, good);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(figure(dialog, 'Created')).toHaveText('200');
  await expect(dialog.getByText('Every row is in.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Download report' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Upload another file' }).click();
  await browse(page, good);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(figure(dialog, 'Unchanged')).toHaveText('200');
});

test('an upload cancelled during sending leaves nothing', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const dialog = await openUpload(page);
  await browse(page, Array.from({ length: 9_000 }, (_, i) => `077412${1000 + i},Nimal\n`).join(''));
  await expect(dialog.getByText(/^The first 10 of 9,000 rows/)).toBeVisible();
  await slowDown(page, 20_000);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  const progress = dialog.getByRole('progressbar');
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('Drop a CSV file here')).toBeVisible();
  await slowDown(page, -1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await expect(page.getByText('0 Results')).toBeVisible();
});

test('the export contains the filtered contacts, in the columns of an upload', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const vip = await addGroup(page.request, 'VIP');
  const colombo = await addGroup(page.request, 'Colombo');
  await addContact(page.request, ['+94774128830', 'Nimal', 'Silva'], [vip, colombo]);
  await addContact(page.request, ['+94774128831', 'Kumari', 'de "Zoysa", K.']);
  await openContacts(page);

  async function exported(): Promise<string[]> {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('contacts.csv');
    return (await readFile(await file.path(), 'utf8')).replace('\ufeff', '').trimEnd().split(/\r?\n/);
  }
  const all = await exported();
  expect(all[0]).toBe(HEADER);
  // A spreadsheet shows the text, and would compute a bare number.
  expect(all.slice(1).toSorted()).toEqual([
    '"=""+94774128830""",Nimal,Silva,Colombo,VIP',
    `"=""+94774128831""",Kumari,"de ""Zoysa"", K.",,`,
  ]);
  await page.getByRole('textbox', { name: 'Search' }).fill('nim');
  await expect(page.getByText('1 Result')).toBeVisible();
  expect(await exported()).toEqual([HEADER, '"=""+94774128830""",Nimal,Silva,Colombo,VIP']);

  await test.step('an export can be uploaded again', async () => {
    const dialog = await openUpload(page);
    await browse(page, all.join('\r\n'));
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await expect(figure(dialog, 'Unchanged')).toHaveText('2');
  });
});
