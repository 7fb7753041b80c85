// Common mistakes and their error messages.
import { expect, test } from './fixtures.ts';
import { activate, mailbox, register } from './people.ts';
import { inspect } from './screens.ts';

test('sign-up shows the error of each field and keeps its input', async ({ page, person }) => {
  await page.goto('/sign-up');
  const signUp = page.getByRole('button', { name: 'Sign up' });
  await signUp.click();
  for (const words of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
    'Confirm password is required',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  const first = page.getByLabel('First name');
  await expect(first).toBeFocused();

  await first.fill('N');
  await expect(page.getByText('First name is required')).toBeHidden();
  await page.getByLabel('Last name').fill('Perera2');
  await page.getByLabel('Email').fill('nadeesha');
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.getByLabel('Confirm password').fill('Password');
  await signUp.click();
  for (const words of [
    'First name is too short',
    'Last name is Invalid',
    'Email is invalid',
    'Minimum eight characters, at least one uppercase letter, one lowercase letter and one special character',
    'Password must match',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('Last name')).toHaveValue('Perera2');

  // Only the server knows existing accounts.
  await register(page.request, person);
  await first.fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await signUp.click();
  await expect(page.getByText('Email already exist', { exact: true })).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue(person.firstName);
});

test('a wrong password and an unknown person get the same message', async ({ page, person }) => {
  await activate(page.request, person);
  await page.goto('/');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const login = page.getByRole('button', { name: 'Login' });
  const wrong = page.getByText('Incorrect username or/and password!');
  await email.fill(person.email);
  await password.fill('Wrong!Password');
  await login.click();
  await expect(wrong).toBeVisible();
  await expect(email).toHaveValue(person.email);
  await email.fill('nobody@lankaretail.example');
  await expect(wrong).toBeHidden();
  await login.click();
  await expect(wrong).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a person who has not opened the mail yet can get another one', async ({ page, person }) => {
  await register(page.request, person);
  await page.goto('/');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Please verify your email address to login.')).toBeVisible();
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Verification email sent successfully')).toBeVisible();

  const mails = await mailbox(page.request, person.email);
  expect(mails).toHaveLength(2);
  // The newer link works; after it, both confirm the email.
  await page.goto(mails[1]?.links[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Verification failed' })).toBeVisible();
  await page.goto(mails[0]?.links[0] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await page.context().clearCookies();
  for (const mail of mails) {
    await page.goto(mail.links[0] ?? '');
    await expect(page.getByRole('heading', { name: 'Your account is verified' })).toBeVisible();
  }
});

test('wrong numbers stay, are explained, corrected, and excluded until then', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/send-sms');
  const numbers = page.getByRole('textbox', { name: 'Phone numbers' });
  for (const number of ['0771234567', '+94abc', '+947712', '+94771234567']) {
    await numbers.fill(number);
    await numbers.press('Enter');
  }
  await expect(page.getByText('0771234567 lacks a country code.')).toBeVisible();
  await expect(page.getByText('+94abc has characters that no phone number has.')).toBeVisible();
  await expect(page.getByText('+947712 is not a valid phone number.')).toBeVisible();
  await expect(page.getByText('Left out, not a full number')).toBeVisible();

  await page.getByRole('button', { name: 'Correct +947712' }).click();
  await expect(numbers).toHaveValue('+947712');
  await numbers.fill('+94770000001');
  await numbers.press('Enter');
  await page.getByRole('button', { name: 'Remove +94abc' }).click();
  await expect(page.getByText('+94abc')).toBeHidden();

  await page.getByRole('button', { name: 'Use +94 77 123 4567' }).click();
  await expect(page.getByText('One number was given twice; it gets the message once.')).toBeVisible();
  await expect(page.getByText('Left out, not a full number')).toBeHidden();
  await numbers.fill('0770000002, 770000003, 12345, +1 212 555 0123,');
  await page.getByRole('button', { name: 'Fix all' }).click();
  await expect(numbers).toBeFocused();
  await expect(page.getByText('+94 77 000 0003')).toBeVisible();
  await expect(
    page.getByText(
      'United States: carriers there take no names as senders, so SANDBOX cannot reach +1 212 555 0123.',
    ),
  ).toBeVisible();
  const summary = (term: string) => page.getByText(term, { exact: true }).locator('..').locator('dd');
  await expect(summary('Recipients')).toHaveText('4');
  await expect(summary('Left out, not a full number')).toHaveText('1');
  await expect(summary('Left out, cannot be reached')).toHaveText('1');
  await page.getByLabel('Message Content').fill('Your order has left the shop.');
  await expect(page.getByText('Sri Lanka, 4')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Message Content')).toHaveValue('Your order has left the shop.');
  await page.getByRole('button', { name: 'Review and Send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send SMS' });
  await expect(dialog.getByText('Your message will be delivered to 4 recipients.')).toBeVisible();
  await expect(dialog.getByText('2 numbers are left out; they are listed first.')).toBeVisible();
  const rows = dialog.getByRole('row');
  await expect(rows).toHaveCount(7);
  await expect(rows.nth(1)).toContainText(/12345.*It is not a valid phone number\..*Left out/);
  await expect(rows.nth(2)).toContainText(/\+1 212 555 0123.*Carriers in its country.*Left out/);

  await dialog.getByRole('button', { name: 'Send TEST' }).click();
  await expect(dialog.getByText('All 4 sent.')).toBeVisible();
  // Left before the dialog is closed: sent messages are not offered again.
  await page.reload();
  await expect(page.getByText('+1 212 555 0123', { exact: true })).toBeVisible();
  await expect(page.getByText('+94 77 000 0003')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear it' }).click();
  await page.reload();
  await expect(page.getByLabel('Message Content')).toHaveValue('');
});

test('a landline is left out, unless the person wants to send to it', async ({ page, project }) => {
  await page.goto('/send-sms');
  const numbers = page.getByRole('textbox', { name: 'Phone numbers' });
  await numbers.fill('+94 11 234 5678, +94770000001,');
  await page.getByLabel('Message Content').fill('Your order has left the shop.');
  await expect(
    page.getByText('+94 112 345 678 is a landline or a service number and is left out'),
  ).toBeVisible();
  await expect(page.getByText('Left out, cannot be reached', { exact: true })).toBeVisible();
  await inspect(page, 'send-sms-landline');
  const open = page.getByRole('button', { name: 'Review and Send' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Send SMS' });
  await expect(dialog.getByText('Your message will be delivered to 1 recipient.')).toBeVisible();
  await expect(dialog.getByRole('row').nth(1)).toContainText(
    /\+94 112 345 678.*It is a landline or a service number and cannot receive SMS\..*Left out/,
  );
  await dialog.getByRole('button', { name: 'Make Changes' }).click();
  await page.getByRole('button', { name: 'Send to it too' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Leave it out' })).toBeVisible();
  await open.click();
  await dialog.getByRole('button', { name: 'Send TEST' }).click();
  await expect(dialog.getByText('All 2 sent.')).toBeVisible();
  const query = `project_id=${project.id}&mode=TEST&range=1d&page_num=0&page_size=25`;
  const { results } = await (await page.request.get(`/v1/web/messages?${query}`)).json();
  expect(results.map(({ to }: { to: string }) => to).sort()).toEqual(['+94112345678', '+94770000001']);
});

test('nothing is sent without numbers or text, nor with too long a text', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/send-sms');
  await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('SANDBOX');
  const review = page.getByRole('button', { name: 'Review and Send' });
  const dialog = page.getByRole('dialog', { name: 'Send SMS' });
  await review.click();
  await expect(page.getByText('Phone numbers are required')).toBeVisible();
  await expect(page.getByText('Content is required')).toBeVisible();
  const numbers = page.getByRole('textbox', { name: 'Phone numbers' });
  await expect(numbers).toBeFocused();

  await numbers.fill('+94770000001');
  await numbers.press('Enter');
  // Sinhala is Unicode: 700 characters fill ten segments.
  await page.getByLabel('Message Content').fill('ක'.repeat(701));
  await expect(
    page.getByText('The message is too long: at most 10 segments or 1,600 characters.'),
  ).toBeVisible();
  await review.click();
  await expect(page.getByLabel('Message Content')).toBeFocused();
  await expect(dialog).toBeHidden();

  await page.getByLabel('Message Content').fill('ක'.repeat(700));
  const preview = page.getByRole('region', { name: 'Message as it is shown on a phone' });
  await expect(preview).toHaveText(new RegExp(`^ක{70}${[2, 3, 4, 5, 6, 7, 8, 9, 10].join('ක{70}')}ක{70}$`));
  await expect(page.getByText('The message is too long')).toBeHidden();
  await review.click();
  await expect(dialog).toBeVisible();
});

test('LIVE requires a verified identity', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/home');
  const testMode = page.getByRole('switch', { name: 'Test Mode' });
  await testMode.click();
  const dialog = page.getByRole('dialog', { name: 'Verify Account' });
  await expect(dialog).toContainText(
    'Your identity needs to be verified before you switching the LIVE mode.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(testMode).toBeChecked();

  await testMode.click();
  await dialog.getByRole('link', { name: 'Verify' }).click();
  await expect(page).toHaveURL('/verify');
});

test('an unknown address, message or project shows an error and a link', async ({ page, project }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();

  await page.goto('/logs/not-an-id');
  await expect(page.getByText('There is no such message in this project.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to SMS Logs' }).click();
  await expect(page).toHaveURL(/\/logs\?/);

  await page.goto(`/settings/${project.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`);
  await expect(page.getByText('There is no such project in your team.')).toBeVisible();
});
