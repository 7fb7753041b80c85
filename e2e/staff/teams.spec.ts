// Staff find a team, see its activity, pause it, and adjust its balance; actions above one person's limit
// wait for a second.
import { expect, test } from '../fixtures.ts';
import { sendTest } from '../people.ts';
import { inspect } from '../screens.ts';
import { godwit, letSendLive } from '../service.ts';
import { anotherPage, enterStaff, openPage, openTab } from './people.ts';

test('a team is found, paused, resumed, adjusted, and loses its verification', async ({
  page,
  account,
  project,
  browser,
}) => {
  await letSendLive(account, project, '48250');
  await sendTest(page.request, project, { to: '+94771234567', body: 'Order 4711 has left the shop.' });
  const desk = await anotherPage(browser);
  await enterStaff(desk, 'ADMIN');

  await test.step('the list', async () => {
    await openPage(desk, 'Customers', 'Teams');
    await expect(desk.getByRole('heading', { name: 'Teams' })).toBeVisible();
    const search = desk.getByRole('textbox', { name: 'Search' });
    await search.fill('nobody-has-this');
    await expect(desk.getByText('Nothing matches this.')).toBeVisible();
    await inspect(desk, 'staff-teams-none');
    await search.fill(account.email);
    const row = desk.getByRole('row').filter({ hasText: account.email });
    await expect(row).toContainText('Rs 48,250.00');
    await expect(row).toContainText('Verified');
    await expect(desk.getByText('1 Result')).toBeVisible();
    await inspect(desk, 'staff-teams');
    await row.focus();
    await row.press('Enter');
  });

  await test.step('the team: people, project, money, messages without their texts', async () => {
    await expect(desk.getByRole('figure', { name: /^Accepted a day\. Now 0, at most 0/ })).toBeVisible();
    await inspect(desk, 'staff-team');
    await openTab(desk, 'People');
    await expect(
      desk.getByRole('region', { name: 'Members' }).getByText('Nadeesha Perera').first(),
    ).toBeVisible();
    await inspect(desk, 'staff-team-people');
    await openTab(desk, 'Messages');
    await expect(desk.getByText('No messages of this project in this mode.')).toBeVisible();
    await desk.getByText('TEST', { exact: true }).click();
    await expect(desk.getByText('••••• •••• ••• •••• ••• ••••.')).toBeVisible();
    await expect(desk.getByText('Order 4711')).toHaveCount(0);
    // A sticky head is drawn at the scroll position.
    await desk.evaluate('scrollTo(0, 0)');
    await inspect(desk, 'staff-team-messages');
    await desk
      .getByRole('row', { name: /^Trace of the message to / })
      .first()
      .press('Enter');
    await expect(desk).toHaveURL(/\/staff\/trace\?id=/);
    await desk.goBack();
    await desk.keyboard.press('/');
    await desk.keyboard.type('+94779999999');
    await expect(desk.getByText('Nothing matches this.')).toBeVisible();
    await openTab(desk, 'Settings');
    await expect(desk.getByText('LankaRetail', { exact: true })).toBeVisible();
    await inspect(desk, 'staff-team-settings');
    await desk.getByRole('button', { name: 'Assign number' }).click();
    const assign = desk.getByRole('dialog', { name: 'Assign number' });
    await assign.getByLabel('Number').fill('+94 11 230 0300');
    await assign.getByLabel('Reason').fill('Ticket 41');
    await inspect(desk, 'staff-team-number', { whole: false });
    await assign.getByRole('button', { name: 'Assign number' }).click();
    await expect(desk.getByRole('row', { name: /\+94112300300/ })).toBeVisible();
    await desk.getByRole('button', { name: 'Add opt-out' }).click();
    const optOut = desk.getByRole('dialog', { name: 'Add opt-out' });
    await optOut.getByLabel('Number').fill('077 123 4567');
    await optOut.getByLabel('Reason').fill('The person called us');
    await inspect(desk, 'staff-team-opt-out', { whole: false });
    await optOut.getByRole('button', { name: 'Add opt-out' }).click();
    await expect(desk.getByText('+94771234567 is on the list.')).toBeVisible();
    await openTab(desk, 'Money');
    await expect(desk.getByText('Opening balance')).toBeVisible();
    await inspect(desk, 'staff-team-money');
    await desk.getByRole('combobox', { name: 'Kind' }).click();
    await desk.getByRole('option', { name: 'Refund', exact: true }).click();
    await expect(desk.getByText('Opening balance')).toBeHidden();
    await desk.reload();
    await expect(desk.getByRole('combobox', { name: 'Kind' })).toHaveValue('Refund');
    await desk.getByRole('combobox', { name: 'Kind' }).click();
    await desk.getByRole('option', { name: 'All kinds' }).click();
  });

  await test.step('pausing needs a reason, and stops the team', async () => {
    await desk.getByRole('button', { name: 'Pause sending' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Pause sending' });
    await dialog.getByRole('button', { name: 'Pause sending' }).click();
    await expect(dialog.getByText('Give a reason')).toBeVisible();
    await inspect(desk, 'staff-team-pause', { whole: false });
    await dialog.getByLabel('Reason').fill('Complaints from recipients');
    await dialog.getByRole('button', { name: 'Pause sending' }).click();
    await expect(desk.getByText('Sending is paused.')).toBeVisible();
    await openTab(desk, 'Overview');
    await expect(desk.getByText(/^Paused by .* Complaints from recipients$/)).toBeVisible();
    await page.goto('/home');
    await desk.getByRole('button', { name: 'Resume sending' }).click();
    await desk.getByRole('dialog').getByLabel('Reason').fill('They removed the list');
    await desk.getByRole('dialog').getByRole('button', { name: 'Resume sending' }).click();
    await expect(desk.getByText('Sending is resumed.')).toBeVisible();
    await expect(desk.getByRole('button', { name: 'Pause sending' })).toBeVisible();
  });

  await test.step("an adjustment: invalid, small, and above one person's limit", async () => {
    await desk.getByRole('button', { name: 'Adjust balance' }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByLabel('Amount in LKR').fill('five');
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await expect(dialog.getByText('Give an amount such as 500 or -12.50')).toBeVisible();
    await inspect(desk, 'staff-team-adjust', { whole: false });
    await dialog.getByLabel('Amount in LKR').fill('-50000');
    await dialog.getByLabel('Reason').fill('Paid twice by mistake');
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await expect(dialog.getByText('The team has only')).toBeVisible();
    await expect(dialog.getByLabel('Reason')).toHaveValue('Paid twice by mistake');
    await dialog.getByLabel('Amount in LKR').fill('-250.5');
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await expect(desk.getByText('Posted: -Rs 250.50.')).toBeVisible();
    await expect(desk.getByRole('definition').first()).toHaveText('Rs 47,999.50');
    await openTab(desk, 'Money');
    await expect(
      desk.getByRole('region', { name: 'Ledger' }).getByText('Paid twice by mistake').first(),
    ).toBeVisible();
    await openTab(desk, 'Overview');
    await desk.getByRole('button', { name: 'Adjust balance' }).click();
    await dialog.getByLabel('Amount in LKR').fill('40000');
    await dialog.getByLabel('Reason').fill('Bank transfer of 20 November');
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await expect(desk.getByText('+Rs 40,000.00 waits until a second person confirms it.')).toBeVisible();
    await expect(desk.getByText('1 adjustment waits for a second person.')).toBeVisible();
  });

  await test.step('the verification is withdrawn', async () => {
    await desk.getByRole('button', { name: 'More' }).click();
    await desk.getByRole('menuitem', { name: 'Withdraw verification' }).click();
    await desk.getByRole('dialog').getByLabel('Reason').fill('The passport has expired');
    await desk.getByRole('dialog').getByRole('button', { name: 'Withdraw verification' }).click();
    await expect(desk.getByText('The verification is withdrawn. The customer gets an email.')).toBeVisible();
    await expect(desk.getByText('Not verified').first()).toBeVisible();
    await inspect(desk, 'staff-team-withdrawn');
    await desk.getByRole('link', { name: 'Back' }).click();
    await expect(desk.getByRole('textbox', { name: 'Search' })).toHaveValue(account.email);
  });
});

test('support can view and not act', async ({ page, account, project, browser }) => {
  expect(project.name).toBe('Lanka Retail');
  await godwit('team', 'credit', account.email, '10', 'Opening balance');
  const desk = await anotherPage(browser);
  await enterStaff(desk, 'SUPPORT');
  await desk.goto(`/staff/teams?q=${encodeURIComponent(account.email)}`);
  await desk.getByRole('row').filter({ hasText: account.email }).click();
  await openTab(desk, 'Money');
  await expect(desk.getByText('Opening balance')).toBeVisible();
  for (const name of ['Pause sending', 'Adjust balance', 'More']) {
    await expect(desk.getByRole('button', { name })).toHaveCount(0);
  }
  await desk.goto('/staff/teams/nothing');
  await expect(desk.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.close();
});
