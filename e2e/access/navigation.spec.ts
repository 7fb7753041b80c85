// Navigation: the bars, the selected project, the routes, the banner and the modes.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { createProject } from '../people.ts';
import { godwit } from '../service.ts';
import { hasMarker, stored } from './steps.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const avatar = (page: Page) => page.getByRole('button', { name: /^Account of/ });
const popup = (page: Page) => page.getByRole('dialog', { name: 'Account' });

const PUBLIC = [
  '/',
  '/sign-up',
  '/verification-required',
  '/forgot-password',
  '/reset-password',
  '/activate',
  '/activated',
  '/api',
];
const SIGNED_IN = [
  ...[
    '/home',
    '/home/conversation',
    '/logs',
    '/logs/1',
    '/contacts',
    '/contacts/groups',
    '/settings/1',
    '/profile',
    '/campaigns',
  ],
  ...['/new-campaign', '/campaign/1', '/templates', '/opt-outs', '/sender-id', '/verify', '/send-sms'],
  ...['/request-verification', '/billing', '/billing/usage', '/billing/payments', '/payment-complete'],
];

const ABOUT_SENDING = new Set(['/home', '/campaigns', '/new-campaign', '/send-sms']);

test('every public address is a page; the others lead to the login and back', async ({ page }) => {
  for (const address of PUBLIC) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(title(page, 'Page not found')).toHaveCount(0);
    await expect(page).toHaveURL(address);
  }
  for (const address of SIGNED_IN) {
    await page.goto(address);
    await expect(title(page, 'Login')).toBeVisible();
    await expect(page).toHaveURL('/');
  }
  for (const address of ['/login', '/signin', '/sign-in']) {
    await page.goto(address);
    await expect(title(page, 'Login')).toBeVisible();
    await expect(page).toHaveURL('/');
  }
});

test('signed in, every address is a page with its title and the bars', async ({ page, project }) => {
  for (const address of SIGNED_IN) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(title(page, 'Page not found')).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Project: ${project.name}` })).toBeVisible();
    await expect(page).toHaveTitle(/^.+ · Godwit$/);
    const isAboutSending = ABOUT_SENDING.has(address);
    await expect(page.getByText('Account not Verified')).toHaveCount(isAboutSending ? 1 : 0);
  }
});

test('an unknown address shows an error and a link to Home', async ({ page, account }) => {
  expect(account.firstName).toBe('Nadeesha');
  for (const address of ['/nowhere', '/home/nowhere', '/settings', '/campaign']) {
    await page.goto(address);
    await expect(title(page, 'Page not found')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(title(page, 'Home')).toBeVisible();
});

test('offline, a page shows an error, and loads once the connection is back', async ({ page, project }) => {
  await page.goto('/contacts');
  await expect(title(page, 'Contacts')).toBeVisible();
  await page.context().setOffline(true);
  await main(page).getByRole('link', { name: 'Home' }).click();
  await expect(title(page, 'You are offline')).toBeVisible();
  await expect(page).toHaveURL('/home?mode=TEST');
  await expect(page.getByRole('button', { name: `Project: ${project.name}` })).toBeVisible();
  await page.context().setOffline(false);
  await expect(title(page, 'Home')).toBeVisible();

  // A list that fails to load is requested once more, and again when the connection is back; then it shows
  // the error.
  let requests = 0;
  await page.route('**/v1/web/messages?**', (route) => {
    requests += 1;
    return route.abort();
  });
  await main(page).getByRole('link', { name: 'Logs' }).click();
  await expect(page.getByText('Something went wrong. Please try again')).toBeVisible();
  await expect(title(page, 'SMS Logs')).toBeVisible();
  expect(requests).toBeGreaterThan(1);
  await page.unroute('**/v1/web/messages?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No records').or(page.getByText('0 Results')).first()).toBeVisible();
});

test('a part of a page that fails to load is requested again, and the page stays', async ({
  page,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  let requests = 0;
  await page.route(/\/assets\/ContactDialogs-.*\.js/, (route) => {
    requests += 1;
    return requests === 1 ? route.abort() : route.continue();
  });
  await page.goto('/contacts');
  await page.getByRole('button', { name: 'New Contact' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Add New Contact' })).toBeVisible();
  expect(requests).toBe(2);
});

test('a page that crashes leaves the bars in place', async ({ context, project }) => {
  // A page of its own: this test expects the crash, and the fixture's page fails with any.
  const page = await context.newPage();
  await page.goto('/home');
  await expect(title(page, 'Home')).toBeVisible();
  await page.route(/\/assets\/LogsPage-.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken");' }),
  );
  await main(page).getByRole('link', { name: 'Logs' }).click();
  await expect(title(page, 'This page has stopped')).toBeVisible();
  await expect(page.getByRole('button', { name: `Project: ${project.name}` })).toBeVisible();
  await main(page).getByRole('link', { name: 'Contacts' }).click();
  await expect(title(page, 'Contacts')).toBeVisible();
});

test('without a project: Logs and Campaigns prompt for one, Settings is not available', async ({
  page,
  account,
}) => {
  expect(account.firstName).toBe('Nadeesha');
  await page.goto('/home');
  await expect(main(page).getByRole('link')).toHaveText(['Home', 'Contacts']);
  const prompt = page.getByRole('dialog', { name: 'Create a Project' });
  for (const name of ['Logs', 'Campaigns']) {
    await main(page).getByRole('button', { name }).click();
    await expect(prompt).toContainText(
      'Create a new project to start sending SMSs. You can create multiple projects under this billing account and they can be managed separately from the dashboard.',
    );
    await prompt.getByRole('button', { name: 'Cancel' }).click();
    await expect(prompt).toBeHidden();
    await expect(page).toHaveURL('/home');
  }
  await main(page).getByRole('button', { name: 'Logs' }).click();
  await prompt.getByRole('button', { name: 'Create Project' }).click();
  await expect(prompt.getByText('Please enter the Project Name')).toBeVisible();
  await prompt.getByLabel('Project Name').fill('L');
  await expect(prompt.getByText('Please enter the Project Name')).toBeHidden();
  await prompt.getByLabel('Project Name').fill('Lanka Retail');
  await prompt.getByRole('button', { name: 'Create Project' }).dblclick();
  await expect(page.getByText('New project has been created successfully')).toBeVisible();
  await expect(prompt).toBeHidden();
  await expect(page).toHaveURL('/send-sms?mode=TEST');
  await expect(main(page).getByRole('link')).toHaveText([
    'Home',
    'Logs',
    'Campaigns',
    'Contacts',
    'Settings',
  ]);
  await expect(page.getByRole('navigation', { name: 'More' }).getByRole('link')).toHaveText([
    'Conversations',
    'Templates',
    'Opt-outs',
    'Sender IDs',
    'Billing',
  ]);
  await expect(page.getByRole('button', { name: 'Project: Lanka Retail' })).toBeVisible();
  expect(await (await page.request.get('/v1/web/projects')).json()).toHaveLength(1);
});

test('a project that cannot be created shows the error and keeps its name', async ({ page, account }) => {
  expect(account.firstName).toBe('Nadeesha');
  await page.goto('/home');
  await page.getByRole('button', { name: 'Create New Project' }).click();
  await page.route('**/v1/web/projects', (route) => route.abort());
  const dialog = page.getByRole('dialog', { name: 'New Project' });
  await dialog.getByLabel('Project Name').fill('Lanka Retail');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Something went wrong. Please try again')).toBeVisible();
  await expect(dialog.getByLabel('Project Name')).toHaveValue('Lanka Retail');
});

test('the project: the stored one, else the first; on settings, choosing one opens its settings', async ({
  page,
  account,
}) => {
  expect(account.firstName).toBe('Nadeesha');
  const first = await createProject(page.request, 'First');
  const second = await createProject(page.request, 'Second');
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Project: ' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Project: First' })).toBeVisible();
  await choose('Second');
  await expect(page.getByRole('button', { name: 'Project: Second' })).toBeVisible();
  await expect(page).toHaveURL('/home');
  expect(await stored(page, 'selected_project')).toBe(second.id);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Project: Second' })).toBeVisible();

  await main(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(`/settings/${second.id}`);
  await choose('First');
  await expect(page).toHaveURL(`/settings/${first.id}`);
  await choose('Create New Project');
  await page.getByRole('dialog').getByLabel('Project Name').fill('Third');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Project: Third' })).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/.+/);
  expect([first.id, second.id]).not.toContain(await stored(page, 'selected_project'));

  // Other pages reset: text typed for one project is not sent for another.
  await page.goto('/send-sms');
  await page.getByLabel('Message Content').fill('For the third.');
  await choose('First');
  await expect(page.getByRole('button', { name: 'Project: First' })).toBeVisible();
  await expect(page.getByLabel('Message Content')).toHaveValue('');
});

test('the avatar menu: name, verification, and the links of the account', async ({ page, account }) => {
  await page.goto('/home');
  await expect(avatar(page)).toHaveText('N');
  await avatar(page).click();
  await expect(popup(page)).toContainText('Nadeesha Perera');
  await expect(popup(page)).toContainText(account.email);
  await expect(popup(page)).toContainText('(Not Verified)');
  for (const [name, address] of [
    ['Verify now', '/verify'],
    ['Manage Account', '/profile'],
    ['Billing', '/billing'],
    ['Team', '/team'],
  ] as const) {
    if (!(await popup(page).isVisible())) await avatar(page).click();
    await popup(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(address);
    await expect(popup(page)).toBeHidden();
  }
});

test('the simple bar: the signed-in person, or links to sign in', async ({ page, account }) => {
  for (const address of ['/activate', '/activated', '/forgot-password', '/reset-password']) {
    await page.goto(address);
    await avatar(page).click();
    await expect(popup(page)).toContainText('Nadeesha Perera');
    await expect(popup(page)).toContainText(account.email);
    await expect(popup(page).getByRole('link')).toHaveText(['Manage Account', 'Billing']);
    await expect(popup(page).getByRole('button', { name: 'Logout' })).toBeVisible();
    await page.mouse.click(640, 780);
    await expect(popup(page)).toBeHidden();
  }
  await page.goto('/forgot-password');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(title(page, 'Home')).toBeVisible();
  await page.goto('/forgot-password');
  await page.getByRole('link', { name: 'Godwit' }).click();
  await expect(title(page, 'Home')).toBeVisible();

  await page.goto('/forgot-password');
  await avatar(page).click();
  await popup(page).getByRole('button', { name: 'Logout' }).click();
  await expect(title(page, 'Login')).toBeVisible();
  expect(await hasMarker(page)).toBe(false);
  await page.goto('/forgot-password');
  await avatar(page).click();
  await expect(popup(page)).toContainText('Not Logged In');
  await expect(popup(page).getByRole('button', { name: 'Logout' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(popup(page)).toBeHidden();
  await expect(avatar(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await popup(page).getByRole('link', { name: 'Login' }).click();
  await expect(title(page, 'Login')).toBeVisible();
});

test('unverified: a banner, TEST whatever is stored, and the switch suggests verification', async ({
  page,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/home');
  for (const address of ['/home?mode=LIVE', '/campaigns?mode=LIVE', '/send-sms']) {
    await page.goto(address);
    await expect(
      page.getByText(
        'Your identity needs to be verified before you can start sending SMS. You can upload required documents and get verified here.',
      ),
    ).toBeVisible();
    await expect(page.getByText('Test Mode needs no verification, only LIVE does.')).toBeVisible();
    const test_ = page.getByRole('switch', { name: 'Test Mode' });
    await expect(test_).toBeChecked();
    await test_.click();
    const dialog = page.getByRole('dialog', { name: 'Verify Account' });
    await expect(dialog).toContainText(
      'Your identity needs to be verified before you switching the LIVE mode.',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(test_).toBeChecked();
  }
  expect(await stored(page, 'mode')).toBe('TEST');
  await page.getByRole('switch', { name: 'Test Mode' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Verify' }).click();
  await expect(page).toHaveURL('/verify');
  await page.goto('/home');
  await page.getByRole('link', { name: 'here', exact: true }).click();
  await expect(page).toHaveURL('/verify');
});

test('verified: no banner; LIVE, until TEST is chosen', async ({ page, account, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await godwit('team', 'verify', account.email);
  const mode = page.getByRole('switch', { name: 'Test Mode' });
  await page.goto('/logs');
  await expect(mode).not.toBeChecked();
  await expect(page.getByText('Account not Verified')).toHaveCount(0);
  await page.goto('/home');
  await expect(mode).not.toBeChecked();
  expect(await stored(page, 'mode')).toBe('LIVE');
  await mode.click();
  await expect(mode).toBeChecked();
  expect(await stored(page, 'mode')).toBe('TEST');
  await page.reload();
  await expect(mode).toBeChecked();
  await avatar(page).click();
  await expect(popup(page)).toContainText('(Verified)');
});

test('on a phone: a bar at the bottom, the other pages in its sheet, and nothing under the bar', async ({
  page,
  project,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/home');
  await expect(main(page).getByRole('link')).toHaveText(['Home', 'Logs', 'Send', 'Contacts']);
  await expect(page.getByRole('button', { name: `Project: ${project.name}` })).toBeInViewport();
  await expect(page.getByRole('switch', { name: 'Test Mode' })).toBeInViewport();
  await main(page).getByRole('link', { name: 'Send' }).click();
  await expect(page).toHaveURL('/send-sms?mode=TEST');
  await expect(main(page).getByRole('link', { name: 'Send' })).toHaveAttribute('aria-current', 'page');

  // The last control of a long page, and a toast, end above the bar.
  const top = async () => (await main(page).boundingBox())!.y;
  const bottom = async (of: Locator) => {
    const { y, height } = (await of.boundingBox())!;
    return y + height;
  };
  await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('SANDBOX');
  const last = page.getByRole('main').getByRole('button').last();
  await last.focus();
  await expect.poll(async () => (await bottom(last)) <= (await top())).toBe(true);

  const sheet = page.getByRole('dialog', { name: 'More' });
  const names = ['Campaigns', 'Conversations', 'Templates', 'Opt-outs', 'Sender IDs', 'Billing', 'Settings'];
  await main(page).getByRole('button', { name: 'More' }).click();
  await expect(sheet.getByRole('link')).toHaveText([...names, 'Team', 'API', 'Manage Account']);
  await sheet.getByRole('link', { name: 'Sender IDs' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('link', { name: 'Request a Sender ID' })).toBeInViewport();
  // The project and the mode stay in sight.
  await expect(page.getByRole('switch', { name: 'Test Mode' })).toBeInViewport();
  await page.getByRole('textbox', { name: 'Project Name' }).fill('Ceylon Tea');
  await page.getByRole('main').getByRole('button', { name: 'Save' }).first().click();
  const toast = page.getByRole('alert');
  await expect(toast).toBeVisible();
  await expect.poll(async () => (await bottom(toast)) <= (await top())).toBe(true);

  await page.getByRole('link', { name: 'LIVE balance Rs 0.00' }).click();
  await expect(page).toHaveURL('/billing');
});

test('the bars by keyboard alone', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/home');
  await expect(title(page, 'Home')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Project: ' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Lanka Retail' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Project Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Project: ' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('switch', { name: 'Test Mode' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'LIVE balance Rs 0.00' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Search… Ctrl K' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'API', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(avatar(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(popup(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(avatar(page)).toBeFocused();
});
