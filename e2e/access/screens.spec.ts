// The sign-in screens and dialogs that ../screens.spec.ts does not cover: both themes, four widths, axe,
// pictures.
import { expect, test } from '../fixtures.ts';
import { activate, newPerson, signUp } from '../people.ts';
import { inspect } from '../screens.ts';
import { logIn, resetLink } from './steps.ts';

test('forgot your password: dialog and page', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Forgot your Password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot your password' });
  await expect(dialog).toBeVisible();
  await inspect(page, 'forgot-password-dialog', { whole: false });
  await dialog.getByRole('button', { name: 'Request reset link' }).click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await inspect(page, 'forgot-password-dialog-errors', { whole: false });

  await page.goto('/forgot-password');
  await expect(page.getByRole('heading', { name: 'Forgot your password' })).toBeVisible();
  await inspect(page, 'forgot-password');
});

test('reset password: form, errors, no link, dead link', async ({ page, person }) => {
  await activate(page.request, person);
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.goto(await resetLink(page, person));
  await expect(page.getByLabel('Confirm Password')).toBeVisible();
  await inspect(page, 'reset-password');
  await page.getByLabel('Password', { exact: true }).fill('estuary');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Confirm password is required')).toBeVisible();
  await inspect(page, 'reset-password-errors');

  await page.goto('/reset-password');
  await expect(page.getByRole('heading', { name: 'Open the link in the email' })).toBeVisible();
  await inspect(page, 'reset-password-no-link');
  await page.goto('/reset-password?t=old');
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await inspect(page, 'reset-password-dead-link');
});

test('sign in again, over a page, with its errors', async ({ page }) => {
  const person = newPerson('nadeesha.again@lankaretail.example');
  await signUp(page.request, person);
  await page.goto('/home');
  await page.getByRole('button', { name: 'Create New Project' }).click();
  await page.getByLabel('Project Name').fill('Lanka Retail');
  await page.context().clearCookies({ name: 'godwit_session' });
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Login' });
  await expect(dialog).toContainText('Your authentication failed. Try re-login again.');
  await inspect(page, 'relogin', { whole: false });
  await logIn(page, { ...person, password: 'Wrong7!Estuary' });
  await expect(dialog.getByText('Incorrect username or/and password!')).toBeVisible();
  await inspect(page, 'relogin-refused', { whole: false });
  await dialog.getByRole('button', { name: 'Forgot your Password' }).click();
  await expect(page.getByRole('dialog', { name: 'Forgot your password' })).toBeVisible();
  await inspect(page, 'relogin-forgot-password', { whole: false });
});

test('the simple bar, signed out and in', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByText('Not Logged In')).toBeVisible();
  await inspect(page, 'simple-bar-signed-out', { whole: false });
  const person = newPerson('nadeesha.simple@lankaretail.example');
  await signUp(page.request, person);
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Account of Nadeesha Perera' }).click();
  await expect(page.getByText(person.email)).toBeVisible();
  await inspect(page, 'simple-bar', { whole: false });
});

test('a page that has stopped', async ({ context, project }) => {
  expect(project.name).toBe('Lanka Retail');
  // A page of its own: this test expects the crash, and the fixture's page fails with any.
  const page = await context.newPage();
  await page.route(/\/assets\/HomePage-.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken");' }),
  );
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'This page has stopped' })).toBeVisible();
  await inspect(page, 'stopped');
});
