// Send URLs: one is created, sends when it is called, and is revoked.
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';

test('a URL is created, sends and is revoked', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}`);
  await page.getByRole('link', { name: 'Send URLs' }).click();
  await expect(page.getByText('No URL sends from this project yet.')).toBeVisible();
  await inspect(page, 'settings-send-urls-empty');
  await page.getByRole('button', { name: 'Create Send URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Send URL' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Gate');
  await dialog.getByRole('button', { name: 'Create Send URL' }).click();
  const numbers = dialog.getByRole('textbox', { name: 'Numbers' });
  await expect(numbers).toHaveAttribute('aria-invalid', 'true');
  await inspect(page, 'settings-send-url-form', { whole: false });
  await numbers.fill('+94 77 123 4567');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('The gate is {state}');
  await dialog.getByRole('textbox', { name: 'Calls a Minute' }).fill('5');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Create Send URL' }).press('Enter');
  const shown = dialog.getByText(/\/v1\/in\/[\w-]{43}$/);
  await expect(shown).toBeVisible();
  await inspect(page, 'settings-send-url-created', { whole: false });
  const at = new URL((await shown.textContent()) ?? '').pathname;
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('From SANDBOX to')).toBeVisible();
  await expect(page.getByText('up to 5 calls a minute')).toBeVisible();
  await inspect(page, 'settings-send-urls');
  expect((await page.request.post(at, { data: { state: 'open' } })).status()).toBe(200);
  await page.getByRole('button', { name: 'Revoke the URL Gate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No URL sends from this project yet.')).toBeVisible();
  expect((await page.request.post(at, { data: { state: 'shut' } })).status()).toBe(404);
  await page.goto('/logs?mode=TEST');
  await expect(page.getByText('The gate is open')).toBeVisible();
});

test('a URL for Grafana and one for Alertmanager show what to enter there', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}/send-urls`);
  const dialog = page.getByRole('dialog', { name: 'Create Send URL' });
  const create = dialog.getByRole('button', { name: 'Create Send URL' });
  async function choose(program: string): Promise<void> {
    await page.getByRole('button', { name: 'Create Send URL' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(program);
    await dialog.getByRole('combobox', { name: 'Called By' }).click();
    await page.getByRole('option', { name: program }).click();
    await dialog.getByRole('textbox', { name: 'Numbers' }).fill('+94 77 123 4567');
  }

  await choose('Grafana');
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(/summary/);
  await dialog.getByRole('checkbox', { name: 'Only Signed Calls' }).check();
  await inspect(page, 'settings-send-url-grafana', { whole: false });
  await create.click();
  await expect(dialog.getByText('X-Grafana-Alerting-Timestamp')).toBeVisible();
  await inspect(page, 'settings-send-url-grafana-created', { whole: false });
  const token = await dialog.locator('dt', { hasText: 'Credentials' }).locator('+ dd').textContent();
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.post('/v1/in', { headers, data: {} })).status()).toBe(401);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await choose('Prometheus Alertmanager');
  await create.click();
  await expect(dialog.getByText(/credentials: [\w-]{43}$/)).toBeVisible();
  await inspect(page, 'settings-send-url-alertmanager-created', { whole: false });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/created .* · Grafana/)).toBeVisible();
  await inspect(page, 'settings-send-urls-programs');
});
