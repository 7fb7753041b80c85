// Contacts and its dialogs: both themes, four widths, axe, pictures.
import { expect, test } from '../fixtures.ts';
import { LAPTOP, PHONE } from '../overflow.ts';
import { inspect } from '../screens.ts';
import { addContact, addGroup, choose, menuOf, openContacts } from './steps.ts';

const PEOPLE = [
  ['+94774128830', 'Nimal', 'Silva'],
  ['+94712093417', 'Kumari', 'Fonseka'],
  ['+94763380042', 'Ruwan', 'de Silva'],
  ['+94705517719', 'Ishara', 'Jayawardena'],
  ['+61412770918', 'Grace', 'Jones'],
  ['+94756672380', 'Maximiliana Alexandra Theodora', 'Wijesinghe Mudiyanselage Abeykoon Bandaranayake'],
  ['+94778801934', 'Chaminda', ''],
] as const;

const FILE = `Mobile,FirstName,LastName,Group1,Group2
0774128830,Nimal,Silva,VIP,Colombo
0712093417,Kumari,Fonseka,Colombo,
9.477E+10,Ruwan,de Silva,,
0705517719,Ishara,Jayawardena,Galle and the southern coast,VIP
12,Grace,Jones,VIP,
+94774128830,Nirmala,Silva,,
`;

test('contacts, empty', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await openContacts(page);
  await expect(page.getByText('No records')).toBeVisible();
  await inspect(page, 'contacts-empty');
});

test('contacts: list, edited, selected, and its dialogs', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const groups = [];
  for (const name of ['Galle and the southern coast', 'Colombo', 'VIP'])
    groups.push(await addGroup(page.request, name));
  for (const [index, person] of PEOPLE.entries()) {
    await addContact(page.request, [...person], groups.slice(0, (index * 2) % 4));
  }
  await openContacts(page);
  await expect(page.getByText('7 Results')).toBeVisible();
  await inspect(page, 'contacts');

  await page.setViewportSize(PHONE);
  await menuOf(page, 'Grace Jones').click();
  await expect(page.getByRole('menuitem')).toHaveCount(3);
  await inspect(page, 'contacts-menu', { on: 'phone', whole: false });
  await page.keyboard.press('Escape');
  await page.setViewportSize(LAPTOP);
  await choose(page, 'Edit', 'Grace Jones');
  await expect(page.getByRole('textbox', { name: 'Contact Number' })).toBeFocused();
  await inspect(page, 'contacts-edit');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Select Nimal Silva' }).check();
  await page.getByRole('checkbox', { name: 'Select Kumari Fonseka' }).check();
  await inspect(page, 'contacts-selected');

  const press = (name: string) => page.getByRole('button', { name }).click();
  for (const [open, dialog, name] of [
    [() => press('Delete All Selected'), 'Delete Contacts', 'contacts-delete-many'],
    [() => press('Add to Group'), 'Add to Group', 'contacts-add-to-group'],
    [() => choose(page, 'Delete', 'Nimal Silva'), 'Delete Contact', 'contacts-delete'],
  ] as const) {
    await open();
    await expect(page.getByRole('dialog', { name: dialog, exact: true })).toBeVisible();
    await inspect(page, name, { whole: false });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

test('add new contact, and its countries', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await openContacts(page);
  await page.getByRole('button', { name: 'New Contact' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Contact' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('First name is required')).toBeVisible();
  await inspect(page, 'contacts-new', { whole: false });
  await dialog.getByRole('button', { name: /^Country: / }).click();
  await expect(dialog.getByRole('option', { name: 'Sri Lanka' })).toBeInViewport();
  await inspect(page, 'contacts-countries', { whole: false });
});

test('manage groups: empty, an edited name, the confirmation', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/contacts/groups');
  await expect(page.getByText('No records')).toBeVisible();
  await inspect(page, 'groups-empty');
  for (const group of ['Suppliers', 'Galle and the southern coast', 'Colombo', 'VIP'])
    await addGroup(page.request, group);
  await page.reload();
  await choose(page, 'Edit', 'Suppliers');
  await inspect(page, 'groups');
  await choose(page, 'Delete', 'Colombo');
  await expect(page.getByRole('dialog', { name: 'Do you want to delete this group?' })).toBeVisible();
  await inspect(page, 'groups-delete', { whole: false });
});

test('upload from file: choice, preview, report', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await openContacts(page);
  await page.getByRole('button', { name: 'Contact Bulk Upload' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload From File' });
  await expect(dialog.getByText('Drop a CSV file here')).toBeVisible();
  await inspect(page, 'upload', { whole: false });
  const file = { name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByText('2 of these rows cannot be used')).toBeVisible();
  await inspect(page, 'upload-preview', { whole: false });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByText('contacts.csv is uploaded')).toBeVisible();
  await inspect(page, 'upload-report', { whole: false });

  await dialog.getByRole('button', { name: 'Upload another file' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ ...file, buffer: Buffer.from(`${FILE}"never closed`) });
  await expect(dialog.getByText('*Something went wrong!')).toBeVisible();
  await inspect(page, 'upload-failed', { whole: false });

  const columns = 'E-mail;City;Name;Phone;Group\nnimal@example.com;Kandy;Nimal Silva;0774128830;VIP\n';
  await dialog.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(columns) });
  await expect(dialog.getByText('These columns are not taken: E-mail, City')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Column for Number' }).selectOption('Name');
  await expect(dialog.getByText('No row of this file can be used.')).toBeVisible();
  await inspect(page, 'upload-columns', { whole: false });
});
