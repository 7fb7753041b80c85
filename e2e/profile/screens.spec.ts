// The profile in every width and theme: no axe violation, no sideways scroll, and pictures.
import { totpCode } from '../../server/test/totp.ts';
import { expect, test } from '../fixtures.ts';
import { createProject, newPerson, signUp } from '../people.ts';
import { inspect } from '../screens.ts';

test('profile, its dialogs, the second factor, and the login with a code', async ({ page }) => {
  const person = newPerson('nadeesha.p.perera@lankaretail.example');
  await signUp(page.request, person);
  for (let number = 1; number <= 12; number++) await createProject(page.request, `Lanka Retail ${number}`);
  await page.goto('/profile');
  await expect(page.getByText('Active')).toBeVisible();
  await inspect(page, 'profile');

  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Password is required').first()).toBeVisible();
  await inspect(page, 'profile-password', { whole: false });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Turn On' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn On the Second Factor' });
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await inspect(page, 'second-factor-password', { whole: false });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  await inspect(page, 'second-factor-scan', { whole: false });
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, Date.now()));
  await dialog.getByRole('button', { name: 'Turn On' }).click();
  await expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await inspect(page, 'second-factor-codes', { whole: false });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Code').fill('000 000');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('The code is wrong')).toBeVisible();
  await inspect(page, 'login-code');
});
