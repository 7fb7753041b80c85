// Status callbacks, from the receiver's first refusal to '200 OK' in the details, which change by themselves.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from './fixtures.ts';
import { sendTest } from './people.ts';
import { inspect } from './screens.ts';

type Call = { headers: IncomingHttpHeaders; body: string };

/** A customer's server: not ready for the first call, glad of every other. */
async function startReceiver() {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    calls.push({ headers: request.headers, body: await text(request) });
    response.writeHead(calls.length === 1 ? 503 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { calls, url: `http://127.0.0.1:${port}/orders/4711/status`, close: () => server.close() };
}

test('a callback that is refused once is sent again, in order, signed, and shown with its attempts', async ({
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
  // About five seconds later it is called again, and then with the status after that.
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
