// Customers' payments as staff see and decide them: bank transfer slips, refunds, revenue and alerts.
import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../fixtures.ts';
import { threePages } from '../identity/steps.ts';
import { send } from '../people.ts';
import { inspect } from '../screens.ts';
import { godwit, setTeamState } from '../service.ts';
import { type Customer, newCustomer } from './customers.ts';
import { anotherPage, enterStaff, openPage, openTab } from './people.ts';

const newName = (): string => `Perera ${randomUUID().replaceAll(/[^a-f]/g, '')}`;

/** Submits a customer's transfer slip; each slip is a different file. */
async function sendSlip({ request }: Customer, amount: string): Promise<void> {
  const slip = threePages('bank-slip.pdf');
  const file = { ...slip, buffer: Buffer.concat([slip.buffer, Buffer.from(`% ${randomUUID()}\n`)]) };
  const { id } = await send<{ id: string }>(request, '/generic/file_upload', { multipart: { file } });
  await send(request, '/bank_payments', { data: { amount, file: id } });
}

/** Pays for a customer by card at the practice checkout. */
async function payByCard({ request }: Customer, amount: string): Promise<void> {
  type Checkout = { stripe_params: { url: string } };
  const { stripe_params: to } = await send<Checkout>(request, '/payments', {
    data: { amount, ipg: 'STRIPE' },
  });
  const answer = await request.post(to.url, { form: { outcome: 'succeed' }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

async function openSlip(page: Page, { person }: Customer): Promise<void> {
  await page.goto(`/staff/transfers?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('list', { name: 'Bank transfers' }).getByRole('link').first().click();
}

async function credit(page: Page, total: string, reference: string): Promise<void> {
  await page.getByLabel('Total on the slip in LKR').fill(total);
  const other = page.getByRole('checkbox', { name: /^The slip says/ });
  if (await other.isVisible()) await other.check();
  await page.getByLabel('Reference of the transfer at the bank').fill(reference);
  await page.getByRole('button', { name: /^Credit Rs/ }).click();
}

const deskOf = async (browser: Browser) => {
  const page = await anotherPage(browser);
  await enterStaff(page, 'FINANCE');
  return page;
};

test('bank transfers and refunds: decided by one, above a limit by two, or rejected', async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await newCustomer(baseURL!, newName());
  const { email } = customer.person;
  for (const amount of ['1000', '40000', '500']) await sendSlip(customer, amount);
  const references = [1, 2].map(() => `FT ${randomUUID().slice(0, 13).toUpperCase()}`) as [string, string];
  await enterStaff(page, 'FINANCE');
  const second = await deskOf(browser);
  const queue = page.getByRole('list', { name: 'Bank transfers' });

  await test.step('one that a single person may credit', async () => {
    await page.getByRole('link', { name: /^Transfers \d/ }).click();
    await page.goto(`/staff/transfers?q=${encodeURIComponent(email)}`);
    await expect(queue.getByRole('link')).toHaveCount(3);
    await inspect(page, 'staff-transfers');
    await queue.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Open Bank slip' }).click();
    await expect(page.getByRole('dialog').locator('canvas')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Credit' }).click();
    await expect(page.getByText('Amount is invalid')).toBeVisible();
    await expect(page.getByText('Give the reference of the transfer')).toBeVisible();
    await page.getByLabel('Total on the slip in LKR').fill('1062');
    await expect(page.getByText('Rs 900.00 go to the balance, Rs 162.00 are tax.')).toBeVisible();
    await expect(page.getByText('The customer says that Rs 1,180.00 were transferred')).toBeVisible();
    const crediting = page.getByRole('button', { name: 'Credit Rs 900.00' });
    await expect(crediting).toBeDisabled();
    await inspect(page, 'staff-transfer');
    await credit(page, '1062', references[0]);
    await expect(page.getByText(`Rs 900.00 credited by dilani`)).toBeVisible();
    await expect(queue.getByRole('link')).toHaveCount(2);
  });

  await test.step('one that requires two equal entries; a reference is valid for one', async () => {
    await openSlip(page, customer);
    await credit(page, '47200', references[0]);
    await expect(page.getByText('Another payment has this reference already.')).toBeVisible();
    await credit(page, '472000', references[1]);
    await expect(page.getByText(/^You have read this slip/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Credit' })).toBeHidden();
    await openSlip(second, customer);
    await expect(second.getByText(/has read this slip, .*what your colleague has typed/)).toBeVisible();
    await credit(second, '4720', references[1]);
    await expect(second.getByText(/^Your colleague has read something else/)).toBeVisible();
    await expect(second.getByLabel('Total on the slip in LKR')).toHaveValue('4720');
    await inspect(second, 'staff-transfer-second');
    await page.getByRole('button', { name: 'Correct what I typed' }).click();
    await inspect(page, 'staff-transfer-correct');
    await credit(page, '47200', references[1]);
    await expect(page.getByRole('button', { name: 'Correct what I typed' })).toBeVisible();
    await credit(second, '47200', references[1]);
    await expect(second.getByText('Rs 40,000.00 credited by dilani')).toBeVisible();
  });

  await test.step('one rejected by the faster of two', async () => {
    await openSlip(page, customer);
    await openSlip(second, customer);
    await expect(second.getByRole('button', { name: 'Credit' })).toBeVisible();
    await page.getByRole('button', { name: 'Reject slip of Rs 590.00' }).click();
    await expect(page.getByText('Give a reason')).toBeVisible();
    await page.getByLabel('Reason').fill('No such transfer has come in.');
    await page.getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText(/^Rejected by dilani.*No such transfer has come in\.$/)).toBeVisible();
    await credit(second, '500', 'FT 3');
    await expect(second.getByText(/decided this already/)).toBeVisible();
    await expect(second.getByText(/^Rejected by dilani/)).toBeVisible();
  });

  await payByCard(customer, '2000');
  await page.goto(`/staff/teams?q=${encodeURIComponent(email)}`);
  await page.getByRole('row').filter({ hasText: email }).click();
  await openTab(page, 'Money');
  const payments = page.getByRole('list', { name: 'Payments' });
  const card = payments.locator('> li').filter({ hasText: 'Practice checkout' });
  const large = payments.locator('> li').filter({ hasText: 'Rs 40,000.00' });
  const dialog = page.getByRole('dialog');

  await test.step('a refund by one person, with the remainder shown', async () => {
    await expect(payments.locator('> li')).toHaveCount(4);
    await card.getByRole('button', { name: /^Refund up to Rs 2,360.00 of the payment/ }).click();
    await dialog.getByLabel('Amount in LKR').fill('9000');
    await dialog.getByLabel('Reason').fill('Paid twice, as the customer says');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(dialog.getByText('Only 2,360.00 are left of this payment.')).toBeVisible();
    await inspect(page, 'staff-refund', { whole: false });
    await dialog.getByLabel('Amount in LKR').fill('1180');
    await dialog.getByRole('button', { name: 'Refund Rs 1,180.00' }).click();
    await expect(card.getByText('Refund of Rs 1,180.00, Rs 1,000.00 of it from the balance')).toBeVisible();
  });

  await test.step('a refund that its provider has not answered, settled manually', async () => {
    await setTeamState(email, 'unanswered-refund');
    await page.reload();
    await expect(card.getByText(/^The provider has not confirmed/)).toBeVisible();
    await inspect(page, 'staff-refund-unanswered');
    await card.getByRole('button', { name: /^It was made/ }).click();
    await dialog.getByLabel('Reason').fill('Seen in the dashboard');
    await dialog.getByRole('button', { name: 'It was made' }).click();
    await expect(card.getByText('Done', { exact: true })).toBeVisible();
  });

  await test.step('an order paid twice: the second charge is refunded', async () => {
    await setTeamState(email, 'paid-again', 'pi_3QkTz9LkdIwHu7ix0paid2');
    await page.reload();
    await card.getByRole('button', { name: /^Refund up to Rs .* of the charge pi_3QkTz9/ }).click();
    await expect(dialog.getByText(/The balance stays|the balance stays/)).toBeVisible();
    await dialog.getByLabel('Amount in LKR').fill('100');
    await dialog.getByLabel('Reason').fill('Paid twice');
    await inspect(page, 'staff-refund-further', { whole: false });
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(card.getByText('Refund of Rs 100.00 of the charge pi_3QkTz9LkdIwHu7ix0paid2')).toBeVisible();
    await inspect(page, 'staff-paid-twice');
  });

  await test.step('a refund of a transfer by two people, paid out manually', async () => {
    await large.getByRole('button', { name: /^Refund/ }).click();
    await expect(dialog.getByText(/Then transfer the money back to the customer at the bank/)).toBeVisible();
    await dialog.getByLabel('Amount in LKR').fill('35400');
    await dialog.getByLabel('Reason').fill('The shop closes');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await expect(large.getByText('A second person has to decide.')).toBeVisible();
    await inspect(page, 'staff-team-payments');
    await second.goto('/staff/adjustments');
    const waiting = second.getByRole('list', { name: 'Refunds' }).locator('> li').filter({ hasText: email });
    const confirm = second.getByRole('button', { name: /^Confirm refund of Rs 35,400.00/ });
    await expect(confirm).toHaveCount(1);
    await inspect(second, 'staff-refunds');
    await confirm.click();
    await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(second.getByText(/^Refunded: .*By hand: transfer/)).toBeVisible();
    await expect(waiting).toHaveCount(0);
  });

  await test.step('revenue, as a curve, a table and a file', async () => {
    await openPage(page, 'Money', 'Revenue');
    const row = page.getByRole('table').getByRole('row').last();
    // The practice payment is no revenue; other tests may pay at the same time.
    await expect(row.getByRole('cell').first()).toHaveText(/^20\d\d /);
    const month = page.getByRole('figure', { name: 'Sri Lanka, LKR' }).getByRole('listitem').last();
    await expect(month).toHaveText(
      /^20\d\d \w+: Rs\s[1-9][\d,.]+ paid without tax\. 20\d\d \w+: Rs\s0\.00\.$/,
    );
    await inspect(page, 'staff-revenue');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await saving).suggestedFilename()).toBe('revenue.csv');
  });

  await test.step('alerts, which are marked as seen', async () => {
    await setTeamState(email, 'payment-alerts', 'OTHER_AMOUNT', 'PAID_TWICE', 'CHARGED_BACK');
    await page.goto('/staff/payment-alerts');
    const alerts = page.getByRole('list', { name: 'Payment alerts' }).locator('> li');
    const own = alerts.filter({ hasText: customer.person.lastName });
    await expect(own).toHaveCount(3);
    await expect(page.getByRole('link', { name: /^Alerts \d/ })).toBeVisible();
    await inspect(page, 'staff-payment-alerts');
    const back = own.filter({ hasText: 'Charge-back' });
    const payments = back.getByRole('link', { name: /^Open payments of / });
    await expect(payments).toHaveAttribute('href', /\/money$/);
    await back.getByRole('button', { name: 'Mark as seen' }).click();
    await expect(own).toHaveCount(2);
    await page.getByRole('radiogroup', { name: 'Status' }).getByText('Seen').click();
    await expect(back.getByText(/^Seen by dilani/)).toBeVisible();
  });
  expect(await godwit('ledger', 'check')).toEqual({ differences: [] });
});
