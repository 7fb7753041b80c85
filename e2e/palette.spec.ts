// The search over everything, by keyboard alone; its look, and slow and failed responses.
import type { Locator, Page, Request } from '@playwright/test';
import { addContact, addGroup } from './contacts/steps.ts';
import { expect, test } from './fixtures.ts';
import { createProject, type Project, post, send, sendTest } from './people.ts';
import { inspect } from './screens.ts';
import { tabTo } from './tabTo.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('combobox', { name: 'Search' });
const results = (page: Page, group: string) =>
  dialog(page).getByRole('group', { name: group }).getByRole('option');
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

/** The option that Enter would open, as announced to a screen reader. */
async function expectChosen(page: Page, option: Locator): Promise<void> {
  await expect(option).toHaveAttribute('aria-selected', 'true');
  const id = await option.getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await expect(dialog(page).locator('[aria-selected="true"]')).toHaveCount(1);
}

/** A message, contacts and two campaigns. */
async function fill(page: Page, project: Project): Promise<string> {
  const id = await sendTest(page.request, project, { to: '+94771230001' });
  const group = await addGroup(page.request, 'VIP');
  await addContact(page.request, ['+94774128831', 'Kumari', 'Fonseka'], [group]);
  await addContact(page.request, ['+94774128832', 'Kumara', 'Silva']);
  await addContact(page.request, [
    '+94771230002',
    'Maximiliana Alexandra',
    'Wijesinghe Mudiyanselage Bandaranayake',
  ]);
  for (const name of ['New Year sale', 'Vesak greetings']) {
    const form = {
      project_id: project.id,
      mode: 'TEST',
      from: 'SANDBOX',
      content: 'Half price until Sunday',
    };
    await post(page.request, '/campaigns', { ...form, name, include_groups: group.id });
  }
  return id;
}

test('finds and opens pages, messages, contacts, campaigns and everything with a name', async ({
  page,
  project,
}) => {
  const id = await fill(page, project);
  await page.goto('/home');
  await expect(title(page, 'Home')).toBeVisible();

  await test.step('a page, by a synonym', async () => {
    await openSearch(page);
    await expect(results(page, 'Pages')).toHaveCount(26);
    await inspect(page, 'palette', { whole: false });
    await page.keyboard.type('blocked c');
    await expect(results(page, 'Pages')).toHaveText(['Geo Permissions']);
    await expectChosen(page, results(page, 'Pages').first());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/settings/${project.id}/geo-permissions`);
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('a message, by its number in local notation', async () => {
    await openSearch(page);
    await page.keyboard.type('077 123');
    await expect(results(page, 'Messages in TEST')).toHaveText([/^\+94 77 123 0001Delivered · /]);
    await expect(results(page, 'Contacts')).toHaveCount(1);
    await inspect(page, 'palette-found', { whole: false });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/logs/${id}`);
    await expect(title(page, 'SMS Details')).toBeVisible();
  });

  await test.step('a message, by its id, at once', async () => {
    await page.goto('/home');
    await expect(title(page, 'Home')).toBeVisible();
    await openSearch(page);
    await page.keyboard.insertText(id);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/logs/${id}`);
  });

  await test.step('a contact, with the arrow keys', async () => {
    await openSearch(page);
    await page.keyboard.type('kumar');
    const found = results(page, 'Contacts');
    await expect(found).toHaveText(['Kumara Silva+94 77 412 8832', 'Kumari Fonseka+94 77 412 8831']);
    await expectChosen(page, found.nth(0));
    await page.keyboard.press('ArrowDown');
    await expectChosen(page, found.nth(1));
    await page.keyboard.press('ArrowDown');
    await expectChosen(page, found.nth(0));
    await page.keyboard.press('ArrowUp');
    await expectChosen(page, found.nth(1));
    await page.keyboard.press('Enter');
    await expect(title(page, 'Kumari Fonseka')).toBeVisible();
    await expect(page).toHaveURL(/\/people\/%2B94774128831/);
  });

  await test.step('a campaign, by a word inside its name', async () => {
    await openSearch(page);
    await page.keyboard.type('greet');
    await expect(results(page, 'Campaigns in TEST')).toHaveText([/^Vesak greetings/]);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Half price until Sunday').first()).toBeVisible();
    await expect(page).toHaveURL(/\/campaign\//);
  });

  await test.step('a group, a setting, another project', async () => {
    await openSearch(page);
    await page.keyboard.type('vi');
    await expect(results(page, 'Groups')).toHaveText(['VIP']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/contacts\?group=/);
    await expect(page.getByText('1 Result', { exact: true })).toBeVisible();

    await openSearch(page);
    await page.keyboard.type('archive');
    await expect(results(page, 'Settings')).toHaveText(['Archive']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/settings/${project.id}#archive`);
    await expect(page.getByRole('button', { name: 'Archive Project' })).toBeInViewport();

    const other = await createProject(page.request, 'Ceylon Tea');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Archive Project' })).toBeInViewport();
    await openSearch(page);
    await page.keyboard.type('ceyl');
    await expect(results(page, 'Projects')).toHaveText(['Ceylon Tea']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/settings/${other.id}`);
    await expect(page.getByRole('button', { name: 'Project: Ceylon Tea' })).toBeVisible();
    await page.goto('/contacts');
    await expect(title(page, 'Contacts')).toBeVisible();
    await openSearch(page);
    await page.keyboard.type('lanka');
    await expect(results(page, 'Projects')).toHaveText([project.name]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('button', { name: `Project: ${project.name}` })).toBeVisible();
  });

  await test.step('a template, which is inserted in a message; one with merge fields in a campaign', async () => {
    for (const [name, content] of [
      ['Reminder', 'See you tomorrow'],
      ['Birthday', 'Happy birthday, {first_name}'],
    ] as const)
      await send(page.request, `/projects/${project.id}/templates`, { data: { name, content } });
    await page.goto('/home');
    await expect(title(page, 'Home')).toBeVisible();
    await openSearch(page);
    await page.keyboard.type('remi');
    await expect(results(page, 'Templates')).toHaveText(['ReminderSend SMS']);
    await inspect(page, 'palette-template', { whole: false });
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/send-sms');
    const content = page.getByRole('textbox', { name: 'Message Content' });
    await expect(content).toHaveValue('See you tomorrow');
    await content.fill('See you on Monday');
    await openSearch(page);
    await page.keyboard.type('remi');
    await expect(results(page, 'Templates')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(content).toHaveValue('See you tomorrow');
    await page.getByRole('button', { name: 'Put your text back' }).click();
    await page.reload();
    await expect(content).toHaveValue('See you on Monday');
    await openSearch(page);
    await page.keyboard.type('birth');
    await expect(results(page, 'Templates')).toHaveText(['BirthdayNew Campaign']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/new-campaign');
    await expect(content).toHaveValue('Happy birthday, {first_name}');
  });

  await test.step('an action: send to a number, open a message, switch the mode', async () => {
    await openSearch(page);
    await page.keyboard.type('send to 077 412 8831');
    await expectChosen(page, results(page, 'Actions').first());
    await expect(results(page, 'Actions')).toHaveText(['Send to +94 77 412 8831TEST']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/send-sms?mode=TEST');
    await expect(page.getByRole('main').getByText('+94 77 412 8831').first()).toBeVisible();

    await openSearch(page);
    await page.keyboard.insertText(`open message ${id}`);
    await expect(results(page, 'Actions')).toHaveText([/^Open message /]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/logs/${id}`);

    await openSearch(page);
    await page.keyboard.type('switch');
    await expect(results(page, 'Actions')).toHaveText(['Switch to LIVE']);
    await inspect(page, 'palette-action', { whole: false });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Verify Account' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('switch', { name: 'Test Mode' })).toBeChecked();
  });

  await test.step('what was opened last', async () => {
    await openSearch(page);
    await expect(results(page, 'Recent').first()).toHaveText(/^Open message /);
    await expect(results(page, 'Recent')).toHaveCount(5);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/logs/${id}`);
  });

  await test.step('nothing', async () => {
    await openSearch(page);
    await page.keyboard.type('nowhere at all');
    const status = dialog(page).getByRole('status');
    await expect(status).toHaveText('Nothing found. Messages and campaigns are searched in TEST only.');
    await press(page, 'ArrowDown', 'Enter');
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  });
});

test('opens from the bar and by its keys, and returns the focus', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  // Only contacts that there are can be searched.
  await addContact(page.request, ['+94774128831', 'Kumari', 'Fonseka']);
  await page.goto('/contacts');
  const button = page.getByRole('button', { name: 'Search… Ctrl K' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();

  // In a field Ctrl K works, and a question mark is typed.
  const search = page.getByRole('textbox', { name: 'Search' });
  await tabTo(page, search);
  await page.keyboard.type('?');
  await expect(search).toHaveValue('?');
  await openSearch(page);
  await page.keyboard.type('?');
  await expect(field(page)).toHaveValue('?');
  await press(page, 'Control+k');
  await expect(dialog(page)).toBeHidden();
  await expect(search).toBeFocused();

  await tabTo(page, button, 'Shift+Tab');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const key of ['Ctrl K', '/', 'J', 'K'])
    await expect(keys.getByText(key, { exact: true })).toBeVisible();
  await inspect(page, 'keys', { whole: false });
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(button).toBeFocused();

  // Input in a dialog is not lost.
  await tabTo(page, page.getByRole('button', { name: 'New Contact' }));
  await page.keyboard.press('Enter');
  const contact = page.getByRole('dialog', { name: 'Add New Contact' });
  await expect(contact.getByLabel('First name')).toBeFocused();
  await press(page, 'Control+k');
  await expect(contact.getByLabel('First name')).toBeFocused();
  await expect(dialog(page)).toHaveCount(0);
  await page.keyboard.press('Escape');

  // On a phone it opens from the sheet of other pages.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/home');
  const more = page.getByRole('button', { name: 'More' });
  // The second time it is already loaded.
  for (const _ of [1, 2]) {
    await more.click();
    const sheet = page.getByRole('dialog', { name: 'More' });
    await sheet.getByRole('button', { name: 'Search…' }).click();
    await expect(field(page)).toBeFocused();
    await expect(sheet).toBeHidden();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(more).toBeFocused();
  }
});

test('an old response never replaces a new one, closing stops waiting, and a failure is shown', async ({
  page,
  project,
}) => {
  await fill(page, project);
  await page.goto('/home');
  await expect(title(page, 'Home')).toBeVisible();
  const answers = new Map<string, () => void>();
  await page.route('**/v1/web/contacts?*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? '';
    await new Promise<void>((resolve) => answers.set(q, resolve));
    // It may have been cancelled.
    await route.continue().catch(() => {});
  });
  const requested = (q: string) => expect.poll(() => answers.has(q), `requested ${q}`).toBe(true);
  const givenUp = (q: string) =>
    page.waitForEvent(
      'requestfailed',
      (request: Request) => new URL(request.url()).searchParams.get('q') === q,
    );

  await openSearch(page);
  await page.keyboard.type('kumar');
  await requested('kumar');
  const old = givenUp('kumar');
  await page.keyboard.type('i');
  await requested('kumari');
  await old;
  answers.get('kumar')?.();
  await expect(dialog(page).getByRole('status')).toHaveText('Searching…');
  answers.get('kumari')?.();
  await expect(results(page, 'Contacts')).toHaveText([/^Kumari Fonseka/]);

  // Results stay visible, dimmed and disabled, until the next response.
  await page.keyboard.press('Backspace');
  await page.keyboard.type('a ');
  await requested('kumara');
  await expect(results(page, 'Contacts')).toHaveText([/^Kumari Fonseka/]);
  await expect(results(page, 'Contacts')).toBeDisabled();
  const closed = givenUp('kumara');
  await page.keyboard.press('Escape');
  await closed;

  await page.route('**/v1/web/contacts?*', (route) => route.fulfill({ status: 400, json: { code: 1002 } }));
  await openSearch(page);
  await page.keyboard.type('sal');
  await expect(results(page, 'Campaigns in TEST')).toHaveText([/^New Year sale/]);
  await expect(dialog(page).getByRole('status')).toHaveText('Some results could not be loaded.');
});
