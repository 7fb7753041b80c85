// Manage Groups: created, renamed, deleted after a confirmation; newest first, with their sizes.
import { expect, test } from '../fixtures.ts';
import { addContact, addGroup, openContacts, rowOf, toast } from './steps.ts';

test('groups are created, renamed and deleted', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await openContacts(page);
  const open = page.getByRole('button', { name: 'Manage Groups' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  await expect(dialog.getByText('No records')).toBeVisible();
  const name = dialog.getByRole('textbox', { name: 'Group name' });
  const add = dialog.getByRole('button', { name: 'Add' });
  await expect(name).toBeFocused();
  await add.click();
  await expect(dialog.getByText('Group name is required')).toBeVisible();
  for (const group of ['VIP', 'Colombo']) {
    await name.fill(group);
    await name.press('Enter');
    await expect(dialog.getByRole('row').nth(1)).toContainText(group);
    await expect(name).toHaveValue('');
    await expect(name).toBeFocused();
  }

  await test.step('a name that already exists', async () => {
    await name.fill('VIP');
    await add.click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveValue('VIP');
    await name.fill('');
  });

  await test.step('renamed, after one cancelled by Escape', async () => {
    const pencil = dialog.getByRole('button', { name: 'Edit Colombo' });
    await pencil.click();
    const renamed = dialog.getByRole('row').getByRole('textbox', { name: 'Group name' });
    await expect(renamed).toBeFocused();
    await renamed.fill('Galle');
    await renamed.press('Escape');
    await expect(pencil).toBeFocused();
    await pencil.click();
    await renamed.fill('');
    await renamed.press('Enter');
    await expect(dialog.getByText('Group name is required')).toBeVisible();
    await renamed.fill('Galle');
    await dialog.getByRole('button', { name: 'Save Colombo' }).click();
    await expect(dialog.getByRole('button', { name: 'Edit Galle' })).toBeFocused();
    await expect(dialog.getByText('Colombo')).toBeHidden();
  });

  await test.step('renamed while another call is running', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/groups/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Edit Galle' }).click();
    await dialog.getByRole('row').getByRole('textbox', { name: 'Group name' }).fill('Matara');
    await dialog.getByRole('button', { name: 'Save Galle' }).click();
    await dialog.getByRole('button', { name: 'Delete VIP' }).click();
    const cancel = dialog.getByRole('alertdialog').getByRole('button', { name: 'Cancel' });
    await expect(cancel).toBeFocused();
    held.resolve();
    await expect(dialog.getByRole('button', { name: 'Edit Matara' })).toBeVisible();
    await expect(cancel).toBeFocused();
    await cancel.click();
  });

  await test.step('created while another call is running', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/groups', async (route) => {
      await held.promise;
      await route.continue();
    });
    await name.fill('Jaffna');
    await add.click();
    await dialog.getByRole('button', { name: 'Edit Matara' }).click();
    const renamed = dialog.getByRole('row').getByRole('textbox', { name: 'Group name' });
    await expect(renamed).toBeFocused();
    held.resolve();
    await expect(dialog.getByText('Jaffna')).toBeVisible();
    await expect(renamed).toBeFocused();
    await renamed.press('Escape');
  });

  await test.step('deleted, after a question', async () => {
    const bin = dialog.getByRole('button', { name: 'Delete VIP' });
    await bin.click();
    const question = dialog.getByRole('alertdialog', { name: 'Do you want to delete this group?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(bin).toBeFocused();
    await bin.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByText('VIP')).toBeHidden();
    await expect(name).toBeFocused();
  });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});

test('a group shows its size; after deletion its contacts remain outside it, until it is restored', async ({
  page,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  const vip = await addGroup(page.request, 'VIP');
  await addContact(page.request, ['+94774128830', 'Nimal', 'Silva'], [vip]);
  await addContact(page.request, ['+94774128831', 'Kumari', 'Fonseka'], [vip]);
  await openContacts(page, `?group=${vip.id}`);
  await expect(rowOf(page, 'VIP')).toHaveCount(2);
  await page.getByRole('button', { name: 'Manage Groups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Groups' });
  await expect(dialog.getByRole('row', { name: /VIP/ })).toContainText('2');
  await dialog.getByRole('button', { name: 'Delete VIP' }).click();
  await expect(dialog.getByText('Its 2 contacts are kept.')).toBeVisible();
  await dialog.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('No records')).toBeVisible();
  const undo = toast(page, 'VIP has been deleted').getByRole('button', { name: 'Undo' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Group' })).toHaveValue('No such group');
  await expect(page.getByText('No records')).toBeVisible();
  await undo.click();
  await expect(toast(page, 'VIP is back')).toBeVisible();
  await expect(rowOf(page, 'VIP')).toHaveCount(2);
});
