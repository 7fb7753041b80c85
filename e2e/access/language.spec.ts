// The console in another language: chosen before login, stored in the browser and with the person, used for
// screens, errors and mails.
import { expect, test } from '../fixtures.ts';
import { findOverflow, showLanguage } from '../overflow.ts';
import { createProject, mailbox, newPerson, post } from '../people.ts';
import { inspect } from '../screens.ts';

const TAMIL = /[\u0b80-\u0bff]/;
const SINHALA = /[\u0d80-\u0dff]/;

test('is chosen on the login page, survives a reload, and applies to errors and mails', async ({
  page,
  browser,
}) => {
  const person = newPerson();
  const html = page.locator('html');
  const title = page.getByRole('heading', { level: 1 });

  await page.goto('/');
  await expect(html).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'தமிழ்' }).click();
  await expect(html).toHaveAttribute('lang', 'ta');
  await expect(title).toHaveText(TAMIL);
  await page.reload();
  await expect(page.getByRole('group', { name: 'மொழி' })).toBeVisible();
  await expect(title).toHaveText(TAMIL);
  const submit = page.locator('button[type=submit]');
  const typePassword = async (password: string) => {
    for (const field of await page.locator('input[type=password]').all()) await field.fill(password);
    await submit.click();
  };
  await submit.click();
  await expect(page.getByText('மின்னஞ்சல் தேவை')).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByRole('button', { name: 'தமிழ்' }).click();
  await expect(page.getByText('மின்னஞ்சல் தேவை')).toBeVisible();
  await inspect(page, 'login-ta', { on: 'phone' });

  await test.step('a language that fails to load changes nothing', async () => {
    await page.route(/\/assets\/sinhala-/, (route) => route.abort());
    await page.getByRole('button', { name: 'සිංහල' }).click();
    await expect(page.getByText('இந்த மொழியை ஏற்ற முடியவில்லை.')).toBeVisible();
    await expect(html).toHaveAttribute('lang', 'ta');
    await page.unrouteAll();
  });

  await test.step("the server's refusals are translated", async () => {
    await page.goto('/sign-up');
    await page.getByRole('textbox').nth(0).fill(person.firstName);
    await page.getByRole('textbox').nth(1).fill(person.lastName);
    await page.locator('input[type=email]').fill(person.email);
    await typePassword('P@ssw0rd!');
    await expect(page.getByText('இந்தக் கடவுச்சொல் மிகவும் பொதுவானது.')).toBeVisible();
  });

  await test.step('a person who signs up in it gets mails and Home in it', async () => {
    await typePassword(person.password);
    await expect(page).toHaveURL('/verification-required');
    const [mail] = await mailbox(page.request, person.email);
    expect(mail?.subject).toMatch(TAMIL);
    await page.goto(mail?.links[0] ?? '');
    await page.locator('main button').click();
    await expect(page).toHaveURL('/home');
    await createProject(page.request, 'Lanka Retail');
    await page.goto('/home');
    await expect(title).toHaveText(TAMIL);
    await inspect(page, 'home-ta', { on: 'phone' });
  });

  await test.step('the avatar menu changes it, for mails too', async () => {
    await page.getByRole('button', { name: /Nadeesha/ }).click();
    const kept = page.waitForResponse('**/v1/web/profile/language');
    await page.getByText('සිංහල', { exact: true }).click();
    expect((await kept).status()).toBe(200);
    await expect(html).toHaveAttribute('lang', 'si');
    await page.keyboard.press('Escape');
    await expect(title).toHaveText(SINHALA);
    await inspect(page, 'home-si', { on: 'phone' });
    await post(page.request, '/request_reset_password', { email: person.email });
    await expect.poll(async () => (await mailbox(page.request, person.email))[0]?.subject).toMatch(SINHALA);
  });

  await test.step('another browser shows it after this person signs in', async () => {
    const context = await browser.newContext();
    const elsewhere = await context.newPage();
    await elsewhere.goto('/');
    await elsewhere.getByLabel('Email').fill(person.email);
    await elsewhere.getByLabel('Password', { exact: true }).fill(person.password);
    await elsewhere.getByRole('button', { name: 'Login' }).click();
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText(SINHALA);
    await elsewhere.getByRole('button', { name: /Nadeesha/ }).click();
    await elsewhere.getByRole('button', { name: 'නික්මෙන්න' }).click();
    await expect(elsewhere).toHaveURL('/');
    await inspect(elsewhere, 'login-si', { on: 'phone' });
    await context.close();
  });
});

test('the API reference has words, and no key of a text, in every language', async ({ page }) => {
  await page.goto('/api');
  for (const [language, words] of [
    ['ta', 'உள்ளடக்கத்துக்குச் செல்லவும்'],
    ['si', 'අන්තර්ගතයට යන්න'],
    ['en', 'Skip to content'],
  ] as const) {
    await showLanguage(page, language);
    await expect(page.locator('a[href="#content"]')).toHaveText(words);
    expect((await findOverflow(page)).filter((defect) => defect.startsWith('a key: '))).toEqual([]);
  }
});
