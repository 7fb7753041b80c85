// Status callbacks, from the receiver's first refusal to '200 OK' in the details, which update themselves;
// their log, and replays.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from './fixtures.ts';
import { createProject, newPerson, sendTest, signUp } from './people.ts';
import { inspect } from './screens.ts';

type Call = { headers: IncomingHttpHeaders; body: string };

/** A customer's server, which returns 503 until it is ready; by default for the first call. */
async function startReceiver(isReady = (call: number) => call > 1) {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    calls.push({ headers: request.headers, body: await text(request) });
    response.writeHead(isReady(calls.length) ? 200 : 503).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { calls, url: `http://127.0.0.1:${port}/orders/4711/status`, close: () => server.close() };
}

test('a refused callback is retried, in order, signed, and shown with its attempts', async ({
  page,
  request,
  project,
}) => {
  const { calls, url, close } = await startReceiver();
  const id = await sendTest(request, project, { to: '+94770000001', status_callback: url });
  await page.goto('/logs');
  await page.getByRole('row').filter({ hasText: '+94 77 000 0001' }).click();
  const heading = page.getByRole('heading', { name: 'Status Callback URL' });
  const card = page.locator('div').filter({ has: heading }).filter({ hasText: url }).last();
  const tries = card.getByRole('listitem').filter({ hasText: /^\d/ });
  await expect(tries.first()).toContainText('503');
  // It is retried after about five seconds, followed by the next status.
  await expect(tries).toHaveCount(3);
  await expect(tries.nth(0)).toContainText('SENT');
  await expect(tries.nth(1)).toContainText('SENT');
  await expect(tries.nth(1)).toContainText('200 OK');
  await expect(tries.nth(2)).toContainText('DELIVERED');
  await inspect(page, 'message-callback');

  const answer = await page.request.get(`/v1/web/projects/${project.id}/callback_secret`);
  const { secret } = (await answer.json()) as { secret: string };
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  for (const { headers, body } of calls) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    expect(JSON.parse(body)).toMatchObject({ id, project_id: project.id });
  }
  expect(calls[0]?.body).toBe(calls[1]?.body);
  close();
});

test('the log shows the callbacks of a receiver that was down, and replays them', async ({
  page,
  request,
  project,
  browser,
}) => {
  let isUp = false;
  const { calls, url, close } = await startReceiver(() => isUp);
  await page.goto(`/settings/${project.id}`);
  await page.getByRole('textbox', { name: 'URL to call' }).fill(url);
  await page.getByRole('button', { name: 'Send a test callback' }).click();
  await expect(page.getByText(/^Answered 503 .* with this answer is retried: ten attempts/)).toBeVisible();
  isUp = true;
  await page.getByRole('button', { name: 'Send a test callback' }).click();
  await expect(page.getByText(/^Answered 200 .* Your server takes status callbacks/)).toBeVisible();
  isUp = false;
  calls.length = 0;

  const to = ['+94770000001', '+94771234567'] as const;
  for (const one of to) await sendTest(request, project, { to: one, status_callback: url });
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Callbacks' }).click();
  const list = page.getByRole('table');
  const rows = list.getByRole('row');
  await expect(rows.filter({ hasText: '503' }).filter({ hasText: '+94 77 000 0001' })).not.toHaveCount(0);
  await expect(rows.filter({ hasText: '503' }).filter({ hasText: '+94 77 123 4567' })).not.toHaveCount(0);
  await page.getByRole('combobox', { name: 'Answer' }).click();
  await page.getByRole('option', { name: 'Taken (2xx)' }).click();
  await expect(page.getByText('No status callback matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  // They are retried automatically after five seconds, and then not for five minutes.
  await expect.poll(() => calls.length).toBe(4);
  isUp = true;
  for (const one of ['+94 77 000 0001', '+94 77 123 4567']) {
    await rows.filter({ hasText: one }).first().click();
    // The list has a button of this name too.
    await expect(page.getByRole('heading', { name: 'SMS Details' })).toBeVisible();
    await page.getByRole('button', { name: 'Send Callbacks Again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send Callbacks Again' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: /DELIVERED/ })).toContainText('200 OK');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
  }
  await expect(rows.filter({ hasText: 'Delivered' }).filter({ hasText: '200 OK' })).toHaveCount(2);
  await inspect(page, 'settings-callbacks');

  calls.length = 0;
  await page.getByRole('button', { name: 'Send Callbacks Again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Callbacks Again' });
  await expect(dialog.getByText(/^4 attempts failed in this time/)).toBeVisible();
  const time = /^\d\d \w{3} \d{4}, \d\d:\d\d$/;
  await expect(dialog.getByRole('button', { name: /: \d\d \w{3} / })).toHaveText([time, time]);
  await inspect(page, 'settings-callbacks-again', { whole: false });
  await dialog.getByRole('radio', { name: /^All callbacks/ }).check();
  await expect(dialog.getByText(/^There were 8 attempts in this time/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Callbacks are being sent again')).toBeVisible();
  await expect(page.getByText('were sent again: 2 messages.')).toBeVisible();
  await expect.poll(() => calls.length).toBe(4);
  await expect(rows.filter({ hasText: 'sent again' })).toHaveCount(4);
  await inspect(page, 'settings-callbacks-sent-again');

  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signUp(theirs.request, newPerson());
  const own = await createProject(theirs.request, 'Kandy Tea');
  await theirs.goto(`/settings/${own.id}/callbacks`);
  await expect(theirs.getByText('No status callbacks in these days.')).toBeVisible();
  await inspect(theirs, 'settings-callbacks-none');
  await theirs.goto(`/settings/${project.id}/callbacks`);
  await expect(theirs.getByText('There is no such project in your team.')).toBeVisible();
  await other.close();
  close();
});
