// A customer's verification: documents, decisions that update open pages, and LIVE. Staff decide from the
// command line here.
import { expect, test } from '../fixtures.ts';
import { mailbox } from '../people.ts';
import { godwit, letSendLive } from '../service.ts';
import { fillRequest, uploaded } from './steps.ts';

test('verifies, goes LIVE, gets a sender ID and sends from it in one session', async ({
  page,
  account,
  project,
}) => {
  await test.step('submit documents', async () => {
    await page.goto('/home');
    await page.getByRole('complementary').getByRole('link', { name: 'here' }).click();
    await uploaded(page, 'Page 1 or front', 'front.png');
    await uploaded(page, 'Page 2 or back (Optional)', 'back.png');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Verification request sent successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/campaigns\b/);
    const today = new Date().toLocaleDateString('en-US', { day: '2-digit', timeZone: 'Asia/Colombo' });
    await expect(page.getByText(new RegExp(`^In review since ${today} \\w{3}\\.`))).toBeVisible();
    await page.goto('/request-verification');
    await expect(page.getByText('National Identity Card, page 1')).toBeVisible();
    await expect(page.getByText('National Identity Card, page 2')).toBeVisible();
    await page.getByRole('link', { name: 'Go back' }).click();
    await expect(page).toHaveURL('/new-campaign');
  });

  await test.step('staff approve: the banner disappears and LIVE can be switched on', async () => {
    await page.goto('/send-sms');
    await expect(page.getByText('Account not Verified')).toBeVisible();
    await godwit('team', 'verify', account.email);
    await expect(page.getByText('Account not Verified')).toBeHidden();
    await page.getByRole('switch', { name: 'Test Mode' }).click();
    await expect(page.getByText('Messages go to the simulator.')).toBeHidden();
    await expect(page.getByText('This project has no sender ID yet.')).toBeVisible();
    const [mail] = await mailbox(page.request, account.email);
    expect(mail?.subject).toBe('Your identity is verified');
  });

  await test.step('request a sender ID', async () => {
    await page.getByRole('link', { name: 'Request a Sender ID' }).click();
    await fillRequest(page, 'LR Offers', 'Service');
    await page.getByRole('button', { name: 'Request Sender ID' }).click();
    await expect(page.getByText('Sender ID requested successfully')).toBeVisible();
    await expect(page).toHaveURL(`/settings/${project.id}`);
    await expect(
      page.locator('#senders').getByRole('listitem').filter({ hasText: 'LR Offers' }),
    ).toContainText('In review');
  });

  await test.step('staff approve: it appears in the dropdown of the open page', async () => {
    await page.goto('/send-sms');
    await expect(page.getByText('This project has no sender ID yet.')).toBeVisible();
    await godwit('sender', 'approve', project.id);
    await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('LR Offers (Service)');
  });

  await test.step('the next request begins with its owner, if the person wants that', async () => {
    await page.goto('/sender-id');
    const legalName = page.getByRole('textbox', { name: 'Legal Name of Business or Individual' });
    await expect(legalName).toHaveValue('');
    await page
      .getByRole('button', { name: /^Fill in the owner, messages and evidence of LR Offers/ })
      .click();
    await expect(legalName).not.toHaveValue('');
    await expect(page.getByText('Is it for the same business?')).toBeHidden();
    await page.goto('/send-sms');
  });

  await test.step('send LIVE from it, with a warning about Australia', async () => {
    await godwit('team', 'credit', account.email, '100', 'Opening balance');
    const numbers = page.getByRole('textbox', { name: 'Phone numbers' });
    await numbers.fill('+94771234567,+61412345678');
    await numbers.press('Enter');
    await expect(
      page.getByText('Australia: 1 recipient sees “Unverified” instead of LR Offers'),
    ).toBeVisible();
    await page.getByLabel('Message Content').fill('Your receipt of today.');
    await page.getByRole('button', { name: 'Review and Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send SMS' });
    await dialog.getByRole('button', { name: /^Send · Rs/ }).click();
    await expect(dialog.getByText('2 of 2 done')).toBeVisible();
    await expect(dialog.getByText('Sent', { exact: true })).toHaveCount(2);
  });
});

test('a rejected request shows the reason, and another one can be sent', async ({
  page,
  account,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/verify');
  await uploaded(page, 'Page 1 or front', 'blurred.png');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(/\/campaigns\b/);
  await page.goto('/verify');
  await expect(page.getByText('You have a pending user verification request.')).toBeVisible();
  await godwit('team', 'unverify', account.email, 'The photo is blurred.');
  await expect(page.getByText('Your last request was not approved')).toBeVisible();
  await expect(page.getByText('The photo is blurred.')).toBeVisible();
  await uploaded(page, 'Page 1 or front', 'sharp.png');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Verification request sent successfully')).toBeVisible();
});

test('a withdrawn verification stops LIVE on the open page', async ({ page, account, project }) => {
  await letSendLive(account, project, '100');
  await page.goto('/send-sms');
  const simulator = page.getByText('Messages go to the simulator.');
  await expect(simulator).toBeHidden();
  await page.getByLabel('Message Content').fill('Typed before the decision.');
  await godwit('team', 'unverify', account.email, 'The documents were not yours.');
  await expect(simulator).toBeVisible();
  await expect(page.getByText('Account not Verified')).toBeVisible();
  await expect(page.getByLabel('Message Content')).toHaveValue('Typed before the decision.');
  await page.goto('/verify');
  await expect(page.getByText('Your verification was withdrawn')).toBeVisible();
  await expect(page.getByText('The documents were not yours.')).toBeVisible();
});
