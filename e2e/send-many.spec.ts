// Send SMS to a pasted column of a thousand numbers: few calls at a time, each message once, and the page keeps up with them.
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { post } from './people.ts';

const MANY = 1000;
const MOST_AT_ONCE = 4;
// Beside a machine that is busy with other things seconds say little, so the page is measured against bare calls.
const BARE = 200;
const MOST_TIMES_BARE = 4;

// What a trace records of a thousand calls would take longer than they do.
test.use({ trace: 'off' });

test('a thousand recipients are sent to, each once, about as fast as the server takes them', async ({
  page,
  project,
}) => {
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
  await expect(dialog.getByText('Pending')).toHaveCount(MANY);

  const begunMs = Date.now();
  await dialog.getByRole('button', { name: 'Send TEST' }).click();
  await expect(dialog.getByText('All 1,000 sent.')).toBeVisible({ timeout: 240_000 });
  const eachMs = (Date.now() - begunMs) / MANY;
  expect(most).toBeLessThanOrEqual(MOST_AT_ONCE);
  expect(keys.size).toBe(MANY);
  const answer = await page.request.get(
    `/v1/web/messages?project_id=${project.id}&mode=TEST&sort_order=DESC&page_size=25`,
  );
  expect(((await answer.json()) as { total: number }).total).toBe(MANY);

  const bareMs = await timeBareCalls(page.request, project.id);
  console.log(`${eachMs.toFixed(1)} ms each, a bare call ${bareMs.toFixed(1)} ms`);
  expect(eachMs).toBeLessThan(MOST_TIMES_BARE * bareMs);
});

/** How long a message takes without any page, as many at a time, in ms. */
async function timeBareCalls(request: APIRequestContext, projectId: string): Promise<number> {
  const left = Array.from({ length: BARE }, (_, i) => `+9477${String(2_000_000 + i)}`);
  const begunMs = Date.now();
  const work = async () => {
    for (let to = left.pop(); to; to = left.pop()) {
      await post(request, '/messages', {
        project_id: projectId,
        mode: 'TEST',
        to,
        from: 'SANDBOX',
        body: 'Hi',
      });
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, work));
  return (Date.now() - begunMs) / BARE;
}
