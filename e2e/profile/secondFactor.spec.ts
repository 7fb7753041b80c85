// The second factor: enabled with an app, required at login and re-login, recovery codes, disabled.
import type { Page } from '@playwright/test';
import { totpCode } from '../../server/test/totp.ts';
import { logIn } from '../access/steps.ts';
import { expect, test } from '../fixtures.ts';
import { createProject, type Person } from '../people.ts';

/** A code is valid once, and a phone's clock may be off by a step. */
const STEP_MS = 30_000;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const code = (page: Page) => page.getByRole('textbox', { name: 'Code' });

/** Enables it in the console; returns the app's secret and the recovery codes. */
async function turnOn(page: Page, { password }: Person): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Turn On' }).click();
  const setUp = dialog(page, 'Turn On the Second Factor');
  await expect(setUp.getByLabel('Password', { exact: true })).toBeFocused();
  await setUp.getByLabel('Password', { exact: true }).fill('Not7!MyPassword');
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expect(setUp.getByText('The password is wrong')).toBeVisible();
  await setUp.getByLabel('Password', { exact: true }).fill(password);
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(code(page)).toBeFocused();
  const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
  await code(page).fill('12');
  await setUp.getByRole('button', { name: 'Turn On' }).click();
  await expect(setUp.getByText(/^The code is wrong/)).toBeVisible();
  await code(page).fill(totpCode(secret, Date.now()));
  await setUp.getByRole('button', { name: 'Turn On' }).click();
  await expect(page.getByText('The second factor has been turned on')).toBeVisible();
  const codes = await setUp
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  await setUp.getByRole('button', { name: 'Copy' }).click();
  await expect
    .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
    .toBe(`${codes.join('\n')}\n`);
  const download = page.waitForEvent('download');
  await setUp.getByRole('button', { name: 'Save as a File' }).click();
  expect((await download).suggestedFilename()).toBe('godwit-recovery-codes.txt');
  await setUp.getByRole('button', { name: 'Done' }).click();
  await expect(setUp).toBeHidden();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Recovery Codes' })).toBeFocused();
  return { secret, codes };
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible();
}

test("a login requires the app's code, valid once, or a recovery code", async ({ page, account }) => {
  const { secret, codes } = await turnOn(page, account);
  await logOut(page);
  await logIn(page, account);
  await expect(code(page)).toBeFocused();
  await code(page).fill('000000');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText(/^The code is wrong or was used before/)).toBeVisible();
  await code(page).fill(totpCode(secret, Date.now() + STEP_MS));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();

  await logOut(page);
  await logIn(page, account);
  await code(page).fill(codes[0]!.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await page.goto('/profile');
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
});

test('starting over leads back to the password, with the e-mail kept', async ({ page, account }) => {
  await turnOn(page, account);
  await logOut(page);
  await logIn(page, account);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await logIn(page, account);
  await expect(code(page)).toBeFocused();
  await page.context().clearCookies();
  await code(page).fill('000000');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(
    page.getByText('This took too long. Sign in with your email and password again.'),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
});

test('the login over a page requires the code too, and repeats the call', async ({ page, account }) => {
  const { secret } = await turnOn(page, account);
  await page.goto('/home');
  await page.getByRole('button', { name: 'Create New Project' }).click();
  await dialog(page, 'New Project').getByLabel('Project Name').fill('Typed before the end');
  await page.context().clearCookies({ name: 'godwit_session' });
  await dialog(page, 'New Project').getByRole('button', { name: 'Create' }).click();
  await expect(dialog(page, 'Login')).toContainText('Your authentication failed. Try re-login again.');
  await logIn(page, account);
  await expect(code(page)).toBeFocused();
  await code(page).fill(totpCode(secret, Date.now() + STEP_MS));
  await dialog(page, 'Login').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(dialog(page, 'Login')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Project: Typed before the end' })).toBeVisible();
});

test('new recovery codes replace the old ones, and disabling it requires the password', async ({
  page,
  account,
}) => {
  await createProject(page.request, 'Lanka Retail');
  const { codes } = await turnOn(page, account);
  await page.getByRole('button', { name: 'New Recovery Codes' }).click();
  const renew = dialog(page, 'New Recovery Codes');
  await expect(code(page)).toBeFocused();
  await code(page).fill(codes[1]!);
  await renew.getByRole('button', { name: 'Make Codes' }).click();
  const list = renew.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  expect(await list.getByRole('listitem').allTextContents()).not.toContain(codes[0]);
  await renew.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Recovery Codes' })).toBeFocused();

  await page.getByRole('button', { name: 'Turn Off' }).click();
  const off = dialog(page, 'Turn Off the Second Factor');
  await off.getByRole('button', { name: 'Turn Off' }).click();
  await expect(off.getByText('Password is required')).toBeVisible();
  await off.getByLabel('Password', { exact: true }).fill(account.password);
  await off.getByRole('button', { name: 'Turn Off' }).click();
  await expect(page.getByText('The second factor has been turned off')).toBeVisible();
  await expect(page.getByText('Your password alone is enough to sign in.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn On' })).toBeFocused();
  await logOut(page);
  await logIn(page, account);
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
});
