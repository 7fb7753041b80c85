// Reading messages from the log: beside it from 1,100 px, at an address of their own; and going back to a
// list, which is as it was left.
import type { Locator, Page } from '@playwright/test';
import { addContact } from './contacts/steps.ts';
import { expect, test } from './fixtures.ts';
import { sendTest } from './people.ts';
import { inspect } from './screens.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'SMS Details' });
const rows = (page: Page) => page.locator('tr[data-opens]');
const asPage = (page: Page) => page.getByRole('heading', { name: 'SMS Details', level: 1 });

test('a message opens beside the log, which stays as it was', async ({ page, request, project }) => {
  const ids: string[] = [];
  const callback = { status_callback: 'https://hooks.lankaretail.example/godwit/status' };
  for (let i = 0; i < 30; i += 1) {
    ids.push(await sendTest(request, project, { to: `+9477412${8800 + i}`, ...(i === 27 && callback) }));
  }
  await addContact(page.request, ['+94774128828', 'Kumari', 'Fonseka']);
  await page.goto('/logs?mode=TEST&direction=OUTGOING');
  await expect(page.getByText('30 Results')).toBeVisible();
  await expect(page.getByRole('table').getByText('Delivered')).toHaveCount(25);

  await test.step('a click opens it, at its own address', async () => {
    await rows(page).nth(20).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate<number>('scrollY');
    expect(scrolled).toBeGreaterThan(0);
    await rows(page).nth(20).click();
    await expect(panel(page).getByText('+94 77 412 8809')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/logs/${ids[9]}\\?.*direction=OUTGOING`));
    expect(await page.evaluate<number>('scrollY')).toBe(scrolled);
    await expect(rows(page).nth(20)).toHaveAttribute('aria-current', 'true');
    await expect(page.getByText('30 Results')).toBeVisible();
  });

  await test.step('J and K follow, Enter goes into it, Escape returns to the row', async () => {
    await page.keyboard.press('k');
    await expect(panel(page).getByText('+94 77 412 8810')).toBeVisible();
    await expect(rows(page).nth(19)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeFocused();
    await page.keyboard.press('j');
    await expect(panel(page).getByText('+94 77 412 8809')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(rows(page).nth(20)).toBeFocused();
    await expect(page).toHaveURL(/\/logs\?.*direction=OUTGOING/);
  });

  await test.step('reload and Back show the same; a link to the message alone is its page', async () => {
    await rows(page).nth(1).press('Enter');
    await expect(panel(page).getByText('+94 77 412 8828')).toBeVisible();
    await expect(panel(page)).toBeFocused();
    await inspect(page, 'logs-beside', { on: 'wide' });
    await page.reload();
    await expect(panel(page).getByText('+94 77 412 8828')).toBeVisible();
    await rows(page).nth(2).press('Enter');
    await expect(panel(page).getByText('Not called yet').or(panel(page).getByText('Attempts'))).toBeVisible();
    await page.setViewportSize({ width: 1000, height: 800 });
    await expect(asPage(page)).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByText('30 Results')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/logs/${ids[0]}`);
    await expect(asPage(page)).toBeVisible();
    await expect(page.getByText('30 Results')).toHaveCount(0);
  });
});

const scrolled = (page: Page) => page.evaluate<number>('scrollY');

/** Follows a row or link of a list and comes back by the page's own link, then by the browser. */
async function expectReturn(page: Page, from: Locator, title: RegExp): Promise<void> {
  const address = page.url();
  await from.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(0);
  for (const back of [
    () => page.getByRole('link', { name: 'Back', exact: true }).click(),
    () => page.goBack(),
  ]) {
    await from.click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await back();
    await expect(from).toBeFocused();
    await expect(page).toHaveURL(address);
    await expect.poll(() => scrolled(page)).toBe(before);
  }
}

test('the log and the contacts are as they were left', async ({ page, request, project }) => {
  for (let i = 0; i < 30; i += 1) await sendTest(request, project, { to: `+9477412${8800 + i}` });
  for (let i = 0; i < 30; i += 1) await addContact(page.request, [`+9477412${8800 + i}`, 'Person', 'Silva']);
  await page.setViewportSize({ width: 1000, height: 600 });
  await page.goto('/logs?mode=TEST');
  await expect(page.getByText('30 Results')).toBeVisible();

  await test.step('the old page stays, dimmed, until the next one is there', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/messages?*page_num=1*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Page 2', exact: true }).click();
    const table = page.getByRole('table');
    await expect(table).toHaveAttribute('aria-busy', 'true');
    await expect(page.locator('tr[data-opens]')).toHaveCount(25);
    answer();
    await expect(page.locator('tr[data-opens]')).toHaveCount(5);
    await expect(table).not.toHaveAttribute('aria-busy', 'true');
    await page.getByRole('button', { name: 'Page 1', exact: true }).click();
    await expect(page.locator('tr[data-opens]')).toHaveCount(25);
  });

  await test.step('its oldest messages come first after a press on the head', async () => {
    await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
    await expect(page.locator('tr[data-opens]').first()).toContainText('+94 77 412 8800');
    await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(page).toHaveURL(/sort=ASC/);
  });

  await expectReturn(page, page.locator('tr[data-opens]').nth(22), /SMS Details/);
  await page.goto('/contacts?mode=TEST');
  await expect(page.getByText('30 Results')).toBeVisible();
  await expectReturn(page, page.getByRole('table').getByRole('link', { name: /^\+94/ }).nth(22), /Person/);
});
