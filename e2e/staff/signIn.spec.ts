// Staff sign in for the first time and again: every step, right and wrong.
import { randomUUID } from 'node:crypto';
import { totpCode } from '../../server/test/totp.ts';
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';
import { godwit } from '../service.ts';
import { enterStaff, fillLogin } from './people.ts';

test('the first sign-in: a new password, an authenticator app, recovery codes', async ({ page }) => {
  const email = `dilani.${randomUUID().slice(0, 8)}@godwit.example`;
  const { password } = await godwit('staff', 'add', email, '--role=COMPLIANCE');
  await page.goto('/staff/sender-ids?status=APPROVED');
  await expect(page).toHaveURL('/staff/sign-in');
  await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible();
  await inspect(page, 'staff-sign-in');
  await fillLogin(page, email, 'Not the password');
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials.');
  await inspect(page, 'staff-sign-in-wrong');

  await fillLogin(page, email, String(password));
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Minimum eight characters')).toBeVisible();
  await inspect(page, 'staff-new-password');
  await page.getByLabel('New password').fill('Harbour9!Light');
  await page.getByRole('button', { name: 'Save password' }).click();

  await expect(page.getByRole('heading', { name: 'Set up an authenticator app' })).toBeVisible();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await inspect(page, 'staff-enrol');
  const code = page.getByLabel('Code', { exact: true });
  await code.fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^The code is wrong/)).toBeVisible();
  await code.fill(totpCode(secret, Date.now()));
  await page.getByRole('button', { name: 'Confirm' }).click();

  const codes = page.getByRole('list', { name: 'Recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [recovery] = await codes.getByRole('listitem').allInnerTexts();
  await inspect(page, 'staff-recovery-codes');
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain(recovery);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL('/staff/sender-ids?status=APPROVED');

  await test.step('without the app, by a recovery code, once', async () => {
    for (const right of [true, false]) {
      await page.context().clearCookies({ name: 'godwit_staff' });
      await page.goto('/staff');
      await fillLogin(page, email, 'Harbour9!Light');
      await page.getByLabel('Code', { exact: true }).fill(recovery ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      const entered = page.getByRole('button', { name: `Account of ${email}` });
      await expect(right ? entered : page.getByText(/^The code is wrong/)).toBeVisible();
    }
    await inspect(page, 'staff-code-wrong');
  });
});

test('a signed-in member does not have to sign in again', async ({ page }) => {
  await enterStaff(page, 'COMPLIANCE');
  await page.goto('/staff/sign-in');
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
});
