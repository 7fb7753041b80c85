// Webhook endpoints: one is added by keyboard, tested, called, rolled, paused and removed.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../fixtures.ts';
import { sendTest } from '../people.ts';
import { inspect } from '../screens.ts';

/** A customer's server, which answers 503 until it is ready. */
async function startReceiver() {
  const receiver = { ids: [] as string[], isReady: false, url: '', close: () => server.close() };
  const server = createServer((request, response) => {
    receiver.ids.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(receiver.isReady ? 200 : 503).end());
  }).listen(0, '127.0.0.1');
  // An open server would keep a failed run from its end.
  server.unref();
  await once(server, 'listening');
  // As long as an address can be in practice.
  const path = `shop/of/lanka-retail-holdings/${'orders-and-payments/'.repeat(6)}events?tenant=colombo-fort`;
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`;
  return receiver;
}

test('an endpoint is added, called, rolled, paused and removed', async ({ page, project }) => {
  const receiver = await startReceiver();
  await page.goto(`/settings/${project.id}/callbacks`);
  await page.getByRole('link', { name: 'webhook endpoint', exact: true }).click();
  await expect(page.getByText('no server gets the TEST events of this project')).toBeVisible();
  await inspect(page, 'settings-webhooks-empty');

  const add = page.getByRole('button', { name: 'Add Endpoint' });
  const dialog = page.getByRole('dialog');
  await add.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'URL' })).toBeFocused();
  await page.keyboard.type(receiver.url);
  await dialog.getByRole('radio', { name: 'All events' }).focus();
  await page.keyboard.press('ArrowDown');
  await dialog.getByRole('button', { name: 'Add Endpoint' }).press('Enter');
  await expect(dialog.getByText('Choose at least one event')).toBeVisible();
  await inspect(page, 'settings-webhook-form', { whole: false });
  for (const name of ['Message sent', 'Message delivered', 'Opt-out added'])
    await dialog.getByRole('checkbox', { name }).press('Space');
  await dialog.getByRole('button', { name: 'Add Endpoint' }).press('Enter');
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await inspect(page, 'settings-webhook-secret', { whole: false });
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(add).toBeFocused();

  const row = page.getByRole('link', { name: receiver.url });
  await expect(row).toContainText('Message sent, Message delivered, Opt-out added');
  await expect(row).toContainText('Not called yet');
  await row.press('Enter');
  await page.getByRole('button', { name: 'Send Test Event' }).press('Enter');
  await expect(page.getByText(/^Answered 503/)).toBeVisible();
  await sendTest(page.request, project, { to: '+94770000001' });
  await expect(page.getByText(/^Every call has failed since/)).toBeVisible();
  await inspect(page, 'settings-webhook-failing');

  // The state and the list follow by themselves.
  receiver.isReady = true;
  const again = (event: string) => page.getByRole('button', { name: `Send again: ${event} +94 77 000 0001` });
  await again('Message sent').press('Enter');
  await expect(page.getByRole('row').filter({ has: again('Message sent') })).toContainText('200 OK');
  await expect(page.getByText('Working', { exact: true })).toBeVisible();
  await inspect(page, 'settings-webhook');
  await page.getByRole('radio', { name: 'All' }).press('ArrowRight');
  await expect(again('Message sent')).toHaveCount(0);
  await again('Message delivered').press('Enter');
  await expect(page.getByText('Your server accepted every event of the last 7 days.')).toBeVisible();

  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More' }).press('Enter');
    // The menu takes the focus once it is open, also from another item.
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await choose('Roll Secret');
  await dialog.getByRole('button', { name: 'Roll Secret' }).press('Enter');
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByText(/^Calls are also signed with the previous secret until/)).toBeVisible();
  await choose('Pause Endpoint');
  await dialog.getByRole('button', { name: 'Pause Endpoint' }).press('Enter');
  await expect(page.getByText(/^This endpoint is paused/)).toBeVisible();
  await inspect(page, 'settings-webhook-paused');

  await page.getByRole('link', { name: 'Back', exact: true }).press('Enter');
  await expect(row).toContainText('Paused');
  for (const host of ['one', 'two'])
    await page.request.post(`/v1/webhook_endpoints`, {
      headers: { authorization: `Basic ${btoa(`${project.id}:${project.testKey}`)}` },
      data: { url: `https://${host}.example/events` },
    });
  await page.reload();
  await expect(page.getByText('All events')).toHaveCount(2);
  await inspect(page, 'settings-webhooks');
  await row.press('Enter');
  await choose('Remove Endpoint');
  await inspect(page, 'settings-webhook-remove', { whole: false });
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByText('All events')).toHaveCount(2);
  await expect(row).toHaveCount(0);
  receiver.close();
});
