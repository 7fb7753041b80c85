// Named API keys: one is created for a program, rotated while the program goes on, and revoked.
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';

/** Sends a TEST message as a program does that has a project's key; returns the status and the code. */
async function send(request: APIRequestContext, projectId: string, key: string, method = 'POST') {
  const authorization = `Basic ${Buffer.from(`${projectId}:${key}`).toString('base64')}`;
  const answer = await request.fetch('/v1/messages?page_num=1&page_size=25&sort_order=ASC', {
    method,
    headers: { authorization },
    ...(method === 'POST' && { data: { to: '+94771234567', from: 'SANDBOX', body: 'Hello' } }),
  });
  return [answer.status(), ((await answer.json()) as { code?: number }).code];
}

test('a key is created with a scope, rotated and revoked', async ({ page, project, playwright, baseURL }) => {
  const program = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  await page.goto(`/settings/${project.id}/api-keys`);
  await expect(page.getByText('No named keys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API Key' });
  // It is of the mode on screen. Only LIVE has a cap.
  const mode = dialog.getByRole('combobox', { name: 'Mode' });
  await expect(mode).toHaveValue('TEST');
  await mode.click();
  await page.getByRole('option', { name: 'LIVE' }).click();
  await dialog.getByRole('textbox', { name: 'Daily Cap' }).fill('zero');
  await dialog.getByRole('button', { name: 'Create Key' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByText('Enter an amount above 0')).toBeVisible();
  await inspect(page, 'settings-key-create', { whole: false });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop backend');
  await mode.click();
  await page.getByRole('option', { name: 'TEST' }).click();
  await dialog.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'In 90 days' }).click();
  await dialog.getByRole('textbox', { name: 'Calls per Second' }).fill('50');
  await dialog.getByRole('button', { name: 'Create Key' }).click();
  const shown = dialog.getByText(/^gk_test_/);
  await expect(shown).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy API Key' })).toBeVisible();
  const first = await shown.innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('body')).not.toContainText(first);
  expect(await send(program, project.id, first)).toEqual([201, undefined]);
  expect(await send(program, project.id, first, 'GET')).toEqual([403, 1015]);

  await page.getByRole('button', { name: 'Rotate Shop backend' }).click();
  const rotation = page.getByRole('dialog', { name: 'Rotate Shop backend' });
  await expect(rotation.getByRole('combobox')).toHaveValue('After 24 hours');
  await rotation.getByRole('button', { name: 'Rotate', exact: true }).click();
  const second = await rotation.getByText(/^gk_test_/).innerText();
  await rotation.getByRole('button', { name: 'Done' }).click();
  for (const key of [first, second]) expect(await send(program, project.id, key)).toEqual([201, undefined]);
  await expect(page.getByText('Rotated', { exact: true })).toBeVisible();
  await inspect(page, 'settings-keys');

  await page.getByRole('button', { name: 'Revoke Shop backend' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('API key has been revoked')).toBeVisible();
  expect(await send(program, project.id, second)).toEqual([401, 4003]);
  expect(await send(program, project.id, first)).toEqual([201, undefined]);
  await program.dispose();
});
