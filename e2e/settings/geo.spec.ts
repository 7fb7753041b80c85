// Geo Permissions: blocking and allowing one country, several, a whole continent; and the effect on a
// message.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { callApi } from '../people.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const saved = (page: Page) => page.getByText('Blocked countries have been updated successfully');
const blocked = (page: Page) => page.getByRole('list', { name: 'Blocked Countries' }).getByRole('listitem');
const search = (page: Page) => page.getByRole('textbox', { name: 'Search' });

test('a country is found, blocked, refused at the API, and allowed again', async ({ page, project }) => {
  const send = async (to: string) => {
    const answer = await callApi(
      page.request,
      { projectId: project.id, key: project.testKey },
      { from: 'SANDBOX', to },
    );
    return ((await answer.json()) as { code?: number }).code ?? answer.status();
  };
  await page.goto(`/settings/${project.id}/geo-permissions`);
  await expect(page.getByText('Nothing is blocked')).toBeVisible();
  await save(page).click();
  await expect(page.getByText('No changes made')).toBeVisible();

  // The usual countries come first, each with its price.
  const usual = page.getByRole('list', { name: 'Usual Countries' });
  await expect(usual.getByRole('checkbox').first()).toHaveAccessibleName(/^Sri Lanka/);
  await expect(usual.getByText('Rs 0.80')).toBeVisible();
  await search(page).fill('+94 77 123 4567');
  await page.getByRole('checkbox', { name: /^Sri Lanka/ }).uncheck();
  await expect(page.getByText('1 dial code changed, not saved')).toBeVisible();
  await expect(blocked(page)).toHaveText(['Sri Lanka+94']);
  expect(await send('+94771234567')).toBe(201);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect.poll(() => send('+94771234567')).toBe(3001);
  expect(await send('+61412345678')).toBe(201);

  await page.reload();
  await page.getByRole('button', { name: 'Allow Sri Lanka' }).click();
  await expect(page.getByText('Nothing is blocked')).toBeVisible();
  await save(page).click();
  await expect.poll(() => send('+94771234567')).toBe(201);
});

test('a whole continent, one of its countries allowed, and countries with a shared code', async ({
  page,
  project,
}) => {
  await page.goto(`/settings/${project.id}/geo-permissions`);
  await page.getByRole('button', { name: 'Block all of Asia' }).click();
  await expect(blocked(page)).toHaveText(['All of Asia', 'Russia+7']);
  await page.getByRole('button', { name: 'Asia', exact: true }).click();
  await page.getByRole('checkbox', { name: /^Kazakhstan/ }).check();
  await expect(page.getByText('Same code as Russia')).toBeVisible();
  await expect(blocked(page).filter({ hasText: 'Russia' })).toHaveCount(0);
  await expect(blocked(page).filter({ hasText: 'Sri Lanka' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Nothing is blocked')).toBeVisible();

  await page.getByRole('button', { name: 'Block all of South America' }).click();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(blocked(page)).toContainText(['All of South America']);
  await page.getByRole('button', { name: 'Allow all of South America', exact: true }).click();
  await expect(page.getByText('Nothing is blocked')).toBeVisible();
});

test('blocking +1 leaves +1876, and the page explains it', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}/geo-permissions`);
  await expect(
    page.getByText('the longest one decides: +1 is the United States and Canada, +1876 is Jamaica only'),
  ).toBeVisible();
  await search(page).fill('united states');
  const states = page.getByRole('checkbox', { name: 'United States +1', exact: true });
  await states.uncheck();
  await search(page).fill('jamaica');
  await expect(page.getByRole('checkbox', { name: /^Jamaica/ })).toBeChecked();
  await search(page).fill('canada');
  await expect(page.getByRole('checkbox', { name: /^Canada/ })).not.toBeChecked();
});

test('a selection that failed to save is kept', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}/geo-permissions`);
  await page.getByRole('button', { name: 'Block all of Europe' }).click();
  await page.route('**/blocked_codes', (route) => route.abort());
  await save(page).click();
  await expect(page.getByText('Error occurred!')).toBeVisible();
  await expect(blocked(page).first()).toHaveText('All of Europe');
  await page.unroute('**/blocked_codes');
  await save(page).click();
  await expect(saved(page)).toBeVisible();
});
