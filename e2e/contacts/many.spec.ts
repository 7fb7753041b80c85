// Many contacts at once: those of a page, of several pages, or all that match; added to a group, removed,
// deleted.
import { expect, test } from '../fixtures.ts';
import { addContact, addGroup, addMany, openContacts, rowOf, toast } from './steps.ts';

test('selected contacts are added to a group, removed from it, and deleted', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await addGroup(page.request, 'Colombo');
  for (const [index, name] of ['Nimal', 'Kumari', 'Ruwan'].entries()) {
    await addContact(page.request, [`+9477412883${index}`, name, 'Silva']);
  }
  await openContacts(page);
  const remove = page.getByRole('button', { name: 'Delete All Selected' });
  await expect(remove).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select Nimal Silva' }).check();
  await page.getByRole('checkbox', { name: 'Select Kumari Silva' }).check();
  await expect(page.getByText('2 contacts selected')).toBeVisible();
  await expect(remove).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toHaveJSProperty(
    'indeterminate',
    true,
  );

  await page.getByRole('button', { name: 'Add to Group' }).click();
  const adding = page.getByRole('dialog', { name: 'Add to Group' });
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(adding.getByText('Choose a group', { exact: true })).toBeVisible();
  await adding.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Colombo' }).click();
  await adding.getByRole('button', { name: 'Add' }).click();
  await expect(toast(page, '2 contacts have been added to Colombo')).toBeVisible();
  await expect(rowOf(page, 'Colombo')).toHaveCount(2);
  await expect(page.getByText('2 contacts selected')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select Kumari Silva' }).uncheck();
  await page.getByRole('button', { name: 'Remove from Group' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove from Group' });
  await removing.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Colombo' }).click();
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, '1 contact has been removed from Colombo')).toBeVisible();
  await expect(rowOf(page, 'Colombo')).toHaveCount(1);

  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(remove).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await remove.click();
  const deleting = page.getByRole('dialog', { name: 'Delete Contacts' });
  await expect(deleting).toContainText('3 contacts will be deleted');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, '3 contacts have been deleted successfully')).toBeVisible();
  await expect(page.getByText('No records')).toBeVisible();
});

test('the whole page, several pages, and all that match', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await addMany(page.request, 30);
  await addContact(page.request, ['+94712093417', 'Kumari', 'Fonseka']);
  await openContacts(page);
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await all.check();
  await expect(page.getByText('25 contacts selected')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(all).not.toBeChecked();
  await page
    .getByRole('checkbox', { name: /^Select Kasun/ })
    .first()
    .check();
  await expect(page.getByText('26 contacts selected')).toBeVisible();

  await page.goto('/contacts?q=Kasun');
  await all.check();
  await page.getByRole('button', { name: 'Select all 30 that match' }).click();
  await expect(page.getByText('30 contacts selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete All Selected' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete Contacts' });
  await expect(deleting).toContainText('30 contacts will be deleted');
  await deleting.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, '30 contacts have been deleted successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).filter({ hasText: 'Clear search' }).click();
  await expect(page.getByText('1 Result')).toBeVisible();
  await expect(rowOf(page, 'Kumari')).toBeVisible();
});
