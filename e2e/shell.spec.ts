// The bars appear at once, whatever the API does; only the page below them waits.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const API = '**/v1/**';
/** How much later than with answered calls the bars may appear. */
const SHELL_MS = 300;
/** Notes when the bars of the app, not of the document, are first in the page. */
const NOTE_BARS = `new MutationObserver((_, observer) => {
  if (!document.querySelector('#root nav a[aria-current=page]')) return;
  globalThis.barsAtMs = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true })`;
const title = (page: Page) => page.getByRole('heading', { name: 'SMS Logs', level: 1 });

async function expectBars(page: Page, project: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Logs' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: `Project: ${project}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of' })).toBeVisible();
}

test('the bars appear while every call hangs, and the page follows with the responses', async ({
  page,
  project,
}) => {
  await page.goto('/logs');
  await expect(title(page)).toBeVisible();
  await page.addInitScript(NOTE_BARS);
  const barsAfterMs = async () => {
    await page.reload();
    await expectBars(page, project.name);
    return page.evaluate<number>('barsAtMs');
  };
  let released = Promise.resolve();
  // It also routes the calls that are answered: a route keeps the browser from using its cache.
  await page.route(API, async (route) => {
    await released;
    await route.continue();
  });
  const answeredMs = await barsAfterMs();
  const held = Promise.withResolvers<void>();
  released = held.promise;
  // Another process may delay one attempt.
  await expect.poll(barsAfterMs, { intervals: [0] }).toBeLessThan(answeredMs + SHELL_MS);
  await expect(page.locator('[aria-busy=true]')).toBeVisible();
  await expect(title(page)).toBeHidden();
  held.resolve();
  await expect(title(page)).toBeVisible();
});

test('the bars are painted with the document, before any script has come', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/logs');
  await expect(title(page)).toBeVisible();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.boot')).toBeVisible();
  release();
  await expect(title(page)).toBeVisible();
  await expect(page.locator('.boot')).toBeHidden();
});

test('with all calls blocked it shows the error, and retries by itself', async ({ page, project }) => {
  await page.goto('/logs');
  await expect(title(page)).toBeVisible();
  await page.route(API, (route) => route.abort());
  await page.reload();
  await expectBars(page, project.name);
  await expect(page.getByText('The console could not be loaded.')).toContainText('This page keeps trying.');
  await page.unroute(API);
  await expect(title(page)).toBeVisible();
});

test('signing out leaves nothing of the bars behind', async ({ page, account, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/logs');
  await expect(title(page)).toBeVisible();
  const kept = () => page.evaluate<string>('JSON.stringify({ ...localStorage })');
  await expect.poll(kept).toContain(account.email);
  await page.getByRole('button', { name: 'Account of' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible();
  expect(await page.evaluate('localStorage.getItem("shell")')).toBeNull();
});
