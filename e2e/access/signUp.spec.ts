// Registration, the page about the inbox, and the links of the mail.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { activate, mailbox, type Person, register } from '../people.ts';
import { hasMarker, logIn } from './steps.ts';

const RULE =
  'Minimum eight characters, at least one uppercase letter, one lowercase letter and one special character';
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function fill(page: Page, person: Person): Promise<void> {
  await field(page, 'First name').fill(person.firstName);
  await field(page, 'Last name').fill(person.lastName);
  await field(page, 'Email').fill(person.email);
  await field(page, 'Password').fill(person.password);
  await field(page, 'Confirm password').fill(person.password);
}

const send = (page: Page) => page.getByRole('button', { name: 'Sign up' }).click();

test('shows the error of each field until it is edited', async ({ page, person }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/sign-up');
  await send(page);
  for (const words of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
    'Confirm password is required',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(field(page, 'First name')).toBeFocused();

  await fill(page, person);
  await expect(page.getByText(/is required$/)).toHaveCount(0);
  for (const [name, value, words] of [
    ['First name', 'N', 'First name is too short'],
    ['First name', 'Nadeesha 2', 'First name is Invalid'],
    ['Last name', 'Perera3', 'Last name is Invalid'],
    ['Email', 'nadeesha@lankaretail', 'Email is invalid'],
    ['Password', 'estuary7!', RULE],
    ['Password', 'Es7!', RULE],
    ['Password', 'Estuary77', RULE],
    ['Confirm password', 'Estuary7!tide', 'Password must match'],
  ] as const) {
    await fill(page, person);
    await field(page, name).fill(value);
    await send(page);
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expect(field(page, name)).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await expect(page.getByText(words, { exact: true })).toHaveCount(0);
  }
  expect(await mailbox(page.request, person.email)).toEqual([]);
});

test('creates one account on a double click, and leads to the inbox, or back to correct the email', async ({
  page,
  person,
}) => {
  await page.goto('/sign-up');
  await fill(page, { ...person, email: `x${person.email}` });
  await page.getByRole('combobox', { name: 'Region' }).click();
  await expect(page.getByRole('option')).toHaveText(['Sri Lanka', 'Australia']);
  await page.getByRole('option', { name: 'Australia' }).click();
  await send(page);
  await page.getByRole('link', { name: 'Wrong address?' }).click();
  await expect(page).toHaveURL('/sign-up');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'Email')).toHaveValue(`x${person.email}`);
  await expect(field(page, 'First name')).toHaveValue(person.firstName);
  await expect(field(page, 'Last name')).toHaveValue(person.lastName);
  await expect(page.getByRole('combobox', { name: 'Region' })).toHaveValue('Australia');
  for (const name of ['Password', 'Confirm password']) await expect(field(page, name)).toHaveValue('');
  expect(await page.evaluate<string>('JSON.stringify(history.state)')).not.toContain(person.password);
  await fill(page, person);
  await page.getByRole('button', { name: 'Sign up' }).dblclick();
  await expect(page).toHaveURL('/verification-required');
  await expect(
    page.getByText('Check your inbox and follow the link in the email to verify your account.'),
  ).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  expect(await mailbox(page.request, person.email)).toHaveLength(1);

  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Verification email sent successfully')).toBeVisible();
  await expect.poll(async () => (await mailbox(page.request, person.email)).length).toBe(2);
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/');

  // The older link has expired; its page sends another one, up to the third mail of the hour.
  const mails = await mailbox(page.request, person.email);
  await page.goto(mails[1]?.links[0] ?? '');
  await expect(title(page, 'Verification failed')).toBeVisible();
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Verification email sent successfully')).toBeVisible();
  await expect.poll(async () => (await mailbox(page.request, person.email)).length).toBe(3);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(
    page.getByText(/^Too many emails were requested within an hour\. Try again in \d+ minutes\.$/),
  ).toBeVisible();
  const [newest] = await mailbox(page.request, person.email);
  await page.goto(newest?.links[0] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).dblclick();
  await expect(title(page, 'Home')).toBeVisible();
  await expect(page).toHaveURL('/home');
  await page.goto('/sign-up');
  await expect(page).toHaveURL('/home');
  expect(await (await page.request.get('/v1/web/teams')).json()).toMatchObject([
    { region: { id: 'AU', currency: 'AUD' } },
  ]);
});

test('an e-mail in use, in any case, is reported at its field', async ({ page, person }) => {
  await activate(page.request, person);
  await page.goto('/sign-up');
  await fill(page, { ...person, email: person.email.toUpperCase() });
  await send(page);
  await expect(page.getByText('Email already exist')).toBeVisible();
  await expect(field(page, 'First name')).toHaveValue(person.firstName);
  await field(page, 'Email').fill('another@lankaretail.example');
  await expect(page.getByText('Email already exist')).toBeHidden();
});

test("the server's errors appear at their field", async ({ page, person }) => {
  await page.goto('/sign-up');
  await fill(page, { ...person, password: 'P@ssword1' });
  await send(page);
  await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL('/sign-up');
});

test("lists the service's features beside the form", async ({ page }) => {
  await page.goto('/sign-up');
  await expect(page.getByRole('complementary')).toHaveText(
    /No lock-in contract \(pay as you go\)Send SMSManage contactsCreate marketing campaignsPhone number verification/,
  );
});

test('the page about the inbox prompts for the e-mail when it is opened directly', async ({
  page,
  person,
}) => {
  await register(page.request, person);
  await page.goto('/verification-required');
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Verification email sent successfully')).toBeVisible();
  await expect.poll(async () => (await mailbox(page.request, person.email)).length).toBe(2);

  // The third mail of an hour is the last. The answer is the same; its header has the time to wait.
  const resend = async () => {
    const answered = page.waitForResponse(/request_activation/);
    await page.getByRole('button', { name: 'Resend' }).click();
    return answered;
  };
  expect((await resend()).headers()['retry-after']).toBeUndefined();
  await expect.poll(async () => (await mailbox(page.request, person.email)).length).toBe(3);
  const beyond = await resend();
  expect(beyond.status()).toBe(200);
  const minutes = Math.ceil(Number(beyond.headers()['retry-after']) / 60);
  expect(minutes).toBeGreaterThan(1);
  await expect(
    page.getByText(`Too many emails were requested within an hour. Try again in ${minutes} minutes.`),
  ).toBeVisible();
  expect(await mailbox(page.request, person.email)).toHaveLength(3);
});

test("a refused resend shows the server's reason", async ({ page, person }) => {
  await page.route('**/v1/web/request_activation', (route) =>
    route.fulfill({ status: 409, json: { code: 1013, description: 'Mails cannot be sent today.' } }),
  );
  await page.goto('/verification-required');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Mails cannot be sent today.')).toBeVisible();
});

test('the link of the mail acts on the click, then confirms the email', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  await register(page.request, person);
  const [mail] = await mailbox(page.request, person.email);
  const link = mail?.links[0] ?? '';
  // Like a program that opens links before a person follows them.
  const elsewhere = await browser.newContext({ baseURL: baseURL! });
  const scanner = await elsewhere.newPage();
  await scanner.goto(link);
  await expect(scanner.getByText(person.email)).toBeVisible();
  await elsewhere.close();

  await page.goto(link);
  await expect(title(page, 'Confirm your email')).toBeVisible();
  await expect(page).toHaveURL('/activate');
  expect(await hasMarker(page)).toBe(false);
  await page.route('**/v1/web/activate', (route) => route.abort());
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toHaveText('You are offline. Try again when you are connected.');
  await page.context().setOffline(false);
  await page.unroute('**/v1/web/activate');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(title(page, 'Home')).toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: 'Your email address is confirmed' });
  await expect(notice).toBeInViewport();
  const [toast, heading] = [await notice.boundingBox(), await title(page, 'Home').boundingBox()];
  expect(toast!.y, 'the title is in sight').toBeGreaterThan(heading!.y + heading!.height);

  await page.goto(link);
  await expect(page).toHaveURL('/home');
  await expect(page.getByText('Your email address is already confirmed')).toBeVisible();

  await page.context().clearCookies();
  await page.goto(link);
  await expect(title(page, 'Your account is verified')).toBeVisible();
  await page.getByRole('link', { name: 'Continue to Login' }).click();
  await logIn(page, person);
  await expect(title(page, 'Home')).toBeVisible();
});

test('`/activate` and `/activated` are one screen that sends another link and explains the sign-in', async ({
  page,
  person,
}) => {
  await page.goto('/activated?status=true');
  await expect(title(page, 'Your account is verified')).toBeVisible();
  await register(page.request, person);
  const [mail] = await mailbox(page.request, person.email);
  const link = mail?.links[0] ?? '';
  // The link is still valid, but a reload has lost it.
  await page.goto(link);
  await expect(title(page, 'Confirm your email')).toBeVisible();
  await page.reload();
  await expect(title(page, 'Open the link in the email')).toBeVisible();
  for (const dead of [link.slice(0, -1), '/activated?status=false']) {
    await page.goto(dead);
    await expect(title(page, 'Verification failed')).toBeVisible();
  }
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Verification email sent successfully')).toBeVisible();
  await page.getByRole('link', { name: 'Continue to Signup' }).click();
  await expect(page).toHaveURL('/sign-up');

  // In a browser that has not seen the registration.
  await expect.poll(async () => (await mailbox(page.request, person.email)).length).toBe(2);
  const [newest] = await mailbox(page.request, person.email);
  await page.context().clearCookies();
  await page.goto(newest?.links[0] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('You signed up in another browser, so sign in here.')).toBeVisible();
});

test('the password rule appears under its field and is checked off while typing', async ({ page }) => {
  await page.goto('/sign-up');
  const rules = page.getByRole('list').filter({ hasText: 'An uppercase letter' }).getByRole('listitem');
  await expect(rules).toHaveText([
    '8 characters or more',
    'An uppercase letter',
    'A lowercase letter',
    'A special character: @ $ ! % * ? &',
    'No other characters: only A to Z, digits and these',
  ]);
  const states = async () => (await rules.allTextContents()).map((words) => !words.includes('not met'));
  for (const [typed, kept] of [
    ['es7', [false, false, true, false, true]],
    ['Estuary7', [true, true, true, false, true]],
    ['Estuary7!', [true, true, true, true, true]],
    ['Estuary7!#', [true, true, true, true, false]],
  ] as const) {
    await field(page, 'Password').fill(typed);
    expect(await states()).toEqual(kept);
  }
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/8 characters or more: met/);
});

test('odd text in every field is text', async ({ page, person }) => {
  const odd = [
    '<img src=x onerror=alert(1)>',
    `"'><script>alert(1)</script>`,
    '\u202Eabc',
    '😀😀',
    '{{7*7}}',
    "'; drop table users; --",
  ];
  page.on('dialog', () => expect('a script').toBe('never run'));
  for (const text of odd) {
    await page.goto('/sign-up');
    await fill(page, { ...person, firstName: text, lastName: text, email: text });
    await send(page);
    await expect(page.getByText('Email is invalid')).toBeVisible();
    await page.goto('/');
    await logIn(page, { email: text, password: text });
    await expect(page.getByText(/Incorrect username|Too many login attempts/)).toBeVisible();
    await page.goto(`/verification-required?x=${encodeURIComponent(text)}`);
    await page.getByLabel('Email').fill(text);
    await page.getByRole('button', { name: 'Resend' }).click();
    await expect(page.getByText('Email is invalid')).toBeVisible();
  }
});
