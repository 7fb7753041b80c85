// Manage Groups: created, found, renamed, deleted after a confirmation; newest first, with their sizes.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { addContact, addGroup, choose, menuOf, openContacts, toast } from './steps.ts';

const title = (page: Page) => page.getByRole('heading', { name: 'Manage Groups', level: 1 });
const rows = (page: Page) => page.getByRole('region', { name: 'Manage Groups' }).getByRole('row');

test('groups are created, found, renamed and deleted', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await openContacts(page);
  await page.getByRole('link', { name: 'Manage Groups' }).click();
  await expect(page).toHaveURL(/\/contacts\/groups/);
  await expect(page.getByText('No records')).toBeVisible();
  const name = page.getByPlaceholder('New group');
  await page.getByRole('button', { name: 'New group' }).click();
  await expect(name).toBeFocused();
  const add = page.getByRole('button', { name: 'Add' });
  await add.click();
  await expect(page.getByText('Group name is required')).toBeVisible();
  for (const group of ['VIP', 'Colombo']) {
    await name.fill(group);
    await name.press('Enter');
    await expect(rows(page).nth(1)).toContainText(group);
    await expect(name).toHaveValue('');
    await expect(name).toBeFocused();
  }
  await expect(title(page)).toContainText('2');

  await test.step('a name that already exists', async () => {
    await name.fill('VIP');
    await add.click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveValue('VIP');
    await name.fill('');
  });

  await test.step('found by a part of its name', async () => {
    const search = page.getByRole('textbox', { name: 'Search' });
    await search.fill('vi');
    await expect(rows(page)).toHaveCount(2);
    await expect(title(page)).toContainText('2');
    await search.fill('Galle');
    await expect(page.getByText('No group of this name')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
    await expect(rows(page)).toHaveCount(3);
  });

  const renamed = rows(page).getByRole('textbox', { name: 'Group name' });
  await test.step('renamed, after one cancelled by Escape', async () => {
    await choose(page, 'Edit', 'Colombo');
    await expect(renamed).toBeFocused();
    await renamed.fill('Galle');
    await renamed.press('Escape');
    await expect(menuOf(page, 'Colombo')).toBeFocused();
    await choose(page, 'Edit', 'Colombo');
    await renamed.fill('');
    await renamed.press('Enter');
    await expect(page.getByText('Group name is required')).toBeVisible();
    await renamed.fill('Galle');
    await page.getByRole('button', { name: 'Save Colombo' }).click();
    await expect(menuOf(page, 'Galle')).toBeFocused();
    await expect(page.getByText('Colombo')).toBeHidden();
  });

  await test.step('renamed while another call is running', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/groups/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await choose(page, 'Edit', 'Galle');
    await renamed.fill('Matara');
    await page.getByRole('button', { name: 'Save Galle' }).click();
    await name.focus();
    held.resolve();
    await expect(menuOf(page, 'Matara')).toBeVisible();
    await expect(name).toBeFocused();
  });

  await test.step('created while another call is running', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/groups', async (route) => {
      await held.promise;
      await route.continue();
    });
    await name.fill('Jaffna');
    await add.click();
    await choose(page, 'Edit', 'Matara');
    await expect(renamed).toBeFocused();
    held.resolve();
    await expect(page.getByText('Jaffna')).toBeVisible();
    await expect(renamed).toBeFocused();
    await renamed.press('Escape');
  });

  await test.step('deleted, after a question', async () => {
    await choose(page, 'Delete', 'VIP');
    const question = page.getByRole('dialog', { name: 'Do you want to delete this group?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(menuOf(page, 'VIP')).toBeFocused();
    await choose(page, 'Delete', 'VIP');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(menuOf(page, 'VIP')).toBeHidden();
    await expect(name).toBeFocused();
  });
});

test('a group shows its size and leads to its contacts, which remain after its deletion', async ({
  page,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  const vip = await addGroup(page.request, 'VIP');
  await addContact(page.request, ['+94774128830', 'Nimal', 'Silva'], [vip]);
  await addContact(page.request, ['+94774128831', 'Kumari', 'Fonseka'], [vip]);
  await page.goto('/contacts/groups');
  await expect(rows(page).filter({ hasText: 'VIP' })).toContainText('2');
  await choose(page, 'Delete', 'VIP');
  const question = page.getByRole('dialog', { name: 'Do you want to delete this group?' });
  await expect(question.getByText('Its 2 contacts are kept.')).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No records')).toBeVisible();
  await toast(page, 'VIP has been deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'VIP is back')).toBeVisible();
  await page.getByRole('link', { name: 'VIP' }).click();
  await expect(page.getByRole('combobox', { name: 'Group' })).toHaveValue('VIP');
  await expect(page.getByText('2 Results')).toBeVisible();
});
