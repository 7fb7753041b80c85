// Drop-in APIs: Kannel's is off, an owner enables it, its example sends a message, and then it is off again.
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';

test('the Kannel API is enabled, used by its example and disabled', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}`);
  await page.getByRole('link', { name: 'Drop-in APIs' }).click();
  await expect(page.getByText('Off. Calls are refused.').first()).toBeVisible();
  await expect(page.locator('pre').last()).toContainText(`--auth-user ${project.id}`);
  await expect(page.locator('pre').last()).toContainText('--to 94770000001@localhost');
  const example = (await page.locator('pre').first().textContent()) ?? '';
  const fields = [...example.matchAll(/-d (\S+)/g)].map(([, field]) => field);
  const url = `/cgi-bin/sendsms?${fields.join('&').replace('TEST_KEY', project.testKey)}`;
  expect((await page.request.get(url)).status()).toBe(403);

  await page.getByRole('button', { name: 'Enable the Kannel API' }).focus();
  await page.keyboard.press('Enter');
  const enable = page.getByRole('dialog', { name: 'Enable the Kannel API' });
  await expect(enable).toBeVisible();
  await inspect(page, 'settings-drop-in-enable', { whole: false });
  await enable.getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByText('The Kannel API is on')).toBeVisible();
  await expect(page.getByText(/^On since /)).toBeVisible();
  await expect(page.getByText('The Kannel API is on')).toBeHidden();
  await inspect(page, 'settings-drop-ins');
  const sent = await page.request.get(url);
  expect([sent.status(), await sent.text()]).toEqual([202, '0: Accepted for delivery']);

  await page.getByRole('button', { name: 'Disable the Kannel API' }).click();
  await page
    .getByRole('dialog', { name: 'Disable the Kannel API' })
    .getByRole('button', { name: 'Disable' })
    .click();
  await expect(page.getByText('Off. Calls are refused.').first()).toBeVisible();
  // Each process takes a change over within half a second.
  await expect.poll(async () => (await page.request.get(url)).status()).toBe(403);
});
