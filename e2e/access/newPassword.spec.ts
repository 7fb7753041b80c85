// A forgotten password: requesting the link in the dialog and on the page, and following it.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { activate, mailbox, register } from '../people.ts';
import { hasMarker, logIn, resetLink, stored } from './steps.ts';

const TEXT =
  'In order to receive your access code by email, please enter the address you provided during the registration process.';
const SENT = 'Password Reset Link Sent to Your Email Account';
const FAILED = 'Something went wrong. Please try again';
const RULE =
  'Minimum eight characters, at least one uppercase letter, one lowercase letter and one special character';
const NEW = 'Mudflat8!Wader';

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const confirm = (page: Page) => page.getByLabel('Confirm Password');
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function save(page: Page, first: string, second = first): Promise<void> {
  await password(page).fill(first);
  await confirm(page).fill(second);
  await page.getByRole('button', { name: 'Save' }).click();
}

async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(SENT)).toBeVisible();
}

test.describe('requesting the link', () => {
  test('in the dialog of the login page', async ({ page, person }) => {
    await activate(page.request, person);
    await page.goto('/');
    await page.getByRole('button', { name: 'Forgot your Password?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forgot your password' });
    await expect(dialog).toContainText(TEXT);
    await dialog.getByRole('button', { name: 'Request reset link' }).click();
    await expect(dialog.getByText('Email is required')).toBeVisible();
    await dialog.getByLabel('Email').fill('nadeesha');
    await expect(dialog.getByText('Email is required')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Email is invalid')).toBeVisible();
    // The form below is a different one.
    await expect(page.getByText('Password is required')).toHaveCount(0);
    await dialog.getByLabel('Email').fill(person.email);
    await dialog.getByRole('button', { name: 'Request reset link' }).dblclick();
    await expect(page.getByText(SENT)).toBeVisible();
    await expect(dialog).toBeHidden();
    await resetLink(page, person);
    expect(await mailbox(page.request, person.email)).toHaveLength(2);
  });

  test('starts with the e-mail typed in the login form', async ({ page }) => {
    await page.goto('/');
    await page.getByLabel('Email').fill('nadeesha@lankaretail.example');
    await page.getByRole('button', { name: 'Forgot your Password?' }).click();
    await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue('nadeesha@lankaretail.example');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByLabel('Email')).toHaveValue('nadeesha@lankaretail.example');
  });

  test('on its page, which links back', async ({ page, person }) => {
    await activate(page.request, person);
    await page.goto('/forgot-password');
    await expect(page.getByText(TEXT)).toBeVisible();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await requestLink(page, ` ${person.email.toUpperCase()}`);
    await resetLink(page, person);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(title(page, 'Login')).toBeVisible();
    await expect(page).toHaveURL('/');
  });

  test('gets the same response for an unknown e-mail', async ({ page, person }) => {
    await requestLink(page, person.email);
    expect(await mailbox(page.request, person.email)).toEqual([]);
  });

  test('shows an error and keeps its input', async ({ page, person }) => {
    await page.route('**/v1/web/request_reset_password', (route) => route.abort());
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(FAILED)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await page.unroute('**/v1/web/request_reset_password');
    await page.route('**/v1/web/request_reset_password', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '1200' },
        json: { code: 1006, description: 'Too many requests. Wait and try again.' },
      }),
    );
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Too many requests. Try again in 20 minutes.')).toBeVisible();
  });
});

test.describe('the link', () => {
  test('sets a new password, signs in, and ends every other session', async ({
    page,
    account,
    browser,
    baseURL,
  }) => {
    const elsewhere = await browser.newContext({ baseURL: baseURL! });
    const mailed = await elsewhere.newPage();
    await requestLink(mailed, account.email);
    const link = await resetLink(mailed, account);
    await mailed.goto(link);
    await expect(title(mailed, 'Reset your password')).toBeVisible();
    await expect(mailed).toHaveURL('/reset-password');
    expect(await mailed.evaluate<string>('JSON.stringify([history.state, localStorage])')).not.toContain(
      new URL(link).searchParams.get('t'),
    );

    await mailed.getByRole('button', { name: 'Save' }).click();
    await expect(mailed.getByText('Password is required', { exact: true })).toBeVisible();
    await expect(mailed.getByText('Confirm password is required')).toBeVisible();
    await save(mailed, 'estuary7!tide', 'other');
    await expect(mailed.getByText(RULE)).toBeVisible();
    await expect(mailed.getByText('Password and Confirm Password Must be same')).toBeVisible();
    await password(mailed).fill('E');
    await expect(mailed.getByText(RULE)).toBeHidden();
    await confirm(mailed).fill('E');
    await expect(mailed.getByText('Password and Confirm Password Must be same')).toBeHidden();
    // The server rejects the most common ones; the link stays valid.
    await save(mailed, 'P@ssword1');
    await expect(password(mailed)).toHaveAttribute('aria-invalid', 'true');

    await save(mailed, NEW);
    await expect(title(mailed, 'Home')).toBeVisible();
    await expect(mailed).toHaveURL('/home');
    expect(await hasMarker(mailed)).toBe(true);
    expect(await stored(mailed, 'region')).toBe('LK');
    expect((await page.request.get('/v1/web/profile')).status()).toBe(401);
    await elsewhere.close();

    await page.context().clearCookies();
    await page.goto('/');
    await logIn(page, account);
    await expect(page.getByText('Incorrect username or/and password!')).toBeVisible();
    await logIn(page, { ...account, password: NEW });
    await expect(title(page, 'Home')).toBeVisible();
    expect((await mailbox(page.request, account.email)).map(({ subject }) => subject)).toHaveLength(3);
  });

  test('works once, and only the newest does', async ({ page, person, context }) => {
    await activate(page.request, person);
    await requestLink(page, person.email);
    const first = await resetLink(page, person);
    await requestLink(page, person.email);
    await expect.poll(() => resetLink(page, person)).not.toBe(first);
    const second = await resetLink(page, person);

    await page.goto(first);
    await isDead(page);
    await page.goto(second);
    const other = await context.newPage();
    await other.goto(second);
    await save(page, NEW);
    await expect(title(page, 'Home')).toBeVisible();
    await page.goto(second);
    await isDead(page);
    // It expired while its form was open.
    await save(other, 'Another8!Wader');
    await expect(other.getByText(FAILED).first()).toBeVisible();
    await isDead(other);
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL('/forgot-password');
  });

  test('truncated, or with an activation token, is refused', async ({ page, person }) => {
    await activate(page.request, person);
    await requestLink(page, person.email);
    const link = await resetLink(page, person);
    const unproved = { ...person, email: `other.${person.email}` };
    await register(page.request, unproved);
    const [mail] = await mailbox(page.request, unproved.email);
    const activation = new URL(mail?.links[0] ?? '').searchParams.get('token');
    for (const wrong of [
      link.slice(0, -1),
      `/reset-password?t=${activation}`,
      '/reset-password?t=%22%3E%3Cb%3E',
      '/reset-password?t=%00cut',
    ]) {
      await page.goto(wrong);
      await isDead(page);
    }
    // None of them used up the valid one.
    await page.goto(link);
    await save(page, NEW);
    await expect(title(page, 'Home')).toBeVisible();
  });

  test('missing, the page explains where to find it', async ({ page }) => {
    for (const address of ['/reset-password', '/reset-password?t=']) {
      await page.goto(address);
      await expect(title(page, 'Open the link in the email')).toBeVisible();
      await expect(page).toHaveURL('/reset-password');
    }
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(title(page, 'Forgot your password')).toBeVisible();
  });

  test('Cancel goes back, and the bar links to Login', async ({ page, person }) => {
    await activate(page.request, person);
    await requestLink(page, person.email);
    const link = await resetLink(page, person);
    await page.goto('/sign-up');
    await page.goto(link);
    await expect(page.getByText(`Choose a new password for ${person.email}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/sign-up');
    await page.goto(link);
    await expect(title(page, 'Reset your password')).toBeVisible();
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL('/');
  });

  test('a failure unrelated to the link keeps the form', async ({ page, person }) => {
    await activate(page.request, person);
    await requestLink(page, person.email);
    const link = await resetLink(page, person);
    await page.route('**/v1/web/reset_password?**', (route) => route.abort());
    await page.goto(link);
    await expect(title(page, 'This page could not be loaded')).toBeVisible();
    await page.unroute('**/v1/web/reset_password?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.route('**/v1/web/reset_password', (route) => route.abort());
    await save(page, NEW);
    await expect(page.getByRole('alert').getByText(FAILED)).toBeVisible();
    await expect(password(page)).toHaveValue(NEW);
  });
});

async function isDead(page: Page): Promise<void> {
  await expect(title(page, 'This link no longer works')).toBeVisible();
}
