// Payments: each outcome of the practice checkout, a bank transfer until staff credit it, and the screens.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { uploaded } from './identity/steps.ts';
import { newPerson, post, signUp } from './people.ts';
import { inspect } from './screens.ts';
import { godwit, makePast, setTeamState } from './service.ts';
import { anotherPage, enterStaff } from './staff/people.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Make a Payment' });
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const rows = (page: Page) => page.getByRole('region', { name: 'Payment History' }).locator('tbody tr');
const balance = (page: Page, amount: string) =>
  expect(page.locator('main').getByText(amount).first()).toBeVisible();

/** Opens the dialog and goes to the practice checkout. */
async function checkOut(page: Page, amount: string, card: string): Promise<void> {
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Make Payment' }).click();
  await dialog(page).getByLabel('Amount').fill(amount);
  await dialog(page).getByRole('radio', { name: card }).check();
  await dialog(page).getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(title(page, 'Practice checkout')).toBeVisible();
}

type Outcome = {
  come: () => Promise<unknown>;
  /** The status in the address, and the actual outcome. */
  shown: 'Successful' | 'Failed';
  truth: string;
  picture?: string | undefined;
};

/**
 * Opens `/payment-complete` with a stopped clock, so that it stays until the outcome is read, and leaves when
 * the clock continues.
 */
async function complete(page: Page, { come, shown, truth, picture }: Outcome): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000);
  await come();
  await page.waitForURL('**/payment-complete?**');
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return page.getByText(truth).isVisible();
    })
    .toBe(true);
  await expect(page.getByText(`Your Payment Is ${shown}`)).toBeVisible();
  if (picture) await creep(page, inspect(page, picture));
  await page.clock.runFor(3000);
  await page.clock.resume();
  await expect(title(page, 'Billing')).toBeVisible();
  await expect(page).toHaveURL('/billing');
}

/**
 * Advances a stopped clock by single milliseconds until the work is done, which may itself wait for some of
 * them.
 */
async function creep(page: Page, work: Promise<void>): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  const step = async () => {
    await page.clock.runFor(1);
    return isDone;
  };
  await Promise.all([done, expect.poll(step, { intervals: [20], timeout: 60_000 }).toBe(true)]);
}

test('cards: each payment is credited once, if paid', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.clock.install();
  await page.goto('/home');
  await page.getByRole('link', { name: 'Top up' }).click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByLabel('Amount').fill('5');
  await dialog(page).getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(dialog(page).getByText('The smallest payment is Rs 100.00.')).toBeVisible();
  await dialog(page).getByLabel('Amount').fill('1,000');
  await expect(dialog(page).getByText('Rs 1,180.00')).toBeVisible();

  // Input survives a reload, and two checkouts of one order are one payment.
  await page.reload();
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('1,000');
  await dialog(page).getByRole('button', { name: 'Continue to Payment' }).dblclick();
  await expect(title(page, 'Practice checkout')).toBeVisible();
  await expect(page.getByText('1,180.00 LKR')).toBeVisible();
  const order = page.url();
  await page.goto('/billing?pay=1');
  await dialog(page).getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL(order);
  await inspect(page, 'practice-checkout');
  const press = (name: string) => () => page.getByRole('button', { name, exact: true }).click();
  await complete(page, {
    come: press('Pay, and say so twice'),
    shown: 'Successful',
    truth: 'Rs 1,000.00 has been added to your balance.',
    picture: 'payment-complete-succeeded',
  });
  await balance(page, 'Rs 1,000.00');

  for (const [button, truth, picture] of [
    ['Have the card declined', 'The card was declined.', 'payment-complete-failed'],
    ['Cancel', 'The payment was cancelled.'],
  ] as const) {
    await checkOut(page, '300', 'Local card');
    await complete(page, { come: press(button), shown: 'Failed', truth, picture });
    await balance(page, 'Rs 1,000.00');
  }
  // The status in the address credits nothing.
  await complete(page, {
    come: () => page.goto('/payment-complete?success=true'),
    shown: 'Successful',
    truth: 'The payment of Rs 300.00 was not made.',
  });
  await balance(page, 'Rs 1,000.00');

  await checkOut(page, '500', 'International card');
  const later = page.url();
  await complete(page, {
    come: press('Pay later: leave it pending'),
    shown: 'Successful',
    truth: 'The payment of Rs 500.00 is not confirmed yet.',
    picture: 'payment-complete-pending',
  });
  await balance(page, 'Rs 1,000.00');
  await page.goto(later);
  await complete(page, {
    come: press('Pay'),
    shown: 'Successful',
    truth: 'Rs 500.00 has been added to your balance.',
  });
  await balance(page, 'Rs 1,500.00');

  await page.goto('/home');
  await page.getByRole('main').getByRole('link', { name: 'Rs 1,500.00' }).click();
  await expect(page).toHaveURL('/billing');
  await page.goto('/billing/payments');
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).last()).toContainText(/Card ending 4242 \(practice\).*Succeeded.*Rs.1,000\.00/);
  const receipt = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^PDF receipt of / })
    .last()
    .click();
  expect((await receipt).suggestedFilename()).toMatch(/^receipt-\d{4}-\d{2}-\d{2}\.pdf$/);
  await inspect(page, 'billing-payments');

  // Other regions have one kind of card, and the amount includes tax.
  await post(page.request, '/logout', {});
  await signUp(page.request, { ...newPerson(), region: 'AU' });
  await page.goto('/billing?pay=1');
  await expect(dialog(page).getByRole('radio')).toHaveCount(2);
  await dialog(page).getByRole('radio', { name: 'Card', exact: true }).check();
  await dialog(page).getByLabel('Amount').fill('110');
  await expect(dialog(page).getByText('A$10.00')).toBeVisible();
  await inspect(page, 'billing-pay-australia', { whole: false });
  await dialog(page).getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('110.00 AUD')).toBeVisible();
});

test('a bank transfer waits until staff credit it; usage and statement can be downloaded', async ({
  page,
  browser,
  account,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/billing');
  await expect(page.getByText('No payment yet')).toBeVisible();
  await expect(page.getByText('No LIVE messages in this month.')).toBeVisible();
  await inspect(page, 'billing-empty');
  await page.getByRole('button', { name: 'Make Payment' }).click();
  await dialog(page).getByRole('button', { name: '≈ 6,250 messages to Sri Lanka' }).click();
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('5000');
  await dialog(page).getByLabel('Amount').fill('25000');
  await inspect(page, 'billing-pay', { whole: false });
  await dialog(page).getByRole('radio', { name: 'Bank transfer' }).check();
  await dialog(page).getByRole('button', { name: 'Send Slip' }).click();
  await expect(dialog(page).getByText('Bank slip is required')).toBeVisible();
  await uploaded(page, 'Bank slip', 'slip.png');
  await expect(dialog(page).getByText('Bank slip is required')).toHaveCount(0);
  await inspect(page, 'billing-pay-bank', { whole: false });
  await dialog(page).getByRole('button', { name: 'Send Slip' }).click();
  await expect(page.getByText('Payment has been recorded')).toBeVisible();
  await expect(page).toHaveURL('/billing/payments');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(/Bank transfer.*Pending.*Rs.25,000\.00/);

  const staff = await anotherPage(browser);
  await enterStaff(staff, 'FINANCE');
  await staff.goto(`/staff/transfers?q=${encodeURIComponent(account.email)}`);
  await staff.getByRole('list', { name: 'Bank transfers' }).getByRole('link').click();
  await staff.getByLabel('Total on the slip in LKR').fill('28320');
  await staff.getByRole('checkbox', { name: 'The slip says Rs 28,320.00' }).check();
  await staff.getByLabel('Reference of the transfer at the bank').fill(`FT ${account.email.slice(9, 17)}`);
  await staff.getByRole('button', { name: 'Credit' }).click();
  await expect(staff.getByText('Rs 24,000.00 credited by')).toBeVisible();
  await expect(rows(page)).toContainText(/Bank transfer.*Succeeded.*Rs.24,000\.00.*Paid Rs.28,320\.00/);

  await makePast(project.id, 400);
  await godwit('team', 'credit', account.email, '48250', 'Paid in cash');
  await page.goto('/billing/usage');
  await expect(page.getByRole('heading', { name: 'Statement' })).toBeVisible();
  await expect(page.getByText('Adjustments by our staff')).toBeVisible();
  await expect(page.getByText('You paid the taxes with each payment, so none are added here.')).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Cost by day' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Sri Lanka (+94)' })).toContainText('%');
  const statement = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await statement).suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}\.csv$/);
  // A picture of a scrolled page has its bars in the middle.
  await page.evaluate('scrollTo(0, 0)');
  await inspect(page, 'billing-usage');
  await page.route(/\/v1\/web\/usage\?/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Error occurred. Please try again later.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Error occurred. Please try again later.')).toBeHidden();
  await page.getByRole('combobox', { name: 'Month' }).click();
  await expect(page.getByRole('option')).toHaveCount(12);

  await page.goto('/billing');
  await expect(page.getByRole('region', { name: 'Usage Summary' }).locator('tbody tr')).not.toHaveCount(0);
  await expect(page.getByText(/^≈ [\d,]+ messages to Sri Lanka$/)).toBeVisible();
  await expect(page.getByText('At the rate of the last 30 days')).toBeVisible();
  await inspect(page, 'billing-overview');
  const lowBalance = page.getByRole('textbox', { name: 'Low balance email' });
  await lowBalance.fill('500');
  await page.locator('form').filter({ has: lowBalance }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Low balance email has been updated successfully')).toBeVisible();
  await setTeamState(account.email, 'viewer');
  await page.reload();
  await expect(page.getByText('Rs 500.00')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make Payment' })).toHaveCount(0);
});

test('receipts are made out to the name and address that the team gives', async ({ page }) => {
  await signUp(page.request, newPerson());
  await page.goto('/billing');
  await page.getByLabel('Name of the business').fill('Ceylon Cafés Ltd');
  await page.getByLabel('Address').fill('5 Lake Road');
  const card = page.locator('form').filter({ has: page.getByLabel('Tax number') });
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Details on receipts have been updated successfully')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name of the business')).toHaveValue('Ceylon Cafés Ltd');
  await expect(page.getByLabel('Address')).toHaveValue('5 Lake Road');
});
