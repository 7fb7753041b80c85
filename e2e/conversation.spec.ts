// Conversations in TEST, on two screens at once: incoming messages and replies, unread marks, long threads,
// and numbers that accept no reply.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Project, post } from './people.ts';
import { inspect } from './screens.ts';
import { setTeamState } from './service.ts';
import { tabTo } from './tabTo.ts';

const PHONE = '+94771234567';
const READABLE = '+94 77 123 4567';
const OTHER = '+94712345678';

/** Sends from a phone to the project's test number, with the page's own simulator. */
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

const threads = (page: Page) => page.getByRole('navigation', { name: 'Threads' });
const messages = (page: Page, name: string | RegExp = `Messages with ${READABLE}`) =>
  page.getByRole('region', { name });
const waiting = (page: Page) => page.getByRole('link', { name: /^Conversations\s*1$/ });

test('a conversation updates both ways on two screens at once', async ({
  page,
  project,
  context,
  account,
}) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/home');
  await page.getByRole('link', { name: 'Conversations' }).click();
  await expect(page.getByText('No messages have come in yet.')).toBeVisible();
  await inspect(page, 'conversation-empty');
  const second = await context.newPage();
  await second.goto('/home/conversation?mode=TEST');

  await test.step('an incoming message is on both, unread', async () => {
    await fromPhone(page, 'Is my order ready?', READABLE);
    for (const one of [page, second]) {
      await expect(threads(one).getByRole('link', { name: /Is my order ready\?.*Unread/ })).toBeVisible();
      await expect(waiting(one)).toBeVisible();
    }
  });

  await test.step('reading it on one marks it on the other', async () => {
    await threads(second)
      .getByRole('link', { name: new RegExp(READABLE.replaceAll('+', '\\+')) })
      .click();
    await expect(messages(second)).toContainText('Is my order ready?');
    await expect(waiting(second)).toHaveCount(0);
  });

  await test.step('a reply is on both, with its progress', async () => {
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

  await test.step('details link to the conversation and back', async () => {
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

  await test.step('a row of the log links to it', async () => {
    await page.goto('/logs?mode=TEST');
    await page
      .getByRole('link', { name: `Conversation with ${READABLE}` })
      .first()
      .click();
    await expect(messages(page)).toContainText('Is my order ready?');
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
    await page.route('**/v1/web/conversations?*', (route) => route.abort());
    await page.getByRole('textbox', { name: 'Search' }).fill('kam');
    await expect(threads(page).getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(messages(page, /^Messages with Kamala/)).toContainText('Is my order ready?');
    await page.unroute('**/v1/web/conversations?*');
    await threads(page).getByRole('button', { name: 'Try again' }).click();
    await expect(threads(page).getByRole('link')).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Search' }).fill('');
  });

  await test.step('a refused reply keeps its text', async () => {
    await page.getByLabel('Reply').fill('This one fails');
    await page.route('**/v1/web/messages', (route) =>
      route.fulfill({ status: 400, json: { code: 4005, description: 'Insufficient balance' } }),
    );
    await page.getByRole('button', { name: 'Send TEST' }).click();
    await expect(page.getByText('balance', { exact: false }).last()).toBeVisible();
    await expect(page.getByLabel('Reply')).toHaveValue('This one fails');
    await page.unroute('**/v1/web/messages');
    await inspect(page, 'conversation-refused', { whole: false });
  });

  await test.step('a started reply survives a reload and a lost connection', async () => {
    await page.getByLabel('Reply').fill('ඔබේ ඇණවුම සූදානම් 🎁 '.repeat(30));
    await page.reload();
    await expect(page.getByLabel('Reply')).toHaveValue(/^ඔබේ ඇණවුම සූදානම් 🎁/);
    await inspect(page, 'conversation-long-reply', { whole: false });
    await page.setViewportSize({ width: 360, height: 320 });
    await expect(page.getByRole('button', { name: 'Send TEST' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Reply').fill('Not sent yet');
    await context.setOffline(true);
    await page.getByLabel('Reply').press('Control+Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'offline' })).toBeVisible();
    await expect(page.getByLabel('Reply')).toHaveValue('Not sent yet');
    await context.setOffline(false);
    await page.getByLabel('Reply').fill('');
  });

  await test.step('a reply with a lost response is sent once, and text typed after it stays', async () => {
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

  await test.step('a recipient who opted out cannot be answered', async () => {
    await post(page.request, '/opt_outs', { number: PHONE, mode: 'TEST' });
    await page.reload();
    await expect(page.getByText('This number has opted out')).toBeVisible();
    await expect(page.getByLabel('Reply')).toHaveCount(0);
    await expect(page.getByText('opt in again with START')).toBeVisible();
    await inspect(page, 'conversation-opted-out', { whole: false });
    await fromPhone(page, 'START');
    await expect(page.getByLabel('Reply')).toBeVisible();
    await expect(messages(page, /^Messages with Kamala/)).toContainText('you will get messages again');
  });

  await test.step('a viewer sees that they cannot reply', async () => {
    await setTeamState(account.email, 'viewer');
    await page.reload();
    await expect(page.getByLabel('Reply')).toHaveCount(0);
    await expect(messages(page, /^Messages with Kamala/)).toContainText('Is my order ready?');
    await inspect(page, 'conversation-viewer', { whole: false });
  });
});

test('a long thread is read upwards, and a phone shows either the list or a thread', async ({
  page,
  project,
  account,
}) => {
  await setTeamState(account.email, 'conversations', OTHER);
  await page.goto(`/home/conversation?mode=TEST&number=${encodeURIComponent(OTHER)}`);
  const thread = messages(page, 'Messages with +94 71 234 5678');
  await expect(thread.getByText('Message 1', { exact: true })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(thread.getByText('Message 1', { exact: true })).toBeInViewport();
  await inspect(page, 'conversation-thread');

  await test.step('hundreds of threads load while scrolling', async () => {
    const rows = threads(page).getByRole('link');
    await expect(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      expect(await rows.count()).toBe(200);
    }).toPass();
  });

  await test.step('older messages load above, and the visible ones stay in place', async () => {
    await expect(thread.getByText('Message 70', { exact: true })).toHaveCount(0);
    const looked = thread.getByText('Message 46', { exact: true });
    await looked.scrollIntoViewIfNeeded();
    await expect(thread.getByText('Message 70', { exact: true })).toHaveCount(1);
    await expect(looked).toBeInViewport();
  });

  await test.step('if they fail to load it shows one error, and a retry works', async () => {
    await page.route('**/v1/web/conversations/thread?*before*', (route) => route.abort());
    await expect(async () => {
      await thread.getByRole('listitem').first().scrollIntoViewIfNeeded();
      await expect(thread.getByText('Older messages could not be loaded.')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.unroute('**/v1/web/conversations/thread?*before*');
    const before = await thread.getByRole('listitem').first().textContent();
    await thread.getByRole('button', { name: 'Try again' }).click();
    await expect(thread.getByRole('listitem').first()).not.toHaveText(before ?? '');
  });

  await test.step('up to the first of ten thousand, with only nearby ones in the document', async () => {
    const first = thread.getByText('Message 10000', { exact: true });
    const drawn: number[] = [];
    await expect(async () => {
      for (let i = 0; i < 20; i++) {
        await page.evaluate(`document.querySelector('section[aria-label^="Messages with"]').scrollTo(0, 0)`);
        drawn.push(await thread.getByRole('listitem').count());
      }
      await expect(first).toHaveCount(1, { timeout: 1 });
    }).toPass({ timeout: 200_000 });
    expect(Math.max(...drawn)).toBeLessThan(400);
    await page.evaluate(`document.querySelector('section[aria-label^="Messages with"]').scrollTo(0, 1e9)`);
    await expect(thread.getByText('Message 1', { exact: true })).toBeInViewport();
    await expect(first).toHaveCount(0);
    await thread.hover();
    await page.mouse.wheel(0, -3_000);
    await expect(thread.getByText('Message 1', { exact: true })).not.toBeInViewport();
  });

  await test.step('messages that arrive during this wait below', async () => {
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
    const row = threads(page).getByRole('link').nth(2);
    await row.click();
    await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
    await page.getByRole('link', { name: 'All threads' }).click();
    await expect(row).toBeFocused();
    await row.click();
    // Rotated, and with its keyboard open.
    for (const size of [
      { width: 740, height: 360 },
      { width: 360, height: 640 },
      { width: 360, height: 400 },
      { width: 360, height: 320 },
    ]) {
      await page.setViewportSize(size);
      await page.getByLabel('Reply', { exact: true }).fill('One line of a long reply\n'.repeat(30));
      await expect(page.getByRole('button', { name: 'Send TEST' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByLabel('Reply', { exact: true })).toBeInViewport({ ratio: 1 });
    }
    // Without it a phone's keyboard covers the window and leaves its size unchanged.
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /resizes-content/);
    await page.getByLabel('Reply', { exact: true }).fill('');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goBack();
    await expect(threads(page)).toBeVisible();
  });

  await test.step('while it loads, and if it fails', async () => {
    await page.route('**/v1/web/conversations/thread*', (route) => route.abort());
    await page.route('**/v1/web/conversations?*', () => {});
    await page.goto(`/home/conversation?number=${encodeURIComponent(OTHER)}`);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await inspect(page, 'conversation-failed');
  });
});

test('without a two-way number it explains the requirement', async ({ page, account, project }) => {
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
