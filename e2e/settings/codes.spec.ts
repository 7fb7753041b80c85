// One-time codes: an example without any; with pumped ones the counts, a block that an owner
// lifts, and a guard that only watches.
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';
import { letSendLive } from '../service.ts';

test('codes are counted, and a block of the guard is lifted', async ({ page, account, project }) => {
  await letSendLive(account, project, '100');
  await page.goto(`/settings/${project.id}`);
  await page.getByRole('link', { name: 'One-Time Codes' }).click();
  await expect(page.getByText('No LIVE codes were sent in the last 30 days.')).toBeVisible();
  await expect(page.locator('pre')).toContainText(`-u ${project.id}:TEST_KEY`);
  await inspect(page, 'settings-codes-none');

  const authorization = `Basic ${btoa(`${project.id}:${project.liveKey}`)}`;
  const start = async (number: number) => {
    const data = { to: `+947712000${number}`, from: 'LankaRetail' };
    const options = { headers: { authorization }, data };
    return (await page.request.post('/v1/verifications', options)).status();
  };
  // Nobody types in the first fifteen, so the guard blocks their prefix.
  for (let number = 10; number < 25; number++) expect(await start(number)).toBe(201);
  expect(await start(25)).toBe(403);

  await page.reload();
  const facts = page.getByRole('definition');
  await expect(facts.nth(0)).toHaveText('15');
  await expect(facts.nth(1)).toHaveText('0 (0.0%)');
  await expect(facts.nth(2)).toHaveText('1');
  await expect(page.getByRole('figure', { name: 'Codes by day' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Sri Lanka (+94)' })).toContainText('15');
  await inspect(page, 'settings-codes');

  await page.getByRole('button', { name: 'Lift block on +947712…' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Lift block on +947712…' });
  await expect(dialog).toContainText('Codes to these numbers are sent and charged again.');
  await inspect(page, 'settings-codes-lift', { whole: false });
  await dialog.getByRole('button', { name: 'Lift block' }).click();
  await expect(page.getByText('Nothing is blocked.')).toBeVisible();

  // Under watch codes to the blocked prefix are sent, and counted as refused otherwise.
  await page.getByRole('radio', { name: 'Only watch' }).check();
  await page.getByRole('textbox', { name: 'Never send' }).fill('077');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A prefix is a country code')).toBeVisible();
  await inspect(page, 'settings-codes-prefix-invalid');
  await page.getByRole('textbox', { name: 'Never send' }).fill('+947713\n960');
  await page.getByRole('textbox', { name: 'Always allow' }).fill('94 75');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The guard of this project is changed.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Always allow' })).toHaveValue('+9475');
  for (let number = 31; number < 38; number++) expect(await start(number)).toBe(201);
  await page.reload();
  // After a block, five codes say nothing.
  await expect(facts.nth(3)).toHaveText('2');
  await expect(page.getByRole('row').filter({ hasText: 'Sri Lanka (+94)' })).toContainText('22');
  await expect(page.getByText('This project still sends codes to them')).toBeVisible();
  await inspect(page, 'settings-codes-watch');
});
