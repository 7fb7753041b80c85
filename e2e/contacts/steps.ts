// Shared steps of the contact tests.
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { post } from '../people.ts';

type Kept = { id: string };

/** Creates a contact of the signed-in team, in the groups with these ids. */
export async function addContact(
  request: APIRequestContext,
  [number, first_name, last_name = '']: [number: string, firstName: string, lastName?: string],
  groups: readonly Kept[] = [],
): Promise<Kept> {
  const contact = await post<Kept>(request, '/contacts', { number, first_name, last_name });
  if (groups.length > 0) {
    await post(request, `/contacts/${contact.id}/update_groups`, {
      groups: groups.map(({ id }) => id).join(),
    });
  }
  return contact;
}

export const addGroup = (request: APIRequestContext, name: string): Promise<Kept> =>
  post(request, '/groups', { name });

/** Adds contacts: `Kasun 1` with +94 77 100 0001, and so on; the last is the newest. */
export async function addMany(request: APIRequestContext, count: number): Promise<void> {
  for (let i = 1; i <= count; i++) {
    const suffix = 'abcdefghijklmnopqrstuvwxyz'[i % 26];
    await addContact(request, [`+9477100${String(i).padStart(4, '0')}`, `Kasun${suffix}`, `Number ${i}`]);
  }
}

/** Opens Contacts and waits for its first page. */
export async function openContacts(page: Page, search = ''): Promise<void> {
  await page.goto(`/contacts${search}`);
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible();
  await expect(page.getByText(/Results?$|^No records$/).first()).toBeVisible();
}

/** The row of the table that contains a text. */
export const rowOf = (page: Page, words: string): Locator =>
  page.getByRole('region', { name: 'Contacts' }).getByRole('row').filter({ hasText: words });

/** The toast that contains a text. */
export const toast = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: words });

/** The button of a contact's menu. */
export const menuOf = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true });

/** Chooses an action from the menu of a contact. */
export async function choose(page: Page, action: 'Edit' | 'Delete', name: string): Promise<void> {
  await menuOf(page, name).click();
  await page.getByRole('menuitem', { name: `${action} ${name}`, exact: true }).click();
}
