// A campaign before it is sent: estimated while typing, tested on one's own phone, and edited until it
// starts.
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';
import { letSendLive, setTeamState } from '../service.ts';
import { figure, makeGroups, review, type Someone, write } from './steps.ts';

const ANURA: Someone = ['+94771230001', 'Anura'];
// No word of advertising, for which a person would have to confirm a scheduled LIVE campaign.
const CONTENT = 'Hello {first_name}, the doors open today.';

test('a scheduled campaign shows its estimate, is edited and rescheduled, and is sent as edited', async ({
  page,
  account,
  project,
}) => {
  await letSendLive(account, project, '100');
  await makeGroups(page.request, {
    Colombo: [ANURA, ['+94771230011']],
    Kandy: [['+94771230012', 'Kavitha']],
  });
  await page.goto('/new-campaign');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT, later: true });
  const dialog = await review(page);
  await dialog.getByRole('button', { name: 'Schedule 2 messages · Rs 1.60' }).click();
  await dialog.getByRole('link', { name: 'See campaign' }).click();
  await expect(figure(page, 'Message Count')).toHaveText('about 2');
  await expect(figure(page, 'Cost')).toHaveText('about Rs 1.60');
  const time = await figure(page, 'Scheduled for').textContent();
  expect(time).toMatch(/^\d\d \w{3} \d{4}, \d\d:00, Asia\/Colombo \(UTC\+05:30\)$/);
  await inspect(page, 'campaign-estimate');

  await page.getByRole('link', { name: 'Edit Campaign' }).click();
  await expect(page.getByRole('heading', { name: 'Edit Campaign', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Campaign Name')).toHaveValue('November sale');
  const picker = page.getByRole('button', { name: `Date and time: ${time?.slice(0, 18)}` });
  await expect(picker).toHaveText(time?.slice(0, 18) ?? '');
  await write(page, { name: 'December sale', groups: ['Kandy'], content: 'Hello {first_name}' });
  await expect(figure(page, 'Messages')).toHaveText('3');
  await inspect(page, 'campaign-edit');
  await page.getByRole('button', { name: 'Review and Send' }).click();
  const changes = page.getByRole('dialog', { name: 'Edit Campaign' });
  await changes.getByRole('button', { name: 'Schedule 3 messages · Rs 2.40' }).click();
  await expect(page.getByText('Campaign has been updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'December sale', level: 1 })).toBeVisible();
  await expect(figure(page, 'Cost')).toHaveText('about Rs 2.40');

  await test.step('once it has started, the edit form shows that it cannot be changed', async () => {
    await page.getByRole('link', { name: 'Edit Campaign' }).click();
    await page.getByLabel('Campaign Name').fill('Too late');
    await setTeamState(account.email, 'due');
    await expect(async () => {
      await page.getByRole('button', { name: 'Review and Send' }).click();
      await expect(page.getByText('This campaign has started or was cancelled').first()).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await page.goBack();
    await expect(figure(page, 'Delivered')).toHaveText('3');
    await expect(page.getByRole('link', { name: 'Edit Campaign' })).toBeHidden();
  });
});

test("a test to oneself has a contact's text and is one message", async ({ page, project }) => {
  await makeGroups(page.request, { Colombo: [ANURA] });
  await page.goto('/new-campaign');
  const testToMe = page.getByRole('button', { name: 'Send a test to me' });
  await expect(testToMe).toBeHidden();
  await write(page, { name: 'November sale', groups: ['Colombo'], content: 'Hello {first_name}, come in' });
  await testToMe.click();
  const dialog = page.getByRole('dialog', { name: 'Send a test to me' });
  await expect(dialog.getByText('Hello Anura, come in')).toBeVisible();
  await dialog.getByLabel('Your mobile number').fill('12');
  await dialog.getByRole('button', { name: 'Send 1 message TEST' }).click();
  await expect(dialog.getByText('12 is not a valid phone number')).toBeVisible();
  await inspect(page, 'new-campaign-test', { whole: false });
  await dialog.getByLabel('Your mobile number').fill('0774120001');
  await dialog.getByRole('button', { name: 'Send 1 message' }).click();
  await expect(page.getByText('Test sent to +94 77 412 0001')).toBeVisible();
  await expect(dialog).toBeHidden();
  const query = `project_id=${project.id}&mode=TEST&range=1d&page_num=0&page_size=25`;
  const { results } = await (await page.request.get(`/v1/web/messages?${query}`)).json();
  expect(results).toEqual([expect.objectContaining({ to: '+94774120001' })]);
  // The text stays, and the number is remembered.
  await testToMe.click();
  await expect(dialog.getByLabel('Your mobile number')).toHaveValue('+94774120001');
});
