// A new visit: the requested address, and the chosen theme.
import { expect, test } from './fixtures.ts';

test('an address opened while signed out is opened after signing in', async ({ page, account, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.context().clearCookies();
  await page.goto('/logs?mode=TEST&range=4w&status=FAILED');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/logs\?.*status=FAILED/);
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Failed');
});

test('the theme follows the system until one is chosen, which the next visit keeps', async ({
  page,
  account,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/home');
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: `Account of ${account.firstName}` }).click();
  await page.getByText('Light', { exact: true }).click();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
});
