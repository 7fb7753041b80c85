// Actions above one person's limit, requested by one and decided by another. And price lists, previewed and
// applied.
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';
import { godwit } from '../service.ts';
import { anotherPage, enterStaff, openPage } from './people.ts';

test('a pending adjustment is confirmed or rejected by a second person', async ({
  page,
  account,
  project,
  browser,
}) => {
  expect(project.name).toBe('Lanka Retail');
  const desk = await anotherPage(browser);
  const asker = await enterStaff(desk, 'FINANCE');
  await desk.goto(`/staff/teams?q=${encodeURIComponent(account.email)}`);
  await desk.getByRole('row').filter({ hasText: account.email }).click();
  for (const [amount, reason] of [
    ['43217', `Bank transfer of ${account.email}`],
    [
      '99000.5',
      `A second transfer of ${account.email}, as the customer says in a long letter of 20 November`,
    ],
  ]) {
    await desk.getByRole('button', { name: 'Adjust balance' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Amount in LKR').fill(amount!);
    await dialog.getByLabel('Reason').fill(reason!);
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(desk.getByText('2 adjustments wait for a second person.')).toBeVisible();
  await desk.getByRole('link', { name: 'See them' }).click();
  const own = desk.getByRole('listitem').filter({ hasText: account.email });
  await expect(own.getByText('A second person has to decide.')).toHaveCount(2);
  await expect(own.getByRole('button')).toHaveCount(0);

  const second = await anotherPage(browser);
  await enterStaff(second, 'FINANCE');
  await openPage(second, 'Work', 'Adjustments');
  await expect(second.getByRole('heading', { name: 'Adjustments' })).toBeVisible();
  const rows = second.getByRole('listitem').filter({ hasText: account.email });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(asker.email);
  await inspect(second, 'staff-adjustments');
  await test.step('one confirmed in the inbox', async () => {
    await openPage(second, 'Work', 'Inbox');
    await second.getByRole('combobox', { name: 'Kind' }).click();
    await second.getByRole('option', { name: /^Adjustment/ }).click();
    const waiting = second.getByRole('list', { name: 'Inbox' }).getByRole('link');
    const own = waiting.filter({ hasText: '+Rs 43,217.00' });
    await own.click();
    const opened = second.getByRole('region', { name: 'Adjustment: +Rs 43,217.00' });
    await expect(opened).toBeVisible();
    await inspect(second, 'staff-inbox-adjustment');
    await second.getByRole('button', { name: /^Confirm/ }).click();
    await inspect(second, 'staff-adjustments-confirm', { whole: false });
    await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(second.getByRole('status').getByText('Posted: +Rs 43,217.00.')).toBeVisible();
    await expect(own).toHaveCount(0);
    await expect(opened).toHaveCount(0);
    await expect(second.getByRole('region', { name: /^Adjustment: / })).toBeFocused();
    await openPage(second, 'Work', 'Adjustments');
  });
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /^Reject/ }).click();
  const dialog = second.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByText('Give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('No such transfer has come in');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(rows).toHaveCount(0);
  await second.getByRole('radiogroup', { name: 'Status' }).getByText('Rejected').click();
  await expect(rows.getByText('Reason: No such transfer has come in')).toBeVisible();
  await inspect(second, 'staff-adjustments-rejected');
  expect(await godwit('ledger', 'check')).toEqual({ differences: [] });
  await page.close();
});

const HEAD = 'dial_prefix,name,price';
const file = (content: string) => ({
  name: 'prices-of-december-as-agreed-with-all-carriers-in-the-region.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
});

test('a price list is exported, edited, previewed, scheduled and withdrawn; and a tax', async ({ page }) => {
  await enterStaff(page, 'FINANCE');
  await page.goto('/staff/prices');
  await expect(page.getByText(/^\d+ prices\. In force since this installation began\.$/)).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Region' }).getByText('Australia').click();
  await expect(page).toHaveURL(/region=AU/);
  await page.getByRole('textbox', { name: 'Search' }).fill('sri lanka');
  await expect(page.getByRole('row')).toHaveCount(2);
  await inspect(page, 'staff-prices');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('prices-au.csv');
  const chunks: Buffer[] = [];
  for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer);
  const csv = Buffer.concat(chunks).toString();

  await page.getByRole('link', { name: 'Upload a list' }).click();
  await expect(page.getByRole('heading', { name: 'Upload prices for Australia' })).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert')).toHaveText('Choose a CSV file');
  await inspect(page, 'staff-prices-upload-nothing');

  const input = page.locator('input[type=file]');
  await input.setInputFiles(file(`${HEAD}\n94,Sri Lanka,free\nAB,Nowhere,1`));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: /lines are invalid/ })).toBeVisible();
  await inspect(page, 'staff-prices-upload-problems');

  await input.setInputFiles(file(csv));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('This list changes nothing.')).toBeVisible();

  const mended = `${csv.replace(/^94,Sri Lanka,.*$/m, '94,Sri Lanka,0.0612')}9470,Sri Lanka Mobitel,0.0498\r\n`;
  await input.setInputFiles(file(mended));
  await page.getByText('A later time').click();
  // It loads on demand, and a change of the time removes the preview.
  await expect(page.getByRole('button', { name: /^Date and time: / })).toHaveText(
    /^\d\d \w{3} \d{4}, 00:00$/,
  );
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText(/^1 added, 1 changed, 0 removed/)).toBeVisible();
  await inspect(page, 'staff-prices-upload-preview');
  await page.getByRole('button', { name: /^Apply from/ }).click();
  await expect(page.getByText(/^The list is in force from/)).toBeVisible();

  const upcoming = page.getByRole('list', { name: 'Upcoming lists' }).getByRole('listitem');
  await expect(upcoming).toHaveCount(1);
  await upcoming.getByRole('button', { name: /^Show/ }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill('9470');
  await expect(page.getByRole('row').filter({ hasText: 'Sri Lanka Mobitel' })).toContainText('A$0.0498');
  await inspect(page, 'staff-prices-to-come');
  await upcoming.getByRole('button', { name: /^Withdraw/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('The list is withdrawn.')).toBeVisible();
  await expect(upcoming).toHaveCount(0);
  await expect(page.getByText(/In force since/)).toBeVisible();

  await openPage(page, 'Money', 'Tax');
  await page.getByRole('radiogroup', { name: 'Region' }).getByText('Australia').click();
  const rates = page.getByRole('list', { name: 'Tax' }).getByRole('listitem');
  await expect(rates.filter({ hasText: 'In force' })).toContainText('10 %, included');
  await expect(rates.filter({ hasText: 'In force' })).toContainText('Since this installation began');
  await page.getByRole('button', { name: 'Change tax' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Change tax' }).click();
  await expect(dialog.getByText('Give a percentage from 0 to 100')).toBeVisible();
  await dialog.getByLabel('Percentage').fill('12.5');
  await dialog.getByText('A later time').click();
  await expect(dialog.getByText('In your time zone')).toBeVisible();
  await inspect(page, 'staff-tax-change', { whole: false });
  await dialog.getByRole('button', { name: 'Change tax' }).click();
  const toCome = rates.filter({ hasText: 'Upcoming' });
  await expect(toCome).toContainText('12.5 %, included');
  await inspect(page, 'staff-tax');
  await toCome.getByRole('button', { name: /^Withdraw/ }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(toCome).toHaveCount(0);
});
