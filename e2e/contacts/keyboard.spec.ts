// Contacts by keyboard alone: every control can be reached, shows its focus, and gets it back from what it
// opened.
import { expect, test } from '../fixtures.ts';
import { arrowTo, tabTo } from '../tabTo.ts';
import { addContact, addGroup, menuOf, openContacts, rowOf } from './steps.ts';

test('created, edited, selected, grouped and deleted without a pointer', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await addGroup(page.request, 'VIP');
  await addContact(page.request, ['+94774128831', 'Kumari', 'Fonseka']);
  await openContacts(page);

  await test.step('a new contact', async () => {
    const open = page.getByRole('button', { name: 'New Contact' });
    await tabTo(page, open);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add New Contact' });
    await expect(dialog.getByLabel('First name')).toBeFocused();
    await page.keyboard.type('Grace');
    await tabTo(page, dialog.getByRole('button', { name: /^Country: / }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByPlaceholder('Country or code')).toBeFocused();
    await page.keyboard.type('australia');
    await arrowTo(page, page.getByRole('option', { name: /^Australia/ }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Country: Australia, AU +61' })).toBeFocused();
    await tabTo(page, dialog.getByLabel('Contact Number'));
    await page.keyboard.type('0412770918');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(open).toBeFocused();
    await expect(rowOf(page, 'Grace')).toBeVisible();
  });

  await test.step('edited in its row', async () => {
    await tabTo(page, menuOf(page, 'Grace'));
    await page.keyboard.press('Enter');
    const edit = page.getByRole('menuitem', { name: 'Edit Grace' });
    await expect(edit).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Contact Number' })).toBeFocused();
    await tabTo(page, page.getByRole('textbox', { name: 'Last name' }));
    await page.keyboard.type('Jones');
    await tabTo(page, page.getByRole('combobox', { name: 'Groups' }));
    await page.keyboard.type('vi');
    await arrowTo(page, page.getByRole('option', { name: 'VIP' }));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByRole('button', { name: 'Save Grace' }));
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Jones')).toContainText('VIP');
    await expect(menuOf(page, 'Grace Jones')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit Grace Jones' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menuOf(page, 'Grace Jones')).toBeFocused();
  });

  await test.step('selected and deleted', async () => {
    const box = page.getByRole('checkbox', { name: 'Select Grace Jones' });
    await tabTo(page, box, 'Shift+Tab');
    await page.keyboard.press('Space');
    await expect(page.getByText('1 contact selected')).toBeVisible();
    const clear = page.getByRole('button', { name: 'Clear selection' });
    await tabTo(page, clear, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await tabTo(page, box);
    await page.keyboard.press('Space');
    const remove = page.getByRole('button', { name: 'Delete All Selected' });
    await tabTo(page, remove, 'Shift+Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete Contacts' });
    await tabTo(page, dialog.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'Grace')).toBeHidden();
    // The control that opened the confirmation disappeared with the selection.
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('a file is chosen, previewed and uploaded without a pointer', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await openContacts(page);
  const open = page.getByRole('button', { name: 'Contact Bulk Upload' }).first();
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Upload From File' });
  // The listener is registered by the browser's next response.
  const chooser = page.waitForEvent('filechooser');
  await expect(dialog.getByRole('button', { name: 'Browse' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({
    name: 'contacts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('0774128830,Nimal,Silva\n12,Nobody\n'),
  });
  await tabTo(page, dialog.getByRole('button', { name: 'Upload' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('contacts.csv is uploaded')).toBeFocused();
  await tabTo(page, dialog.getByRole('button', { name: 'Download report' }));
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await download;
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});
