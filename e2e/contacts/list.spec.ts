// Single contacts: created, found, paged, edited in their row, deleted.
import { expect, test } from '../fixtures.ts';
import { setTeamState } from '../service.ts';
import { arrowTo } from '../tabTo.ts';
import { addContact, addGroup, addMany, choose, menuOf, openContacts, rowOf, toast } from './steps.ts';

/** The numbering plans of all countries, for readable numbers. */
const NUMBERING_PLANS = /\/assets\/min-.*\.js$/;

test('a first contact, with its possible errors', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/home');
  await page.getByRole('link', { name: 'Contacts' }).click();
  await expect(page.getByText('No records')).toBeVisible();
  await page.getByRole('button', { name: 'New Contact' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Contact' });
  const first = dialog.getByLabel('First name');
  const number = dialog.getByLabel('Contact Number');
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(first).toBeFocused();
  await save.click();
  await expect(dialog.getByText('First name is required')).toBeVisible();
  await expect(dialog.getByText('Contact number is required')).toBeVisible();
  await first.fill('N');
  await expect(dialog.getByText('First name is required')).toBeHidden();
  await save.click();
  await expect(dialog.getByText('First name is too short')).toBeVisible();
  await first.fill('Nimal2');
  await number.fill('0771');
  await save.click();
  await expect(dialog.getByText('First name is Invalid')).toBeVisible();
  await first.fill('Nimal');
  await save.click();
  await expect(dialog.getByText('This is not a valid phone number.')).toBeVisible();
  await expect(first).toHaveValue('Nimal');
  await number.fill('077 412 8830');
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, 'New contact has been created successfully')).toBeVisible();
  await expect(rowOf(page, 'Nimal')).toContainText('+94 77 412 8830');
  await expect(page.getByText('1 Result')).toBeVisible();

  await test.step('the same number a second time', async () => {
    await page.getByRole('button', { name: 'New Contact' }).click();
    await first.fill('Somebody');
    await number.fill('+94774128830');
    await save.click();
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expect(first).toHaveValue('Somebody');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('1 Result')).toBeVisible();
  });

  await test.step('one that starts in a group', async () => {
    await addGroup(page.request, 'Customers');
    await page.reload();
    await page.getByRole('button', { name: 'New Contact' }).click();
    await first.fill('Amaya');
    await number.fill('077 412 8831');
    await dialog.getByRole('combobox', { name: 'Groups' }).click();
    await page.getByRole('option', { name: 'Customers' }).click();
    await page.keyboard.press('Escape');
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'Amaya')).toContainText('Customers');
  });
});

test("the number's country is searched for, or detected while typing", async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await openContacts(page);
  await page.getByRole('button', { name: 'New Contact' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Contact' });
  await dialog.getByLabel('First name').fill('Grace');
  const country = dialog.getByRole('button', { name: /^Country: / });
  await expect(country).toHaveAccessibleName('Country: Sri Lanka, LK +94');
  await country.click();
  const search = dialog.getByPlaceholder('Country or code');
  await expect(search).toBeFocused();
  await search.fill('nowhere');
  await expect(dialog.getByText('No country of this name')).toBeVisible();
  await search.fill('austral');
  await dialog.getByRole('option', { name: 'Australia' }).click();
  await expect(country).toHaveAccessibleName('Country: Australia, AU +61');
  await expect(country).toBeFocused();
  const number = dialog.getByLabel('Contact Number');
  await number.fill('+4915');
  await expect(country).toHaveAccessibleName('Country: Germany, DE +49');
  await country.click();
  await search.fill('+61');
  await arrowTo(page, page.getByRole('option', { name: /^Australia/ }));
  await search.press('Enter');
  await expect(country).toHaveAccessibleName('Country: Australia, AU +61');
  await number.fill('0412 345 678');
  await number.press('Enter');
  await expect(rowOf(page, 'Grace')).toContainText('+61 412 345 678');
});

test('a row is edited in the table: saved, refused, cancelled', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const vip = await addGroup(page.request, 'VIP');
  await addGroup(page.request, 'Colombo');
  await addContact(page.request, ['+94774128830', 'Nimal', 'Silva'], [vip]);
  await addContact(page.request, ['+94774128831', 'Kumari', 'Fonseka']);
  const opened = Promise.withResolvers<void>();
  await page.route(NUMBERING_PLANS, async (route) => {
    await opened.promise;
    await route.continue();
  });
  await openContacts(page);
  const menu = menuOf(page, 'Nimal Silva');
  const first = page.getByRole('textbox', { name: 'First name' });
  const number = page.getByRole('textbox', { name: 'Contact Number' });
  const save = page.getByRole('button', { name: 'Save Nimal Silva' });

  await test.step('cancelled: nothing has changed', async () => {
    await choose(page, 'Edit', 'Nimal Silva');
    await expect(number).toBeFocused();
    opened.resolve();
    await expect(number).toHaveValue('+94 77 412 8830');
    await first.fill('Somebody');
    await page.getByRole('button', { name: 'Cancel editing Nimal Silva' }).click();
    await expect(menu).toBeFocused();
    await expect(rowOf(page, 'Nimal')).toContainText('VIP');
  });

  await test.step('refused: each field shows its error and keeps its input', async () => {
    await choose(page, 'Edit', 'Nimal Silva');
    await first.fill('');
    await number.fill('');
    await save.click();
    await expect(page.getByText('First name is required')).toBeVisible();
    await expect(page.getByText('Number is required', { exact: true })).toBeVisible();
    await expect(number).toBeFocused();
    await first.fill('Ni3al');
    // Kumari has this number.
    await number.fill('0774128831');
    await save.click();
    await expect(page.getByText('First name is Invalid')).toBeVisible();
    await first.fill('Nimali');
    await save.click();
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expect(first).toHaveValue('Nimali');
  });

  await test.step('saved: details and groups are both on screen', async () => {
    await number.fill('0774128839');
    const groups = page.getByRole('combobox', { name: 'Groups' });
    await groups.fill('colo');
    await page.getByRole('option', { name: 'Colombo' }).click();
    await page.keyboard.press('Escape');
    await save.click();
    await expect(toast(page, 'Contact has been updated successfully')).toBeVisible();
    const row = rowOf(page, 'Nimali');
    await expect(row).toContainText('+94 77 412 8839');
    await expect(row).toContainText('Colombo');
    await expect(row).toContainText('VIP');
    await expect(menuOf(page, 'Nimali Silva')).toBeFocused();
  });
});

test('if the groups cannot be saved the details stay as they were', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const vip = await addGroup(page.request, 'VIP');
  await addContact(page.request, ['+94774128830', 'Nimal', 'Silva']);
  await openContacts(page);
  await choose(page, 'Edit', 'Nimal Silva');
  await page.getByRole('textbox', { name: 'First name' }).fill('Somebody');
  await page.getByRole('combobox', { name: 'Groups' }).click();
  await page.getByRole('option', { name: 'VIP' }).click();
  // A colleague deletes the group in between.
  const token = await page.request.get('/v1/web/generic/refresh_csrf');
  const { id } = (await token.json()) as { id: string };
  await page.request.delete(`/v1/web/groups/${vip.id}`, { headers: { 'x-csrf-token': id } });
  await page.getByRole('button', { name: 'Save Nimal Silva' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Somebody');
  await page.getByRole('button', { name: 'Cancel editing Nimal Silva' }).click();
  await expect(rowOf(page, 'Nimal')).toBeVisible();
  await page.reload();
  await expect(rowOf(page, 'Nimal')).toBeVisible();
  await expect(page.getByText('Somebody')).toBeHidden();
});

test('found by name, number and group; the address has the filter', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const vip = await addGroup(page.request, 'VIP');
  await addContact(page.request, ['+94774128830', 'Nimal', 'Silva'], [vip]);
  await addContact(page.request, ['+94712093417', 'Kumari', 'Fonseka']);
  await addContact(page.request, ['+61412345678', 'Nimmi', 'Jones'], [vip]);
  await openContacts(page);
  const search = page.getByRole('textbox', { name: 'Search' });
  for (const [typed, found] of [
    ['nim', ['Nimal', 'Nimmi']],
    ['fons', ['Kumari']],
    ['nimal s', ['Nimal']],
    ['071', ['Kumari']],
    ['+61', ['Nimmi']],
  ] as const) {
    await search.fill(typed);
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === typed);
    await expect(page.getByText(found.length === 1 ? '1 Result' : `${found.length} Results`)).toBeVisible();
    for (const name of found) await expect(rowOf(page, name)).toBeVisible();
  }
  await search.fill('nobody');
  await expect(page.getByText('No records')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).filter({ hasText: 'Clear search' }).click();
  await expect(page.getByText('3 Results')).toBeVisible();
  await expect(search).toHaveValue('');

  await page.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'VIP' }).click();
  await expect(page.getByText('2 Results')).toBeVisible();
  await search.fill('jon');
  await expect(page.getByText('1 Result')).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue('jon');
  await expect(page.getByRole('combobox', { name: 'Group' })).toHaveValue('VIP');
  await expect(rowOf(page, 'Nimmi')).toBeVisible();
});

test('pages of 25, 50, 75 and 100', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await addMany(page.request, 60);
  await openContacts(page);
  await expect(page.getByText('60 Results')).toBeVisible();
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  // Newest first.
  await expect(rowOf(page, '+94 77 100 0060')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await expect(rowOf(page, '+94 77 100 0035')).toBeVisible();
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await expect(page.getByRole('option')).toHaveText(['25', '50', '75', '100']);
  await page.getByRole('option', { name: '50' }).click();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.goto('/contacts?page=9&page_size=50');
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(rowOf(page, '+94 77 100 0001')).toBeVisible();
});

test('one is deleted after a confirmation, and restored', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await addContact(page.request, ['+94774128830', 'Nimal', 'Silva']);
  await addContact(page.request, ['+94774128831', 'Kumari', 'Fonseka']);
  await openContacts(page);
  await choose(page, 'Delete', 'Nimal Silva');
  const dialog = page.getByRole('dialog', { name: 'Delete Contact' });
  await expect(dialog).toContainText('Nimal Silva, +94 77 412 8830');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(menuOf(page, 'Nimal Silva')).toBeFocused();
  await choose(page, 'Delete', 'Nimal Silva');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Contact has been deleted successfully')).toBeVisible();
  await expect(page.getByText('1 Result')).toBeVisible();
  await expect(rowOf(page, 'Nimal')).toBeHidden();
  await toast(page, 'Contact has been deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, '1 contact is back')).toBeVisible();
  await expect(rowOf(page, 'Nimal')).toContainText('Silva');
});

test('changes from another tab appear when this one is visible again', async ({ page, project, context }) => {
  expect(project.name).toBe('Lanka Retail');
  await openContacts(page);
  const other = await context.newPage();
  await addContact(other.request, ['+94774128830', 'Nimal', 'Silva']);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  await expect(rowOf(page, 'Nimal')).toBeVisible();
});

test('a viewer sees and exports contacts, and has no control that changes them', async ({
  page,
  account,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  const vip = await addGroup(page.request, 'VIP');
  await addContact(page.request, ['+94774128830', 'Nimal', 'Silva'], [vip]);
  await setTeamState(account.email, 'viewer');
  await openContacts(page);
  await expect(rowOf(page, 'Nimal')).toContainText('VIP');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Contact Number',
    'First name',
    'Last name',
    'Groups',
  ]);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(
    page.getByRole('main').getByRole('button', { name: /New|Bulk|Manage|Edit|Delete/ }),
  ).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await download;
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody');
  await expect(page.getByText('No records')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'New Contact' })).toHaveCount(0);
});

test('contacts that have opted out are marked', async ({ page, account, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await addContact(page.request, ['+94774128830', 'Nimal', 'Silva']);
  await addContact(page.request, ['+94774128831', 'Kumari', 'Fonseka']);
  await setTeamState(account.email, 'opted-out', '+94774128830');
  await openContacts(page);
  await expect(rowOf(page, 'Nimal')).toContainText('Opted out');
  await expect(rowOf(page, 'Kumari')).not.toContainText('Opted out');
});
