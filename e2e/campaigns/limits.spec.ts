// People without permission to send, and campaigns that can no longer be sent.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { godwit, setTeamState } from '../service.ts';
import { campaignsOf, makeGroups, review, type Someone, write } from './steps.ts';

const ANURA: Someone = ['+94771230001', 'Anura'];
const CONTENT = 'The sale starts today.';

/** Alters a response of the server, so the page has the outdated data of one opened earlier. */
async function believe(page: Page, path: string, change: (answer: string) => string): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

test('LIVE without a verified account is refused with an explanation, and leads to verification', async ({
  page,
  project,
}) => {
  await godwit('sender', 'add', project.id, 'LankaRetail');
  await makeGroups(page.request, { Colombo: [ANURA] });
  await believe(page, '**/v1/web/profile', (answer) =>
    answer.replace('"id_verified":false', '"id_verified":true'),
  );
  await page.goto('/new-campaign');
  await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('LankaRetail');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT });
  await page.getByRole('button', { name: 'Review and Send' }).click();
  await expect(page.getByText('Please verify your account before sending SMS')).toBeVisible();
  await expect(page).toHaveURL('/request-verification');
});

test('a time that passed while the draft was open is reported in the form', async ({ page, project }) => {
  await makeGroups(page.request, { Colombo: [ANURA] });
  await page.goto('/new-campaign');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT, later: true });
  await page.clock.setFixedTime(Date.now() + 2 * 3_600_000);
  await page.getByRole('button', { name: 'Review and Send' }).click();
  await expect(page.getByText('The scheduled time is in the past. Choose a later one.')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Create Campaign' })).toBeHidden();
  expect(await campaignsOf(page.request, project.id)).toEqual([]);
});

test('a time that passes during the review leads back to the form', async ({ page, project }) => {
  await makeGroups(page.request, { Colombo: [ANURA] });
  await page.goto('/new-campaign');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT, later: true });
  const dialog = await review(page);
  await page.route('**/v1/web/campaigns', (route) => {
    const passed = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19);
    const form = new URLSearchParams(route.request().postData() ?? '');
    form.set('send_at', `${passed}Z`);
    return route.continue({ postData: String(form) });
  });
  await dialog.getByRole('button', { name: /^Schedule \d+ messages? TEST$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /\d\d \w{3} \d{4}, \d\d:\d\d/ })).toBeVisible();
  await expect(page.getByText(/in the past/)).toBeVisible();
  expect(await campaignsOf(page.request, project.id)).toEqual([]);
});

test('a viewer has no control that sends or changes', async ({ page, account, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await makeGroups(page.request, { Colombo: [ANURA] });
  await page.goto('/new-campaign');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT, later: true });
  await (await review(page)).getByRole('button', { name: /^Schedule \d+ messages? TEST$/ }).click();
  await expect(page.getByText('New Campaign has been created successfully')).toBeVisible();

  await setTeamState(account.email, 'viewer');
  await page.goto('/campaigns');
  await expect(page.getByText('1 Result')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New Campaign' })).toBeHidden();
  await page.getByRole('row').filter({ hasText: 'November sale' }).click();
  await expect(page.getByRole('definition').first()).toHaveText('Scheduled');
  await expect(page.getByRole('button', { name: 'Cancel Campaign' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Duplicate' })).toBeHidden();
  await page.goto('/new-campaign');
  await expect(page.getByText('Your role in this team does not allow sending.')).toBeVisible();
  await page.goto('/opt-outs');
  await expect(page.getByText('No one has opted out.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Number' })).toBeHidden();
});
