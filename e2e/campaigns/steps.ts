// Shared steps of the campaign tests: contacts in groups, and a campaign filled in on its page.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { post } from '../people.ts';

/** Number, first name, last name. */
export type Someone = readonly [number: string, first?: string | undefined, last?: string];

/** Creates groups of people by name; a person in several groups becomes one contact. */
export async function makeGroups(
  request: APIRequestContext,
  groups: Record<string, readonly Someone[]>,
): Promise<void> {
  const ids = new Map<Someone, string[]>();
  for (const [name, people] of Object.entries(groups)) {
    const { id } = await post<{ id: string }>(request, '/groups', { name });
    for (const someone of people) ids.set(someone, [...(ids.get(someone) ?? []), id]);
  }
  const add = async ([[number, first = 'Nimal', last = 'Silva'], groupIds]: [Someone, string[]]) => {
    const form = { number, first_name: first, last_name: last };
    const { id } = await post<{ id: string }>(request, '/contacts', form);
    await post(request, `/contacts/${id}/update_groups`, { groups: groupIds.join() });
  };
  await Promise.all([...ids].map(add));
}

/** `later`: scheduled for the time that the picker suggests. */
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

/** Opens the review of the form. */
export async function review(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Review and Send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Campaign' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The value beside a label, such as 'Delivered'. */
export const figure = (container: Page | Locator, name: string): Locator =>
  container
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator('dd');

/** The campaigns of a project in TEST, from the console's own call. */
export async function campaignsOf(
  request: APIRequestContext,
  projectId: string,
): Promise<{ id: string; name: string }[]> {
  const answer = await request.get(`/v1/web/campaigns?project_id=${projectId}&mode=TEST`);
  return (await answer.json()) as { id: string; name: string }[];
}
