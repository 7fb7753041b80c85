// Home and the log: text, figures and a chart of known messages, live, and as files.
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Download, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Project, sendTest } from './people.ts';
import { inspect } from './screens.ts';
import { letSendLive } from './service.ts';

/** Sri Lanka, in the price list of a local team: rupees per segment. */
const PRICE = 0.8;

/** Three delivered, one of them with two segments; one failed; one that stays sent. */
async function sendFive(request: APIRequestContext, project: Project): Promise<void> {
  for (const to of ['+94770000001', '+94770000001', '+94770000002', '+94770000003']) {
    await sendTest(request, project, { to });
  }
  await sendTest(request, project, { to: '+94770000001', body: 'a'.repeat(161) });
}
const FIVE = {
  'Total Outgoing': '5',
  'Total Delivered': '3',
  'Total Undelivered': '2',
  'Would have cost': `Rs\u00a0${(6 * PRICE).toFixed(2)}`,
};

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const card = (page: Page, name: string) => heading(page, name).locator('..');
const chart = (page: Page) => page.getByRole('slider', { name: /of the chart$/ });

async function choose(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option }).click();
}

/** A day as graphs write it, `daysBefore` today, in the project's zone. */
function dayWords(daysBefore: number, timeZone = 'Asia/Colombo'): string {
  const instant = new Date(Date.now() - daysBefore * 86_400_000);
  const parts = new Intl.DateTimeFormat('en-US', { day: '2-digit', month: 'short', timeZone }).formatToParts(
    instant,
  );
  const { day, month } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${day} ${month}`;
}

/** A marker that a reload would remove. */
const mark = (page: Page) => page.evaluate('globalThis.notReloaded = true');
const expectNoReload = async (page: Page) =>
  expect(await page.evaluate<boolean>('globalThis.notReloaded === true')).toBe(true);

test('the figures match the messages, in every range, in text, cards, chart and table', async ({
  page,
  request,
  project,
}) => {
  await sendFive(request, project);
  await page.goto('/home');
  const range = page.getByRole('combobox', { name: 'Range' });

  await test.step('the last 7 days, against nothing before them', async () => {
    for (const [name, value] of Object.entries(FIVE)) {
      await expect(card(page, name).locator('p').nth(0)).toHaveText(value);
      await expect(card(page, name).locator('p').nth(1)).toHaveText('+100.0% (new)');
      await expect(card(page, name)).toContainText(`vs ${dayWords(13)} – ${dayWords(7)}`);
    }
    await expect(card(page, 'Total Undelivered')).toContainText('1 failed, 1 waiting');
    // Volume and spend have no tone. An increase is good for delivered messages and bad for undelivered ones.
    await expect(card(page, 'Total Outgoing').locator('p').nth(1)).toHaveAttribute('data-tone', 'none');
    // In the last quarter of an hour of a day, the range counts as whole.
    await expect(page.getByText(/^\d\d \w{3} – \d\d \w{3} 20\d\d(, so far)?$/)).toBeVisible();
    await expect(card(page, 'Total Delivered').locator('p').nth(1)).toHaveAttribute('data-tone', 'good');
    await expect(card(page, 'Total Undelivered').locator('p').nth(1)).toHaveAttribute('data-tone', 'bad');
    await expect(page.getByText('In the last 7 days 60% of 5 messages were delivered')).toHaveText(
      /, half of them within [\d.]+\ss\. 1 message failed\. 1 message is still waiting\.$/,
    );
  });

  await test.step('the hours of the week by keyboard, hour by hour', async () => {
    const week = page.getByRole('grid', { name: 'Messages by weekday and hour' });
    const counts = week.locator('[data-day]');
    await expect(counts).toHaveCount(7 * 24);
    // Five in all, even if the hour changed while they were sent.
    const sum = `[...document.querySelectorAll('[data-day]')]
      .reduce((total, { ariaLabel }) => total + Number(ariaLabel), 0)`;
    await expect.poll(() => page.evaluate<number>(sum)).toBe(5);
    const shown = page.getByText(/\d\d:00–\d\d:00/);
    await expect(shown).toHaveText(/^Busiest: [A-Z][a-z]{2} \d\d:00–\d\d:00: \d messages?$/);
    await week.locator('[tabindex="0"]').focus();
    await expect(shown).toHaveText(/^[A-Z][a-z]{2} \d\d:00–\d\d:00: \d messages?$/);
    await page.keyboard.press('Home');
    await expect(shown).toHaveText(/^[A-Z][a-z]{2} 00:00–01:00: /);
    for (let day = 1; day <= 7; day += 1) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expect(shown).toHaveText(/^Mon 01:00–02:00: /);
    await page.keyboard.press('Tab');
    await expect(shown).toHaveText(/^Busiest/);
  });

  await test.step('the chart by keyboard, point by point', async () => {
    await chart(page).focus();
    await expect(chart(page)).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`^${dayWords(0)}: 3 delivered, 1 failed, 1 waiting`),
    );
    await page.keyboard.press('ArrowLeft');
    await expect(chart(page)).toHaveAttribute('aria-valuetext', new RegExp(`^${dayWords(1)}: 0 delivered`));
    await page.keyboard.press('End');
    const shown = page.getByRole('figure').getByRole('table');
    await expect(shown.getByRole('row').first()).toHaveText('Delivered30');
    await page.keyboard.press('Escape');
    await expect(shown).toHaveCount(0);
  });

  await test.step('why messages failed, and the log filtered by a reason', async () => {
    await page.getByRole('button', { name: '1 message failed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Why messages failed' });
    await expect(dialog.getByRole('listitem')).toHaveText([
      'The carrier accepted the message but could not deliver it.1',
      'Sri Lanka (+94)1',
    ]);
    await dialog.getByRole('link', { name: 'could not deliver it' }).click();
    await expect(page.getByText('1 Result', { exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Failed');
    await page.getByRole('button', { name: 'Show all that failed' }).click();
    await expect(page).not.toHaveURL(/failure=/);
    await page.goBack();
    await page.goBack();
    await chart(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(`1 message failed, ${dayWords(0)}`);
    await dialog.getByRole('link', { name: 'Sri Lanka (+94)' }).click();
    await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('+94');
    await expect(page.getByText('1 Result', { exact: true })).toBeVisible();
    await page.goBack();
  });

  await test.step('today, which has no chart', async () => {
    await choose(page, 'Range', 'Today');
    await expect(card(page, 'Total Outgoing')).toContainText(`vs ${dayWords(1)}`);
    await expect(card(page, 'Total Outgoing').locator('p').nth(0)).toHaveText('5');
    await expect(page.getByText('Today 60% of 5 messages')).toBeVisible();
    await expect(page.getByRole('figure')).toHaveCount(0);
  });

  await test.step('a table of the chart, with all seven days', async () => {
    await choose(page, 'Range', 'Last 7 days');
    await page.getByText('Table', { exact: true }).click();
    const rows = page.getByRole('region', { name: 'Messages by day' }).getByRole('row');
    await expect(rows).toHaveCount(8);
    await expect(rows.nth(0)).toHaveText(
      'DateTotal OutgoingTotal DeliveredTotal UndeliveredFailedWaitingWould have cost',
    );
    const nothing = 'Rs\u00a00.00';
    await expect(rows.nth(1)).toHaveText(
      `${dayWords(6)}vs ${dayWords(13)}${'00'.repeat(5)}${nothing}${nothing}`,
    );
    await expect(rows.nth(7)).toHaveText(`${dayWords(0)}vs ${dayWords(7)}5030201010Rs\u00a04.80${nothing}`);
  });

  await test.step('twelve months, by month; the address restores all of it', async () => {
    await choose(page, 'Range', 'Last 12 months');
    const last = page.getByRole('region', { name: 'Messages by month' }).getByRole('row').last();
    await expect(last.getByRole('cell').first()).toHaveText(/^\d{4} [A-Z][a-z]{2}vs \d{4}/);
    await expect(last.getByRole('cell').nth(1)).toHaveText('50');
    await expect(page.getByText('Hours are shown for at most 92 days.')).toBeVisible();
    await page.reload();
    await expect(range).toHaveValue('Last 12 months');
    await expect(last.getByRole('cell').nth(1)).toHaveText('50');
    const remembered = await page.evaluate<string>(
      "localStorage.getItem('previous_labels.outgoing_sms_total')",
    );
    expect(JSON.parse(remembered)).toContainEqual(expect.stringMatching(/^\d{4} [A-Z][a-z]{2}$/));
  });

  await test.step('days before the messages: nothing, and no change', async () => {
    await page.goto('/home?from=2026-01-01&to=2026-01-31&view=graph');
    await expect(page.getByText('01 Jan – 31 Jan 2026', { exact: true })).toBeVisible();
    await expect(page.getByText('01 Jan – 31 Jan 2026: no messages were sent.')).toBeVisible();
    for (const name of Object.keys(FIVE)) {
      await expect(card(page, name).locator('p').nth(1)).toHaveText('0.0%');
      await expect(card(page, name).locator('p').nth(1)).toHaveAttribute('data-tone', 'none');
    }
  });
});

test('cards, row and details update themselves', async ({ page, request, project }) => {
  await sendTest(request, project, { to: '+94770000001' });
  await page.goto('/home');
  const outgoing = card(page, 'Total Outgoing').locator('p').nth(0);
  const delivered = card(page, 'Total Delivered').locator('p').nth(0);
  await expect(delivered).toHaveText('1');
  await mark(page);
  const id = await sendTest(request, project, { to: '+94770000006' });
  await expect(outgoing).toHaveText('2');

  // Its receipt arrives half a minute after sending: the log and the details are opened before that.
  await page.getByRole('link', { name: 'Logs' }).click();
  const row = page.getByRole('row').filter({ hasText: '+94 77 000 0006' });
  await expect(row).toBeVisible();
  const late = await sendTest(request, project, { to: '+94770000002' });
  await expect(page.getByRole('row').filter({ hasText: '+94 77 000 0002' })).toContainText('Failed');
  expect(late).not.toBe(id);
  await row.click();
  await expect(page.getByRole('definition').first()).toHaveText('Delivered', { timeout: 60_000 });

  await page.getByRole('link', { name: 'Home' }).click();
  await expect(outgoing).toHaveText('3');
  await expect(delivered).toHaveText('2');
  await expectNoReload(page);
});

test('the first message replaces the first steps, and a LIVE one the balance', async ({
  page,
  request,
  account,
  project,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/home');
  await expect(page.getByText('Three steps to sending SMS')).toBeVisible();
  await test.step('on a phone the next possible step is visible below one line about verification', async () => {
    const steps = page.getByRole('main').getByRole('listitem').getByRole('heading');
    await expect(steps).toHaveText(['Send a test', 'Verify your identity', 'Get a sender ID']);
    await expect(page.getByRole('main').getByRole('link', { name: 'Send SMS' })).toBeInViewport({ ratio: 1 });
    const banner = page.getByRole('complementary', { name: 'Account not Verified' });
    expect((await banner.boundingBox())!.height).toBeLessThanOrEqual(48);
    await expect(banner.getByText('Test Mode needs no verification')).toHaveCount(0);
    await banner.getByRole('button', { name: 'Account not Verified' }).click();
    await expect(banner).toContainText(
      'Your identity needs to be verified before you can start sending SMS.',
    );
    await expect(banner.getByRole('link', { name: 'here' })).toBeVisible();
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByText('Test Mode needs no verification')).toBeVisible();
  await mark(page);
  await sendTest(request, project, { to: '+94770000001' });
  await expect(card(page, 'Total Delivered').locator('p').nth(0)).toHaveText('1');
  await expectNoReload(page);

  await letSendLive(account, project, '100');
  await page.reload();
  await page.getByRole('switch', { name: 'Test Mode' }).click();
  await expect(page.getByText('Three steps to sending SMS')).toBeVisible();
  await expect(page.getByRole('main').getByText('Rs\u00a0100.00')).toBeVisible();
  await mark(page);
  const live = { ...project, testKey: project.liveKey };
  await sendTest(request, live, { to: '+94771234567', from: 'LankaRetail' });
  await expect(page.getByRole('main').getByText(`Rs\u00a0${(100 - PRICE).toFixed(2)}`)).toBeVisible();
  await expect(card(page, 'Total Spend').locator('p').nth(0)).toHaveText('Rs\u00a00.80');
  await expect(
    page.getByText('At the pace of all projects of the team the balance lasts 124 days.'),
  ).toBeVisible();
  await expectNoReload(page);
});

test('the report as PDF and as CSV, filtered, cancelled and retried', async ({ page, request, project }) => {
  await page.goto('/logs');
  await expect(page.getByText('No messages in these days.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await sendFive(request, project);
  await expect(page.getByText('5 Results')).toBeVisible();
  const button = page.getByRole('button', { name: 'Download' });

  await test.step('PDF in one click', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(file.suggestedFilename()).toBe('report.pdf');
    expect((await contents(file)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  await test.step('CSV from the menu, with the filtered rows', async () => {
    await choose(page, 'Status', 'Delivered');
    await expect(page.getByText('3 Results')).toBeVisible();
    const file = await downloadCsv(page);
    expect(file.suggestedFilename()).toBe('report.csv');
    const lines = (await contents(file)).toString().trim().split(/\r?\n/);
    expect(lines).toHaveLength(4);
    for (const line of lines.slice(1)) expect(line).toContain('Delivered');
  });

  await test.step('cancelled during the download', async () => {
    await page.route('**/report.csv*', () => {});
    await openFormats(page);
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    await expect(page.getByText('Preparing report.csv')).toBeVisible();
    await inspect(page, 'logs-report', { whole: false });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Preparing report.csv')).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.unroute('**/report.csv*');
  });

  await test.step('a broken connection is reported at the button, and retried', async () => {
    await page.route('**/report.pdf*', (route) => route.abort());
    await button.click();
    await expect(page.getByRole('alert')).toContainText('report.pdf could not be downloaded.');
    await inspect(page, 'logs-report-failed', { whole: false });
    await page.unroute('**/report.pdf*');
    const again = page.getByRole('button', { name: 'Try again' });
    const [file] = await Promise.all([page.waitForEvent('download'), again.click()]);
    expect(file.suggestedFilename()).toBe('report.pdf');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('home: range, calendar, table, a pointed-at day', async ({ page, request, project }) => {
  await sendFive(request, project);
  await page.goto('/home');
  await expect(page.getByRole('figure')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Range' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'Today',
    'Last 7 days',
    'Last 4 weeks',
    'Last 3 months',
    'Last 12 months',
    'Custom',
  ]);
  await inspect(page, 'home-range', { whole: false });
  await page.getByRole('option', { name: 'Custom' }).click();
  const dates = page.getByRole('button', { name: /^Dates: / });
  await expect(dates).toHaveText(/^\d\d \w{3} \d{4} – \d\d \w{3} \d{4}$/);
  await dates.click();
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
  await inspect(page, 'home-dates', { whole: false });
  await page.keyboard.press('Escape');

  await chart(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(`vs ${dayWords(8)}`, { exact: true })).toBeVisible();
  await inspect(page, 'home-day');

  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('table')).toHaveCount(1);
  await inspect(page, 'home-table');
});

test('home shows an error if the statistics fail to load, and retries', async ({
  page,
  request,
  project,
}) => {
  await sendTest(request, project, { to: '+94770000001' });
  await page.route('**/stats/**', (route) => route.abort());
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(3);
  await inspect(page, 'home-failed');
  await page.unroute('**/stats/**');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(card(page, 'Total Outgoing').locator('p').nth(0)).toHaveText('1');
  await expect(page.getByText('In the last 7 days 1 message was sent')).toBeVisible();

  // If only the text fails to load, the figures stay.
  await page.route('**/stats/project_summary*', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1);
  await expect(card(page, 'Total Outgoing').locator('p').nth(0)).toHaveText('1');
});

async function openFormats(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose a format' }).click();
  await expect(page.getByRole('menuitem', { name: 'CSV', exact: true })).toBeVisible();
}

async function downloadCsv(page: Page): Promise<Download> {
  await openFormats(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
  ]);
  return file;
}

async function contents(file: Download): Promise<Buffer> {
  return readFile(await file.path());
}
