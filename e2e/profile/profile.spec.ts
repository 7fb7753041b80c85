// The profile: account, projects, sessions, changing name and password.
import type { Page } from '@playwright/test';
import { logIn } from '../access/steps.ts';
import { expect, test } from '../fixtures.ts';
import { createProject, signIn } from '../people.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const value = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');

test('account settings and the projects with their roles, ten a page', async ({ page, account }) => {
  for (let number = 1; number <= 12; number++) await createProject(page.request, `Project ${number}`);
  await page.goto('/home');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Manage Account' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(value(page, 'Email')).toHaveText(account.email);
  await expect(value(page, 'First Name')).toHaveText('Nadeesha');
  await expect(value(page, 'Last Name')).toHaveText('Perera');
  await expect(value(page, 'Region')).toHaveText('Sri Lanka');
  await expect(page.getByText('Account Created')).toBeVisible();

  const projects = page.getByRole('region', { name: 'Projects' });
  await expect(projects.getByRole('columnheader')).toHaveText(['NAME', 'ROLE', 'TIMEZONE', 'ID']);
  await expect(projects.getByRole('row')).toHaveCount(11);
  await expect(projects.getByRole('row').nth(1)).toContainText('Owner');
  await expect(projects.getByRole('row').nth(1)).toContainText('Asia/Colombo');
  const pages = page.getByRole('navigation', { name: 'Pages of Projects' });
  await pages.getByRole('button', { name: 'Page 2' }).click();
  await expect(projects.getByRole('row')).toHaveCount(3);
  await page.reload();
  await expect(projects.getByRole('row')).toHaveCount(3);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/home');
});

test('sessions are listed, this one marked, and all others ended', async ({
  page,
  account,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL! });
  for (let login = 0; login < 11; login++)
    await signIn(await playwright.request.newContext({ baseURL: baseURL! }), account);
  await signIn(elsewhere, account);
  await page.goto('/profile');
  const sessions = page.getByRole('region', { name: 'Login Sessions' });
  await expect(sessions.getByRole('columnheader')).toHaveText(['LOCATION', 'DEVICE', 'IP ADDRESS', 'TIME']);
  await expect(sessions.getByRole('row')).toHaveCount(11);
  await expect(page.getByText('13 Results')).toBeVisible();
  await expect(sessions.getByText('Active')).toHaveCount(1);

  await page.getByRole('button', { name: 'Sign out of all other sessions' }).click();
  await expect(page.getByText('All other sessions have been signed out')).toBeVisible();
  await expect(sessions.getByRole('row')).toHaveCount(2);
  await expect(sessions.getByRole('row').last()).toContainText('Active');
  expect((await elsewhere.get('/v1/web/profile')).status()).toBe(401);
});

test('a name is changed, and its errors are shown', async ({ page, account }) => {
  expect(account.firstName).toBe('Nadeesha');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change Name' }).click();
  const form = dialog(page, 'Change Name');
  await expect(form.getByLabel('First Name')).toBeFocused();
  await form.getByLabel('First Name').fill('N4deesha');
  await form.getByLabel('Last Name').fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('First name is Invalid')).toBeVisible();
  await expect(form.getByText('Last name is required')).toBeVisible();
  await form.getByLabel('First Name').fill('Nadee');
  await form.getByLabel('Last Name').fill('Silva');
  await page.route('**/v1/web/profile', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Something went wrong. Please try again')).toBeVisible();
  await expect(form.getByLabel('Last Name')).toHaveValue('Silva');
  await page.unroute('**/v1/web/profile');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name has been updated successfully')).toBeVisible();
  await expect(value(page, 'First Name')).toHaveText('Nadee');
  await expect(page.getByRole('button', { name: 'Account of Nadee Silva' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change Name' })).toBeFocused();
});

test('a password change requires the current one and ends all other sessions', async ({
  page,
  account,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL! });
  await signIn(elsewhere, account);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const form = dialog(page, 'Change Password');
  const fill = async (current: string, next: string, confirm = next) => {
    await form.getByLabel('Current Password').fill(current);
    await form.getByLabel('New Password').fill(next);
    await form.getByLabel('Confirm Password').fill(confirm);
    await form.getByRole('button', { name: 'Save' }).click();
  };
  await fill(account.password, 'Mudflat3!Wader', 'Mudflat3!Waders');
  await expect(form.getByText('Password and Confirm Password Must be same')).toBeVisible();
  await fill(account.password, 'short');
  await expect(form.getByText(/^Minimum eight characters/)).toBeVisible();
  await fill('Not7!MyPassword', 'Mudflat3!Wader');
  await expect(form.getByText('The password is wrong')).toBeVisible();
  await expect(form.getByLabel('Current Password')).toBeFocused();
  await expect(form.getByLabel('New Password')).toHaveValue('Mudflat3!Wader');
  await fill(account.password, 'Mudflat3!Wader');
  await expect(page.getByText('Password has been updated successfully')).toBeVisible();
  expect((await elsewhere.get('/v1/web/profile')).status()).toBe(401);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await logIn(page, account);
  await expect(page.getByText('Incorrect username or/and password!')).toBeVisible();
  await logIn(page, { email: account.email, password: 'Mudflat3!Wader' });
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});

test('a name of ten thousand letters is refused in its field', async ({ page, account }) => {
  expect(account.lastName).toBe('Perera');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change Name' }).click();
  const form = dialog(page, 'Change Name');
  await form.getByLabel('Last Name').fill('Silva'.repeat(2000));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('Last Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByText(/^Last name is/)).toBeVisible();
});
