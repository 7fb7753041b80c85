// Usage limits: setting and clearing them, wrong amounts, and the day's spend against them.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { callApi, mailbox } from '../people.ts';
import { letSendLive } from '../service.ts';

const limitSwitch = (page: Page) => page.getByRole('switch', { name: 'Daily Limit' });
const warnSwitch = (page: Page) => page.getByRole('switch', { name: 'Daily Warning' });
// The switch's own element is too small to be visible; people press the track beside it.
const flip = (control: Locator) => control.locator('xpath=following-sibling::*[1]').click();
const amount = (page: Page) => page.getByLabel('Amount of the daily limit');
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const saved = (page: Page) => page.getByText('Project usage limits have been updated successfully');

test('a limit and a warning are set, kept, restored by Cancel and cleared', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}/usage-limits`);
  await expect(warnSwitch(page)).toBeDisabled();
  await save(page).click();
  await expect(page.getByText('No changes made')).toBeVisible();

  await flip(limitSwitch(page));
  await amount(page).fill('1,250.50');
  await flip(warnSwitch(page));
  const slider = page.getByRole('slider', { name: 'Share of the daily limit to be warned at' });
  await slider.focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('75% of the limit: Rs 937.88')).toBeVisible();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(amount(page)).toHaveValue('1250.5');
  await expect(slider).toHaveAttribute('aria-valuenow', '75');
  await expect(page.getByText('of Rs 1,250.50')).toBeVisible();

  await amount(page).fill('3');
  await slider.focus();
  await page.keyboard.press('Home');
  await flip(warnSwitch(page));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(amount(page)).toHaveValue('1250.5');
  await expect(slider).toHaveAttribute('aria-valuenow', '75');

  await flip(limitSwitch(page));
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(limitSwitch(page)).not.toBeChecked();
  await expect(warnSwitch(page)).not.toBeChecked();
  await expect(page.getByText('without a limit')).toBeVisible();
});

test('an invalid amount is refused in its field, and stays there', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}/usage-limits`);
  await flip(limitSwitch(page));
  for (const wrong of ['', '0', '-5', '1000000000', '1e9', 'plenty', '1.23456']) {
    await amount(page).fill(wrong);
    await save(page).click();
    await expect(page.getByText(/^The daily limit must be more than 0/), `"${wrong}"`).toBeVisible();
    await expect(amount(page)).toBeFocused();
    await expect(amount(page)).toHaveValue(wrong);
  }
  await page.route('**/daily_limit', (route) => route.abort());
  await amount(page).fill('500');
  await save(page).click();
  await expect(page.getByText('Something went wrong. Please try again')).toBeVisible();
  await expect(amount(page)).toHaveValue('500');
});

test('the day’s spend shows, the warning is mailed, and nothing is sent over the limit', async ({
  page,
  account,
  project,
}) => {
  await letSendLive(account, project, '100');
  await page.goto(`/settings/${project.id}/usage-limits`);
  await flip(limitSwitch(page));
  await amount(page).fill('2');
  await flip(warnSwitch(page));
  await save(page).click();
  await expect(saved(page)).toBeVisible();

  const live = { projectId: project.id, key: project.liveKey };
  const send = () => callApi(page.request, live, { from: 'LankaRetail', to: '+94771234567' });
  await expect.poll(async () => (await send()).status()).toBe(201);
  expect((await send()).status()).toBe(201);
  const refused = await send();
  expect(await refused.json()).toMatchObject({ code: 4007 });
  await page.reload();
  await expect(page.getByText('Rs 1.60', { exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '80');
  await expect(page.getByText('Rs 0.40 left today')).toBeVisible();
  await expect
    .poll(async () => (await mailbox(page.request, account.email)).map(({ subject }) => subject))
    .toContain('A project has reached 80% of its daily limit');
});
