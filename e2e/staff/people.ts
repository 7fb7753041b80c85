// Members of staff in tests: made from the command line, signed in by all the steps, with an authenticator app of ours.
import { createHmac, randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { godwit } from '../service.ts';

const PASSWORD = 'Harbour9!Light';
const STEP_MS = 30_000;
const CODE_ANSWER_MS = 10_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export type StaffRole = 'SUPPORT' | 'COMPLIANCE' | 'FINANCE' | 'ADMIN';
export type Staff = { email: string; password: string; secret: string };

/** The six digits of an authenticator app (RFC 6238) for a secret in base32 (RFC 4648). */
export function totp(secret: string, atMs: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / STEP_MS)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = digest[19]! & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Makes an account and takes a page of it through the first sign-in. */
export async function enterStaff(page: Page, role: StaffRole = 'ADMIN'): Promise<Staff> {
  const email = `dilani.${randomUUID().slice(0, 8)}@godwit.example`;
  const made = await godwit('staff', 'add', email, `--role=${role}`);
  await page.goto('/staff');
  await expect(page.getByRole('heading', { name: 'Staff sign-in' })).toBeVisible();
  await fillLogin(page, email, String(made.password));
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  // A code counts once: the one before leaves this one for the next sign-in.
  // On a busy machine it may be too old by the time it arrives: then the next one is.
  const kept = page.getByRole('button', { name: 'I have kept them' });
  await expect(async () => {
    await page.getByLabel('Code', { exact: true }).fill(totp(secret, Date.now() - STEP_MS));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(kept).toBeVisible({ timeout: CODE_ANSWER_MS });
  }).toPass();
  await kept.click();
  await expect(page.getByRole('button', { name: `Account of ${email}` })).toBeVisible();
  return { email, password: PASSWORD, secret };
}

/** E-mail and password, wherever they are asked. */
export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A page of somebody else's browser. */
export async function anotherPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}
