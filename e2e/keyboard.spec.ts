// The first steps by keyboard alone: every control can be reached, shows its focus, and gets it back from
// what it opened.
import { addContact } from './contacts/steps.ts';
import { expect, test } from './fixtures.ts';
import { activate, createProject, signUp } from './people.ts';
import { tabTo } from './tabTo.ts';

test('signs in, sends a test message and reads its details without a pointer', async ({ page, person }) => {
  await activate(page.request, person);
  await page.goto('/');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(person.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();

  await test.step('make a project', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Create New Project' }));
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Project Name')).toBeFocused();
    await page.keyboard.type('Lanka Retail');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Project: Lanka Retail' })).toBeVisible();
  });

  await test.step('write the message', async () => {
    await expect(page).toHaveURL('/send-sms?mode=TEST');
    await tabTo(page, page.getByRole('textbox', { name: 'Phone numbers' }));
    await page.keyboard.type('0770000001,');
    await expect(page.getByText('0770000001 lacks a country code.')).toBeVisible();
    // The arrow keys move along the numbers.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Delete');
    await expect(page.getByText('0770000001 lacks a country code.')).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Phone numbers' })).toBeFocused();
    await tabTo(page, page.getByLabel('Message Content'));
    await page.keyboard.type('Your order has left the shop.');
  });

  await test.step('review and send', async () => {
    const review = page.getByRole('button', { name: 'Review and Send' });
    await tabTo(page, review);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Send SMS' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(review).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Send TEST' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('1 of 1 done')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Watch it travel' })).toBeFocused();
    await tabTo(
      page,
      dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }),
      'Shift+Tab',
    );
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(review).toBeFocused();
  });

  await test.step('read the details', async () => {
    await tabTo(page, page.getByRole('link', { name: 'See the log' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'SMS Logs', level: 1 })).toBeVisible();
    const row = page.getByRole('row', { name: /^\+94 77 000 0001/ });
    await expect(row).toBeVisible();
    await page.keyboard.press('j');
    await expect(row).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('definition').first()).toHaveText('Delivered');
    // A toast of sending may still be there, with a button of its own.
    await tabTo(
      page,
      page.getByRole('region', { name: 'SMS details' }).getByRole('button', { name: 'Close' }),
    );
    await page.keyboard.press('Enter');
    await expect(row).toBeFocused();
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Search' })).toBeFocused();
    // In a field the keys are letters.
    await page.keyboard.type('jk/');
    await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('jk/');
  });
});

test('J and K move along the people of the contacts, and Enter opens one', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await addContact(page.request, ['+94774128831', 'Kumari', 'Fonseka']);
  await addContact(page.request, ['+94774128832', 'Kumara', 'Silva']);
  await page.goto('/contacts');
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await expect(rows).toHaveCount(2);
  for (const [key, row] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(rows.nth(row).getByRole('link').first()).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/people\//);
});

test('a closed dialog or menu returns the focus', async ({ page, project }) => {
  await page.goto('/home');
  const testMode = page.getByRole('switch', { name: 'Test Mode' });
  await tabTo(page, testMode);
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog', { name: 'Verify Account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(testMode).toBeFocused();

  const menu = page.getByRole('button', { name: `Project: ${project.name}` });
  await tabTo(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: project.name })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: project.name })).toBeFocused();
  // As if Escape came before the focus has moved.
  await menu.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: project.name })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: project.name })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Create New Project' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Project Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(menu).toBeFocused();

  const avatar = page.getByRole('button', { name: 'Account of Nadeesha Perera' });
  await tabTo(page, avatar);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Manage Account' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(avatar).toBeFocused();

  await page.setViewportSize({ width: 360, height: 740 });
  const more = page.getByRole('button', { name: 'More' });
  await tabTo(page, more);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'More' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();
});

test('the first tab stop of every page skips the bars', async ({ page, person }) => {
  await signUp(page.request, person);
  const project = await createProject(page.request, 'Lanka Retail');
  for (const address of [
    '/home',
    '/logs',
    '/contacts',
    '/send-sms',
    '/campaigns',
    '/new-campaign',
    '/opt-outs',
    `/settings/${project.id}`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  }
});
