// A new customer up to the first LIVE message, with the staff who approve it: no second sign-in on either
// side.
import { expect, test } from '../fixtures.ts';
import { fillRequest, uploaded } from '../identity/steps.ts';
import { godwit } from '../service.ts';
import { anotherPage, enterStaff, openPage, searchFor } from './people.ts';

test('a customer is verified, gets a sender id and sends LIVE, after staff have approved both', async ({
  page,
  browser,
  account,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  await godwit('team', 'credit', account.email, '100', 'Opening balance');
  const desk = await anotherPage(browser);

  await test.step('the customer submits a document', async () => {
    await page.goto('/verify');
    await page.getByRole('combobox', { name: 'Account Type' }).click();
    await page.getByRole('option', { name: 'Individual' }).click();
    await uploaded(page, 'Page 1 or front', 'passport.png');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Verification request sent successfully')).toBeVisible();
    await page.goto('/home');
    await expect(page.getByText('Account not Verified')).toBeVisible();
  });

  await test.step('staff sign in with two factors, review it and approve', async () => {
    await enterStaff(desk, 'COMPLIANCE');
    await openPage(desk, 'Work', 'Identity');
    await expect(desk.getByRole('heading', { name: 'Identity requests' })).toBeVisible();
    await searchFor(desk, account.email);
    const requests = desk.getByRole('list', { name: 'Identity requests' }).getByRole('link');
    await expect(requests).toHaveCount(1);
    await requests.click();
    await expect(desk.getByText(account.email)).toBeVisible();
    await desk.getByRole('button', { name: /^Open / }).click();
    await expect(desk.getByRole('img', { name: 'passport.png' })).toBeVisible();
    await desk.keyboard.press('Escape');
    await desk.getByRole('button', { name: 'Approve' }).click();
    await expect(desk.getByText('Approved. The customer gets an email.')).toBeVisible();
  });

  await test.step("the customer's banner disappears by itself, and LIVE switches on", async () => {
    await expect(page.getByText('Account not Verified')).toBeHidden();
    await page.getByRole('switch', { name: 'Test Mode' }).click();
    await expect(page.getByText('Messages go to the simulator.')).toBeHidden();
  });

  await test.step('the customer requests a sender id', async () => {
    await page.goto('/sender-id');
    await fillRequest(page, 'LR Offers', 'Transactional');
    await page.getByRole('button', { name: 'Request Sender ID' }).click();
    await expect(page.getByText('Sender ID requested successfully')).toBeVisible();
  });

  await test.step('staff approve it', async () => {
    await desk.getByRole('link', { name: 'Sender IDs' }).click();
    await expect(desk.getByRole('heading', { name: 'Sender ID requests' })).toBeVisible();
    await searchFor(desk, account.email);
    const requests = desk.getByRole('list', { name: 'Sender ID requests' }).getByRole('link');
    await expect(requests).toHaveCount(1);
    await requests.click();
    await expect(desk.getByText('Order updates for customers of our shops.')).toBeVisible();
    const approveFor = desk.getByRole('combobox', { name: 'Approve for' });
    await expect(approveFor).toHaveValue('Transactional');
    await approveFor.click();
    await desk.getByRole('option', { name: 'Service' }).click();
    await desk.getByRole('button', { name: 'Approve' }).click();
    await expect(desk.getByText(/^Approved by dilani/)).toBeVisible();
  });

  await test.step('it is in the dropdown, and a LIVE message is sent', async () => {
    await page.goto('/home');
    await page.goto('/send-sms');
    await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('LR Offers (Service)');
    const numbers = page.getByRole('textbox', { name: 'Phone numbers' });
    await numbers.fill('+94771234567');
    await numbers.press('Enter');
    await page.getByLabel('Message Content').fill('Your order has left the shop.');
    await page.getByRole('button', { name: 'Review and Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send SMS' });
    await dialog.getByRole('button', { name: /^Send · Rs/ }).click();
    await expect(dialog.getByText('1 of 1 done')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }).click();
    await page.getByRole('link', { name: 'See the log' }).click();
    await page.getByRole('row').filter({ hasText: 'LR Offers' }).click();
    await expect(page.getByRole('definition').first()).toHaveText('Delivered');
    expect(await godwit('ledger', 'check')).toEqual({ differences: [] });
  });
});
