// Staff members: created from the command line, and signed in with every step and our own authenticator app.
import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { totpCode } from '../../server/test/totp.ts';
import { godwit } from '../service.ts';

const PASSWORD = 'Harbour9!Light';
const STEP_MS = 30_000;
const CODE_ANSWER_MS = 10_000;

export type StaffRole = 'SUPPORT' | 'COMPLIANCE' | 'FINANCE' | 'ADMIN';
export type Staff = { email: string; password: string; secret: string };

/** Creates an account and takes a page through its first sign-in. */
export async function enterStaff(page: Page, role: StaffRole = 'ADMIN'): Promise<Staff> {
  const email = `dilani.${randomUUID().slice(0, 8)}@godwit.example`;
  const made = await godwit('staff', 'add', email, `--role=${role}`);
  await page.goto('/staff');
  await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible();
  await fillLogin(page, email, String(made.password));
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  // A code is valid once: using the previous one leaves the current one for the next sign-in. On a loaded
  // machine it may be too old on arrival; then the current one is used.
  const kept = page.getByRole('button', { name: 'Done' });
  await expect(async () => {
    await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, Date.now() - STEP_MS));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(kept).toBeVisible({ timeout: CODE_ANSWER_MS });
  }).toPass();
  await kept.click();
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible();
  return { email, password: PASSWORD, secret };
}

/** Fills in e-mail and password on any login form. */
export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A page of another person's browser. */
export async function anotherPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

/** Opens a tab of the page of a team. */
export const openTab = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: /^Pages of/ })
    .getByRole('link', { name, exact: true })
    .click();

/** Searches a list, and waits for what is found: a row from before could be opened in its place. */
export async function searchFor(page: Page, text: string): Promise<void> {
  const found = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === text);
  await page.getByRole('textbox', { name: 'Search' }).fill(text);
  await found;
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === text);
  await expect(page.locator('[style*="opacity: 0.5"]')).toHaveCount(0);
}

/**
 * Opens a page by the navigation: its area, unless that is open, and then the page itself, which may have a
 * count after its name. Waits for the page, because the previous one may have controls of the same names.
 */
export async function openPage(page: Page, area: string, name: string): Promise<void> {
  const link = (bar: string, text: string) =>
    page
      .getByRole('navigation', { name: bar })
      .getByRole('link', { name: new RegExp(`^${text}( \\d+\\+?)?$`) });
  const areaLink = link('Main', area);
  // An area opens its first page, which scrolls up and would move the next link from under the pointer.
  if ((await areaLink.getAttribute('aria-current')) === null) await areaLink.click();
  await expect(areaLink).toHaveAttribute('aria-current', 'true');
  const pageLink = link(area, name);
  const path = await pageLink.getAttribute('href');
  await pageLink.click();
  // The inbox opens its first item by itself, at an address below its own.
  await page.waitForURL(({ pathname }) => `${pathname}/`.startsWith(`${path}/`));
  await expect(pageLink).toHaveAttribute('aria-current', 'page');
}
