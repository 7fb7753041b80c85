// What tests of campaigns begin with: contacts in groups, and a campaign written on its page.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { post, postJson } from '../people.ts';

/** Number, first name, last name. */
export type Someone = readonly [number: string, first?: string | undefined, last?: string];

/** Makes contacts of people, and gives their ids in the same order. */
export function addContacts(request: APIRequestContext, people: readonly Someone[]): Promise<string[]> {
  const add = async ([number, first = 'Nimal', last = 'Silva']: Someone) => {
    const form = { number, first_name: first, last_name: last };
    return (await post<{ id: string }>(request, '/contacts', form)).id;
  };
  return Promise.all(people.map(add));
}

/** Makes a group of contacts, and gives its id. */
export async function makeGroup(
  request: APIRequestContext,
  name: string,
  contacts: readonly string[] = [],
): Promise<string> {
  const { id } = await post<{ id: string }>(request, '/groups', { name });
  if (contacts.length > 0)
    await postJson(request, '/contacts/groups_multiple', { contacts, group_id: id, action: 'add' });
  return id;
}

/** `later`: for the time that the picker offers. */
export type Written = { name?: string; groups?: readonly string[]; content?: string; later?: boolean };

/** Fills in the form of a campaign. */
export async function write(
  page: Page,
  { name, groups = [], content, later = false }: Written,
): Promise<void> {
  if (name) await page.getByLabel('Campaign Name').fill(name);
  const field = page.getByRole('combobox', { name: 'Contact Groups' });
  for (const group of groups) {
    await field.fill(group);
    await page.getByRole('option', { name: group }).click();
  }
  if (groups.length > 0) await field.press('Escape');
  if (content) await page.getByLabel('Message Content').fill(content);
  if (!later) return;
  await page.getByRole('combobox', { name: 'Sending Time' }).click();
  await page.getByRole('option', { name: 'Scheduled Time' }).click();
  await expect(page.getByText('In the time zone of the project')).toBeVisible();
}

/** Opens the review of what is written. */
export async function review(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Review and Send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Campaign' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The value beside a name, such as 'Delivered'. */
export const figure = (place: Page | Locator, name: string): Locator =>
  place
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator('dd');

/** The campaigns of a project in TEST, as the console's own call tells them. */
export async function campaignsOf(
  request: APIRequestContext,
  projectId: string,
): Promise<{ id: string; name: string }[]> {
  const answer = await request.get(`/v1/web/campaigns?project_id=${projectId}&mode=TEST`);
  return (await answer.json()) as { id: string; name: string }[];
}
