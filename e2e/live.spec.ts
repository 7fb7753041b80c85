// LIVE: verified, credited and approved from the command line; charged to the cent.
import { expect, test } from './fixtures.ts';
import { godwit, letSendLive } from './service.ts';

/** Sri Lanka, in the price list of a local team: rupees per segment. */
const PRICE = 0.8;

test('a LIVE message is delivered and costs exactly its segments times the price', async ({
  page,
  account,
  project,
}) => {
  await letSendLive(account, project, '100');

  await page.goto('/home');
  await expect(page.getByText('Account not Verified')).toBeHidden();
  const balance = page.getByText('Current Balance').locator('..');
  await expect(balance).toContainText('Rs 100.00');

  await test.step('to TEST, and back to LIVE', async () => {
    const bar = page.getByText('Messages go to the simulator.');
    await expect(bar).toBeHidden();
    await page.getByRole('switch', { name: 'Test Mode' }).click();
    await expect(bar).toBeVisible();
    await page.getByRole('switch', { name: 'Test Mode' }).click();
    await expect(bar).toBeHidden();
  });

  await test.step('send two segments', async () => {
    const plans = Promise.withResolvers<void>();
    await page.route('**/assets/min-*.js', (route) => plans.promise.then(() => route.continue()));
    await page.goto('/send-sms');
    await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('LankaRetail');
    const numbers = page.getByRole('textbox', { name: 'Phone numbers' });
    const toYourself = page.getByRole('button', { name: 'Send to yourself' });
    await toYourself.click();
    const asks = page.getByRole('dialog', { name: 'Send to yourself' });
    // A number without its country code waits for the numbering plans.
    await asks.getByLabel('Your mobile number').fill('077 123 4567');
    await page.keyboard.press('Enter');
    plans.resolve();
    await expect(asks).toBeHidden();
    await page.getByRole('button', { name: 'Change it' }).click();
    await asks.getByLabel('Your mobile number').fill('077 123');
    await page.keyboard.press('Enter');
    await expect(asks.getByText('077123 is not a valid phone number.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(asks).toBeHidden();
    await page.getByRole('button', { name: 'Remove +94 77 123 4567' }).click();
    await page.reload();
    // The number is remembered from now on.
    await toYourself.click();
    await expect(numbers).toHaveValue('');
    await page.getByLabel('Message Content').fill('a'.repeat(161));
    await expect(page.getByText('2 / 10')).toBeVisible();
    // TEST has a draft of its own, which starts with the current text.
    const testMode = page.getByRole('switch', { name: 'Test Mode' });
    await testMode.click();
    await expect(page.getByLabel('Message Content')).toHaveValue('a'.repeat(161));
    await page.getByLabel('Message Content').fill('Only a test');
    await testMode.click();
    await expect(page.getByText('2 / 10')).toBeVisible();
    await page.getByRole('button', { name: 'Review and Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send SMS' });
    await dialog.getByRole('button', { name: /^Send · Rs/ }).click();
    await expect(dialog.getByText('1 of 1 done')).toBeVisible();
    await expect(dialog.getByRole('status').getByText('Sent.')).toBeVisible();
    await expect(dialog.getByText('will be delivered')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }).click();
  });

  await test.step('delivered, for the right price', async () => {
    await page.getByRole('link', { name: 'See the log' }).click();
    await page.getByRole('row').filter({ hasText: 'LankaRetail' }).click();
    await expect(page.getByRole('definition').first()).toHaveText('Delivered');
    await expect(page.getByRole('main').getByText('LIVE', { exact: true })).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'Rs 1.60' })).toBeVisible();
  });

  await test.step('the balance has decreased by it, and the ledger is consistent', async () => {
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(balance).toContainText(`Rs ${(100 - 2 * PRICE).toFixed(2)}`);
    expect(await godwit('ledger', 'check')).toEqual({ differences: [] });
  });
});

test('a message over the balance is refused, and nothing is charged', async ({ page, account, project }) => {
  await letSendLive(account, project, '0.50');
  await page.goto('/send-sms');
  const numbers = page.getByRole('textbox', { name: 'Phone numbers' });
  await numbers.fill('+94771234567');
  await numbers.press('Enter');
  await page.getByLabel('Message Content').fill('Your order has left the shop.');
  await expect(page.getByText('Your balance of Rs 0.50 does not cover this.')).toBeVisible();
  await page.getByRole('button', { name: 'Review and Send', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send SMS' });
  await dialog.getByRole('button', { name: /^Send · Rs/ }).click();
  await expect(dialog.getByRole('row').filter({ hasText: '+94 77 123 4567' })).toContainText('Failed');
  await dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }).click();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('main').getByText('Rs 0.50', { exact: true })).toBeVisible();
  expect(await godwit('ledger', 'check')).toEqual({ differences: [] });
});
