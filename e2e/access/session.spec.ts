// A session that ends during work: in this tab, in another one, or by a refused token.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { activate, createProject, newPerson, signIn } from '../people.ts';
import { endSessions, hasMarker, logIn, stored } from './steps.ts';

const relogin = (page: Page) => page.getByRole('dialog', { name: 'Login' });
const message = (page: Page) => page.getByLabel('Message Content');
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test.describe('expiry in the middle of a form', () => {
  test('keeps the input, and repeats the call after signing in', async ({
    page,
    account,
    playwright,
    baseURL,
  }) => {
    await page.goto('/home');
    await page.getByRole('button', { name: 'Create New Project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Project' });
    await dialog.getByLabel('Project Name').fill('Typed before the end');
    await endSessions(playwright.request, baseURL!, account);
    await dialog.getByRole('button', { name: 'Create' }).click();

    await expect(relogin(page)).toContainText('Your authentication failed. Try re-login again.');
    expect(await hasMarker(page)).toBe(false);
    await expect(relogin(page).getByLabel('Email')).toHaveValue(account.email);
    await expect(relogin(page).getByLabel('Password', { exact: true })).toBeFocused();
    await logIn(page, { email: account.email, password: 'Wrong7!Estuary' });
    await expect(relogin(page).getByText('Incorrect username or/and password!')).toBeVisible();
    await logIn(page, account);

    await expect(relogin(page)).toBeHidden();
    await expect(page.getByText('New project has been created successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Project: Typed before the end' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Project: Typed before the end' })).toBeVisible();
  });

  test('keeps the selected project and the page', async ({ page, account, playwright, baseURL }) => {
    await createProject(page.request, 'First');
    const second = await createProject(page.request, 'Second');
    await page.goto('/send-sms');
    await page.getByRole('button', { name: 'Project: First' }).click();
    await page.getByRole('menuitem', { name: 'Second' }).click();
    const numbers = page.getByRole('textbox', { name: 'Phone numbers' });
    await numbers.fill('+94770000001');
    await numbers.press('Enter');
    await message(page).fill('Written before the session ended.');
    await endSessions(playwright.request, baseURL!, account);

    await page.getByRole('button', { name: 'Review and Send' }).click();
    const review = page.getByRole('dialog', { name: 'Send SMS' });
    await review.getByRole('button', { name: 'Send TEST' }).click();
    await expect(relogin(page)).toBeVisible();
    expect(await stored(page, 'selected_project')).toBeNull();
    await logIn(page, account);
    await expect(review.getByRole('row').filter({ hasText: '+94 77 000 0001' })).toContainText('Sent');
    await expect(page.getByRole('button', { name: 'Project: Second', includeHidden: true })).toBeAttached();
    await expect(message(page)).toHaveValue('Written before the session ended.');
    expect(await stored(page, 'selected_project')).toBe(second.id);
  });

  test('on a page being opened prompts first, then shows it', async ({ page, account, project }) => {
    await page.context().clearCookies({ name: 'godwit_session' });
    await page.goto('/logs?range=28d');
    await expect(relogin(page)).toBeVisible();
    await logIn(page, account);
    await expect(title(page, 'SMS Logs')).toBeVisible();
    await expect(page.getByRole('button', { name: `Project: ${project.name}` })).toBeVisible();
    await expect(page).toHaveURL(/\/logs/);
  });

  test('closing the dialog leads to the login page', async ({ page, account, playwright, baseURL }) => {
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => relogin(page).getByRole('button', { name: 'Close' }).click(),
    ]) {
      await signIn(page.request, account);
      await page.goto('/home');
      await expect(title(page, 'Home')).toBeVisible();
      await endSessions(playwright.request, baseURL!, account);
      await page.getByRole('button', { name: 'Create New Project' }).click();
      await page.getByLabel('Project Name').fill('Never made');
      await page.keyboard.press('Enter');
      await expect(relogin(page)).toBeVisible();
      await close();
      await expect(page).toHaveURL('/');
      await expect(title(page, 'Login')).toBeVisible();
      await expect(relogin(page)).toBeHidden();
    }
  });

  test('another person signing in there starts with a clean page', async ({
    page,
    account,
    playwright,
    baseURL,
    browser,
  }) => {
    const other = newPerson();
    const elsewhere = await browser.newContext({ baseURL: baseURL! });
    await activate(elsewhere.request, other);
    await elsewhere.close();
    await page.goto('/home');
    await page.getByRole('button', { name: 'Create New Project' }).click();
    await page.getByLabel('Project Name').fill('Not for others');
    await endSessions(playwright.request, baseURL!, account);
    await page.keyboard.press('Enter');
    await expect(relogin(page)).toBeVisible();
    await logIn(page, other);
    await expect(relogin(page)).toBeHidden();
    await expect(title(page, 'Home')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Account of' }).click();
    await expect(page.getByText(other.email)).toBeVisible();
    expect(await (await page.request.get('/v1/web/projects')).json()).toEqual([]);
  });

  test('a new password can be requested over the dialog, which stays open', async ({
    page,
    account,
    playwright,
    baseURL,
  }) => {
    await page.goto('/home');
    await expect(title(page, 'Home')).toBeVisible();
    await endSessions(playwright.request, baseURL!, account);
    await page.getByRole('button', { name: 'Create New Project' }).click();
    await page.getByLabel('Project Name').fill('Kept');
    await page.keyboard.press('Enter');
    await relogin(page).getByRole('button', { name: 'Forgot your Password', exact: true }).click();
    const forgot = page.getByRole('dialog', { name: 'Forgot your password' });
    await expect(forgot.getByLabel('Email')).toHaveValue(account.email);
    await expect(forgot.getByLabel('Email')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(forgot).toBeHidden();
    await expect(relogin(page)).toBeVisible();
    await expect(page).toHaveURL('/home');

    await relogin(page).getByRole('button', { name: 'Forgot your Password' }).click();
    await forgot.getByRole('button', { name: 'Request reset link' }).click();
    await expect(page.getByText('Password Reset Link Sent to Your Email Account')).toBeVisible();
    await expect(forgot).toBeHidden();
    await logIn(page, account);
    await expect(page.getByRole('button', { name: 'Project: Kept' })).toBeVisible();
  });
});

test.describe('two tabs', () => {
  test('after a logout in one, the other prompts to sign in again and continues', async ({
    page,
    account,
    context,
  }) => {
    await createProject(page.request, 'First');
    const second = await createProject(page.request, 'Second');
    await page.goto(`/settings/${second.id}`);
    await expect(page.getByRole('button', { name: 'Project: Second' })).toBeVisible();
    await page.goto('/send-sms');
    await message(page).fill('Written in the first tab.');

    const other = await context.newPage();
    await other.goto('/home');
    await other.getByRole('button', { name: 'Account of' }).click();
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(title(other, 'Login')).toBeVisible();
    await expect(other).toHaveURL('/');

    await expect(relogin(page)).toBeVisible();
    await expect(page).toHaveURL('/send-sms');
    await logIn(page, account);
    await expect(relogin(page)).toBeHidden();
    await expect(message(page)).toHaveValue('Written in the first tab.');
    await expect(message(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Project: Second' })).toBeVisible();
  });

  test('signing in again in one continues the other', async ({ page, account, context }) => {
    await createProject(page.request, 'Lanka Retail');
    await page.goto('/send-sms');
    await message(page).fill('Still here.');
    const other = await context.newPage();
    await other.goto('/home');
    await other.getByRole('button', { name: 'Account of' }).click();
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(relogin(page)).toBeVisible();
    await logIn(other, account);
    await expect(title(other, 'Home')).toBeVisible();
    await expect(relogin(page)).toBeHidden();
    await expect(message(page)).toHaveValue('Still here.');
    await page.getByRole('link', { name: 'Logs' }).click();
    await expect(title(page, 'SMS Logs')).toBeVisible();
  });

  test('each keeps its own project and mode', async ({ page, account, context }) => {
    expect(account.firstName).toBe('Nadeesha');
    await createProject(page.request, 'First');
    await createProject(page.request, 'Second');
    await page.goto('/send-sms');
    await message(page).fill('For the first project.');
    const other = await context.newPage();
    await other.goto('/home');
    await other.getByRole('button', { name: 'Project: First' }).click();
    await other.getByRole('menuitem', { name: 'Second' }).click();
    await expect(other.getByRole('button', { name: 'Project: Second' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Project: First' })).toBeVisible();
    await expect(message(page)).toHaveValue('For the first project.');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Project: Second' })).toBeVisible();
  });
});

test.describe('a refused CSRF token', () => {
  test('once is replaced without a message', async ({ page, account }) => {
    expect(account.firstName).toBe('Nadeesha');
    await page.goto('/home');
    await page.evaluate("localStorage.setItem('csrf_t', 'stale')");
    await page.getByRole('button', { name: 'Create New Project' }).click();
    await page.getByLabel('Project Name').fill('Lanka Retail');
    await page.keyboard.press('Enter');
    await expect(page.getByText('New project has been created successfully')).toBeVisible();
    expect(await (await page.request.get('/v1/web/projects')).json()).toHaveLength(1);
  });

  test('twice has the effect of a logout', async ({ page, account, project }) => {
    expect(account.firstName).toBe('Nadeesha');
    await page.goto('/send-sms');
    await page.getByRole('button', { name: `Project: ${project.name}` }).click();
    await page.getByRole('menuitem', { name: project.name }).click();
    expect(await stored(page, 'selected_project')).toBe(project.id);
    const sent: string[] = [];
    await page.route('**/v1/web/projects', async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.continue();
      sent.push(request.headers()['x-csrf-token'] ?? '');
      await route.continue({ headers: { ...request.headers(), 'x-csrf-token': 'spoiled on the way' } });
    });
    await page.getByRole('button', { name: 'Project: ' }).click();
    await page.getByRole('menuitem', { name: 'Create New Project' }).click();
    await page.getByLabel('Project Name').fill('Never made');
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL('/');
    await expect(title(page, 'Login')).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(await hasMarker(page)).toBe(false);
    for (const key of ['selected_project', 'region']) expect(await stored(page, key)).toBeNull();
    expect(await (await page.request.get('/v1/web/projects')).json()).toHaveLength(1);
  });
});

test("logout clears the person's data and ends the session", async ({ page, account, project }) => {
  await page.goto('/');
  await expect(title(page, 'Home')).toBeVisible();
  await page.getByRole('button', { name: `Project: ${project.name}` }).click();
  await page.getByRole('menuitem', { name: project.name }).click();
  expect(await stored(page, 'region')).toBe('LK');
  await expect.poll(() => stored(page, 'csrf_t')).not.toBeNull();
  const token = await stored(page, 'csrf_t');
  const before = await page.context().cookies();
  await page.goto('/new-campaign');
  await page.getByLabel('Campaign Name').fill('November sale');
  await page.goto('/send-sms');
  const text = page.getByLabel('Message Content');
  await text.fill('Prices of next week');
  const ofPerson = () =>
    page.evaluate<string[]>(
      `Object.keys(localStorage).filter((key) => /^(sms|campaign)_draft/.test(key)).toSorted()`,
    );
  await expect
    .poll(ofPerson)
    .toEqual([/^campaign_draft/, /^sms_draft/].map((key) => expect.stringMatching(key)));
  await page.getByRole('button', { name: 'Account of' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(title(page, 'Login')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await hasMarker(page)).toBe(false);
  for (const key of ['selected_project', 'region']) expect(await stored(page, key)).toBeNull();
  expect(await stored(page, 'csrf_t')).not.toBe(token);
  expect(await ofPerson()).toEqual([]);

  await page.context().addCookies(before);
  expect((await page.request.get('/v1/web/profile')).status()).toBe(401);
  await page.context().clearCookies();
  await page.goto('/logs?range=1d');
  await expect(title(page, 'Login')).toBeVisible();
  await logIn(page, account);
  await expect(title(page, 'SMS Logs')).toBeVisible();
  await expect(page).toHaveURL(/\/logs\?.*range=1d/);
});
