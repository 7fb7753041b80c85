// Send SMS to a pasted column of a thousand numbers: few calls at a time, and each message once.
import { expect, test } from './fixtures.ts';

const MANY = 1000;
const MOST_AT_ONCE = 4;

// A trace of a thousand calls would take longer than the calls.
test.use({ trace: 'off' });

test('a thousand recipients are sent to, each once, a few at a time', async ({ page, project }) => {
  let atOnce = 0;
  let most = 0;
  const keys = new Set<string | undefined>();
  const isSend = (url: string) => url.endsWith('/v1/web/messages');
  page.on('request', (request) => {
    if (!isSend(request.url()) || request.method() !== 'POST') return;
    keys.add(request.headers()['idempotency-key']);
    most = Math.max(most, ++atOnce);
  });
  page.on('requestfinished', (request) => {
    if (isSend(request.url()) && request.method() === 'POST') atOnce--;
  });
  await page.goto('/send-sms');
  await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('SANDBOX');
  const numbers = page.getByRole('textbox', { name: 'Phone numbers' });
  const column = Array.from({ length: MANY }, (_, i) => `+9477${String(1_000_000 + i)}`).join('\n');
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(column)})`);
  await numbers.focus();
  await page.keyboard.press('Control+v');
  await expect(page.getByText('1,000', { exact: true })).toBeVisible();
  await page.getByLabel('Message Content').fill('Your order has left the shop.');
  await page.getByRole('button', { name: 'Review and Send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send SMS' });
  await expect(dialog.getByText('Pending', { exact: true })).toHaveCount(MANY);

  await dialog.getByRole('button', { name: 'Send TEST' }).click();
  await expect(dialog.getByText('All 1,000 sent.')).toBeVisible({ timeout: 240_000 });
  expect(most).toBeLessThanOrEqual(MOST_AT_ONCE);
  expect(keys.size).toBe(MANY);
  const answer = await page.request.get(
    `/v1/web/messages?project_id=${project.id}&mode=TEST&sort_order=DESC&page_size=25`,
  );
  expect(((await answer.json()) as { total: number }).total).toBe(MANY);
});
