// Conversations in TEST, on two screens at once: what a phone writes and what is answered, unread marks, long threads, and who cannot be answered.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Project, post } from './people.ts';
import { inspect } from './screens.ts';
import { tabTo } from './tabTo.ts';

const PHONE = '+94771234567';
const READABLE = '+94 77 123 4567';
const OTHER = '+94712345678';

/** Writes from a phone to the project's test number, as the page offers it. */
async function fromPhone(page: Page, body: string, from?: string): Promise<void> {
  await page.getByRole('button', { name: 'Reply as the phone would' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply as the phone would' });
  if (from) await dialog.getByRole('textbox').first().fill(from);
  await dialog.getByRole('textbox').last().fill(body);
  await dialog.getByRole('button').last().click();
  await expect(dialog).toBeHidden();
}

/** The same without the page, from another phone. */
const receive = (page: Page, { id }: Project, from: string, body: string) =>
  post(page.request, `/projects/${id}/incoming_messages`, { from, body });

async function testNumber(page: Page, { id }: Project): Promise<string> {
  const answer = await page.request.get(`/v1/web/projects/${id}/incoming`);
  return ((await answer.json()) as { test_number: string }).test_number;
}

const threads = (page: Page) => page.getByRole('navigation', { name: 'Threads' });
const messages = (page: Page, name: string | RegExp = `Messages with ${READABLE}`) =>
  page.getByRole('region', { name });
const waiting = (page: Page) => page.getByRole('link', { name: /^Conversations\s*1$/ });

test('a conversation goes both ways on two screens at once', async ({ page, project, context }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/home');
  await page.getByRole('link', { name: 'Conversations' }).click();
  await expect(page.getByText('No messages have come in yet.')).toBeVisible();
  await inspect(page, 'conversation-empty');
  const second = await context.newPage();
  await second.goto('/home/conversation?mode=TEST');

  await test.step('what comes in is on both, unread', async () => {
    await fromPhone(page, 'Is my order ready?', READABLE);
    for (const one of [page, second]) {
      await expect(threads(one).getByRole('link', { name: /Is my order ready\?.*Unread/ })).toBeVisible();
      await expect(waiting(one)).toBeVisible();
    }
  });

  await test.step('reading it on one marks it', async () => {
    await threads(second)
      .getByRole('link', { name: new RegExp(READABLE.replaceAll('+', '\\+')) })
      .click();
    await expect(messages(second)).toContainText('Is my order ready?');
    await expect(waiting(second)).toHaveCount(0);
  });

  await test.step('an answer is on both, as it moves', async () => {
    await second.getByLabel('Reply').fill('Yes, come by until six.');
    await second.keyboard.press('Control+Enter');
    await expect(second.getByLabel('Reply')).toHaveValue('');
    await expect(threads(page).getByText('You: Yes, come by until six.')).toBeVisible();
    await expect(waiting(page)).toHaveCount(0);
    await threads(page)
      .getByRole('link', { name: /come by until six/ })
      .click();
    for (const one of [page, second]) {
      const answer = messages(one).getByRole('listitem').filter({ hasText: 'come by until six' });
      await expect(answer).toContainText('Delivered');
    }
    await fromPhone(page, 'ස්තූතියි, එන්නම්');
    for (const one of [page, second]) await expect(messages(one)).toContainText('ස්තූතියි, එන්නම්');
  });

  await test.step('details lead there and back', async () => {
    await messages(page)
      .getByRole('listitem')
      .filter({ hasText: 'come by until six' })
      .getByRole('link')
      .click();
    await expect(page.getByRole('heading', { name: 'SMS Details' })).toBeVisible();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(messages(page)).toContainText('Is my order ready?');
    await expect(page).toHaveURL(/number=%2B94771234567/);
  });

  await test.step('an unknown number becomes a contact', async () => {
    await page.getByRole('button', { name: 'Add to Contacts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Contact' });
    await expect(dialog.getByLabel('Contact Number')).toHaveValue(PHONE);
    await dialog.getByLabel('First name').fill('Kamala');
    await dialog
      .getByLabel('Last name')
      .fill('Wickramasinghe-Jayawardena Mudiyanselage of the Colombo Fort branch');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: /^Kamala Wickramasinghe/ })).toBeVisible();
    await page.getByRole('textbox', { name: 'Search' }).fill('kamala');
    await expect(threads(page).getByRole('link')).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Search' }).fill('zzz');
    await expect(threads(page).getByText('Nothing begins with these words')).toBeVisible();
    await page.getByRole('textbox', { name: 'Search' }).fill('');
  });

  await test.step('a reply that is refused keeps its text', async () => {
    await page.getByLabel('Reply').fill('This one fails');
    await page.route('**/v1/web/messages', (route) =>
      route.fulfill({ status: 400, json: { code: 4005, description: 'Insufficient balance' } }),
    );
    await page.getByRole('button', { name: 'Send TEST' }).click();
    await expect(page.getByText('balance', { exact: false }).last()).toBeVisible();
    await expect(page.getByLabel('Reply')).toHaveValue('This one fails');
    await page.unroute('**/v1/web/messages');
    await inspect(page, 'conversation-refused', { whole: false });
    await page.getByLabel('Reply').fill('');
  });

  await test.step('a reply whose answer was lost goes once, and what is written meanwhile stays', async () => {
    const keys: (string | null)[] = [];
    const arrived = Promise.withResolvers<void>();
    await page.route('**/v1/web/messages', async (route) => {
      keys.push(await route.request().headerValue('idempotency-key'));
      if (keys.length > 1) await arrived.promise;
      const answer = await route.fetch();
      await (keys.length === 1 ? route.abort() : route.fulfill({ response: answer }));
    });
    const reply = page.getByLabel('Reply');
    await reply.fill('Bring the receipt');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => keys.length).toBe(1);
    await expect(page.getByRole('button', { name: 'Send TEST' })).toBeEnabled();
    await page.getByRole('link', { name: 'Logs' }).click();
    await expect(page).toHaveURL(/\/logs/);
    await page.goBack();
    await expect(reply).toHaveValue('Bring the receipt');
    await reply.press('Control+Enter');
    await expect.poll(() => keys.length).toBe(2);
    await reply.fill('And your name');
    arrived.resolve();
    await expect(messages(page, /^Messages with Kamala/).getByText('Bring the receipt')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Send TEST' })).toBeEnabled();
    await expect(reply).toHaveValue('And your name');
    expect(keys[1]).toBe(keys[0]);
    await page.unroute('**/v1/web/messages');
    await reply.fill('');
  });

  await test.step('who has opted out is not answered', async () => {
    await post(page.request, '/opt_outs', { number: PHONE });
    await page.reload();
    await expect(page.getByText('This number has opted out')).toBeVisible();
    await expect(page.getByLabel('Reply')).toHaveCount(0);
    await inspect(page, 'conversation-opted-out', { whole: false });
  });
});

test('a long thread is read upwards, and a phone shows one of list and thread', async ({ page, project }) => {
  const from = await testNumber(page, project);
  await page.goto(`/home/conversation?number=${encodeURIComponent(OTHER)}`);
  const long = 'Dear customer, your parcel left Colombo and is on its way to you. '.repeat(6);
  await fromPhone(page, 'Hello');
  const body = (i: number) => (i % 40 === 7 ? long : `Message ${i}`);
  const sent = Array.from({ length: 170 }, (_, i) => ({ to: OTHER, from, body: body(i) }));
  const answer = await page.request.post('/v1/messages/batch', {
    headers: { authorization: `Basic ${Buffer.from(`${project.id}:${project.testKey}`).toString('base64')}` },
    data: { messages: sent },
  });
  expect(answer.status()).toBe(200);
  const thread = messages(page, 'Messages with +94 71 234 5678');
  await expect(thread.getByText('Message 169', { exact: true })).toBeInViewport();
  await page.reload();
  await expect(thread.getByText('Message 169', { exact: true })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 600 });
  await expect(thread.getByText('Message 169', { exact: true })).toBeInViewport();
  await inspect(page, 'conversation-thread');

  await test.step('older messages come above, and what is looked at stays', async () => {
    await expect(thread.getByText('Message 100', { exact: true })).toHaveCount(0);
    const looked = thread.getByText('Message 121', { exact: true });
    await looked.scrollIntoViewIfNeeded();
    await expect(thread.getByText('Message 100', { exact: true })).toHaveCount(1);
    await expect(looked).toBeInViewport();
    const all = thread.getByRole('listitem');
    await expect(async () => {
      await all.first().scrollIntoViewIfNeeded();
      expect(await all.count()).toBe(171);
    }).toPass({ timeout: 30_000 });
    await expect(all.first()).toContainText('Hello');
  });

  await test.step('what comes in meanwhile waits below', async () => {
    await receive(page, project, OTHER, 'Are you there?');
    await page.getByRole('button', { name: 'New messages' }).click();
    await expect(thread.getByText('Are you there?', { exact: true })).toBeInViewport();
  });

  await test.step('by keyboard alone', async () => {
    await page.getByRole('textbox', { name: 'Search' }).focus();
    await tabTo(page, threads(page).getByRole('link').first());
    await page.keyboard.press('Enter');
    await tabTo(page, thread.getByRole('link').last());
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByLabel('Reply'));
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Control+Enter');
    await expect(thread.getByText('By keyboard', { exact: true })).toBeInViewport();
  });

  await test.step('on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('link', { name: 'All threads' }).click();
    await expect(thread).toBeHidden();
    for (let i = 10; i < 22; i++) await receive(page, project, `+94 71 234 57${i}`, `Question ${i}`);
    await expect(threads(page).getByText('Question 21')).toBeVisible();
    await inspect(page, 'conversation-list');
    await page.setViewportSize({ width: 360, height: 740 });
    await threads(page).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
    await page.goBack();
    await expect(threads(page)).toBeVisible();
  });

  await test.step('while it loads, and where it fails', async () => {
    await page.route('**/v1/web/conversations/thread*', (route) => route.abort());
    await page.route('**/v1/web/conversations?*', () => {});
    await page.goto(`/home/conversation?number=${encodeURIComponent(OTHER)}`);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await inspect(page, 'conversation-failed');
  });
});

test('without a number that can be answered it says what is needed', async ({ page, account, project }) => {
  const { godwit } = await import('./service.ts');
  await godwit('team', 'verify', account.email);
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/home/conversation?mode=LIVE');
  await expect(page.getByText('This project has none for LIVE yet')).toBeVisible();
  await inspect(page, 'conversation-no-number');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('inbox');
  await expect(page.getByRole('option', { name: /Conversations/ })).toBeVisible();
});
