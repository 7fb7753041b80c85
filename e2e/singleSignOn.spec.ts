// Single sign-on at a real provider: an owner configures it, members and staff sign in, and refusals explain
// the next step.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { CLIENT, startProvider } from '../server/test/openIdProvider.ts';
import { expect, test } from './fixtures.ts';
import { inspect } from './screens.ts';
import { godwit, setTeamState } from './service.ts';
import { anotherPage } from './staff/people.ts';
import { tabTo } from './tabTo.ts';

const PROVIDER = process.env.GODWIT_PROVIDER ?? '';
const failed = (page: Page) => page.getByRole('heading', { name: 'Single sign-on did not work' });

test('single sign-on of a team and of staff', async ({ page, account, browser, baseURL }) => {
  const redirects = ['/sso', '/staff/sso'].map((path) => new URL(path, baseURL).href);
  const provider = await startProvider(redirects, Number(new URL(PROVIDER).port));
  const domain = `${randomUUID().slice(0, 8)}.lankaretail.example`;
  const email = `kamala@${domain}`;
  const member = await anotherPage(browser);

  await test.step('an owner configures the provider by keyboard, and proves a domain', async () => {
    await page.goto('/team');
    await page.getByRole('link', { name: 'Single Sign-On' }).click();
    await expect(page).toHaveURL('/team/single-sign-on');
    await tabTo(page, page.getByLabel('Issuer'));
    await page.keyboard.type(`${PROVIDER}/other`);
    await tabTo(page, page.getByLabel('Client ID'));
    await page.keyboard.type(CLIENT.client_id);
    await tabTo(page, page.getByLabel('Client secret'));
    await page.keyboard.type(CLIENT.client_secret);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^No OpenID Connect provider/)).toBeVisible();
    await inspect(page, 'team-single-sign-on-refused');
    await page.getByLabel('Issuer').fill(PROVIDER);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Single sign-on has been saved')).toBeVisible();

    for (const name of [domain, 'example.com']) {
      await page.getByLabel('Domain', { exact: true }).fill(name);
      await page.keyboard.press('Enter');
      await expect(page.getByText(`_godwit.${name}`)).toBeVisible();
    }
    await page.getByRole('button', { name: `Check ${domain}` }).click();
    await expect(page.getByText(/^The TXT record was not found yet/)).toBeVisible();
    await setTeamState(account.email, 'proven-domain', domain);
    await page.reload();
    await expect(page.getByText('Proven', { exact: true })).toBeVisible();
    await inspect(page, 'team-single-sign-on');
    await setTeamState(account.email, 'missing-record', domain);
    await page.reload();
    await expect(page.getByText('Record missing', { exact: true })).toBeVisible();
    await inspect(page, 'team-single-sign-on-missing');
  });

  await test.step('a member signs in from the login page by email, by keyboard alone', async () => {
    provider.person = { sub: 'kamala', email, name: 'Kamala Silva' };
    await member.goto('/login');
    await tabTo(member, member.getByRole('link', { name: 'Use single sign-on' }));
    await member.keyboard.press('Enter');
    await expect(member.getByLabel('Email')).toBeFocused();
    await member.keyboard.type('kamala@elsewhere.example');
    await member.keyboard.press('Enter');
    await expect(member.getByText(/^Single sign-on is not set up for this email/)).toBeVisible();
    await inspect(member, 'single-sign-on');
    await member.getByLabel('Email').fill(email);
    await member.keyboard.press('Enter');
    await expect(member.getByRole('button', { name: 'Account of Kamala Silva' })).toBeVisible();
  });

  await test.step('the provider has another account for the member: the owner unlinks the old one', async () => {
    await member.context().clearCookies();
    provider.person = { sub: 'kamala of a new tenant', email, name: 'Kamala Silva' };
    const signIn = async () => {
      await member.goto('/sso');
      await member.getByLabel('Email').fill(email);
      await member.keyboard.press('Enter');
    };
    await signIn();
    await expect(member.getByRole('alert')).toHaveText(/belongs to another account.*Ask an owner/);
    await page.goto('/team');
    await inspect(page, 'team-linked');
    await tabTo(page, page.getByRole('button', { name: 'Actions for Kamala Silva' }));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Forget sign-on link of Kamala Silva' }).press('Enter');
    await inspect(page, 'team-forget-link', { whole: false });
    await page.getByRole('dialog').getByRole('button', { name: 'Forget Sign-on Link' }).click();
    await expect(page.getByText('The sign-on link of Kamala Silva has been forgotten')).toBeVisible();
    await signIn();
    await expect(member.getByRole('button', { name: 'Account of Kamala Silva' })).toBeVisible();
  });

  await test.step('the provider refuses everyone, or returns an email of another domain', async () => {
    const refusals = [
      [true, email, /denied access.*Ask its administrator to give you access/],
      [false, 'kamala@elsewhere.example', /Choose your work account.*ask an owner of your team/],
    ] as const;
    for (const [refuses, returned, words] of refusals) {
      await member.context().clearCookies();
      provider.refuses = refuses;
      provider.person = { sub: returned, email: returned };
      await member.goto('/sso');
      await member.getByLabel('Email').fill(email);
      await member.keyboard.press('Enter');
      await expect(failed(member)).toBeVisible();
      await expect(member.getByRole('alert')).toHaveText(words);
      await expect(member).toHaveURL('/sso');
    }
    await inspect(member, 'single-sign-on-failed');
    await tabTo(member, member.getByRole('button', { name: 'Try Again' }));
    await member.keyboard.press('Enter');
    await expect(member.getByLabel('Email')).toBeFocused();
  });

  await test.step('staff sign in at the provider of the service', async () => {
    const staff = `dilani.${randomUUID().slice(0, 8)}@godwit.example`;
    const goThere = async () => {
      await page.goto('/staff');
      await tabTo(page, page.getByRole('button', { name: 'Use single sign-on' }));
      await page.keyboard.press('Enter');
    };
    provider.person = { sub: 'dilani', email: staff, amr: ['mfa'] };
    await goThere();
    await expect(page.getByRole('alert')).toContainText('godwit staff');
    await inspect(page, 'staff-single-sign-on-failed');
    await godwit('staff', 'add', staff, '--role=SUPPORT');
    await page.getByRole('link', { name: 'Try again' }).click();
    await goThere();
    await expect(page.getByRole('button', { name: `Account of ${staff}` })).toBeVisible();
  });
  provider.close();
});
