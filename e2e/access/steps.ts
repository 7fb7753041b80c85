// Shared steps of the tests for signing in and out.
import { type APIRequest, expect, type Page } from '@playwright/test';
import { mailbox, type Person, signIn } from '../people.ts';

/** Fills in the login form of the page or of the re-login dialog, and submits it. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Ends every session of a person from another browser; their pages notice it at their next call. */
export async function endSessions(api: APIRequest, baseURL: string, person: Person): Promise<void> {
  const elsewhere = await api.newContext({ baseURL });
  await signIn(elsewhere, person);
  const token = await elsewhere.get('/v1/web/generic/refresh_csrf');
  const { id } = (await token.json()) as { id: string };
  const answer = await elsewhere.delete('/v1/web/sessions/clear_inactive', {
    headers: { 'x-csrf-token': id },
  });
  expect(answer.ok()).toBe(true);
  await elsewhere.dispose();
}

/** Waits for the newest mail with a link to a new password; returns the link. */
export async function resetLink(page: Page, { email }: Pick<Person, 'email'>): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const mails = await mailbox(page.request, email);
      link = mails[0]?.links.find((each) => each.includes('/reset-password?t=')) ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

/** The value that the browser stores under a key. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate<string | null>(`localStorage.getItem(${JSON.stringify(key)})`);
}

/** Whether the browser has the marker of a session. */
export async function hasMarker(page: Page): Promise<boolean> {
  const cookies = await page.context().cookies();
  return cookies.some(({ name, value }) => name === 'godwit_auth' && value === '1');
}
