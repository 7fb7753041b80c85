// The team: inviting, all ways to join, roles in the team and in projects, removing, leaving.
import type { Page } from '@playwright/test';
import { logIn } from '../access/steps.ts';
import { expect, test } from '../fixtures.ts';
import { activate, createProject, invite, mailbox, newPerson, registerInvited, signIn } from '../people.ts';
import { act } from './steps.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem');
const pending = (page: Page) => page.getByRole('list', { name: 'Pending Invitations' }).getByRole('listitem');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function choose(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a person is invited, invited again, and the invitation is revoked', async ({ page, account }) => {
  const { email } = newPerson();
  await page.goto('/home');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(members(page)).toHaveCount(1);
  await expect(members(page).first()).toContainText(account.email);

  await page.getByRole('button', { name: 'Invite' }).click();
  const form = dialog(page, 'Invite to the Team');
  await expect(form.getByLabel('Email')).toBeFocused();
  await form.getByLabel('Email').fill('kasun');
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(form.getByText('Email is invalid')).toBeVisible();
  await form.getByLabel('Email').fill(account.email);
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(form.getByText('This person is already in the team.')).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveValue(account.email);

  await form.getByLabel('Email').fill(email);
  await choose(page, 'Role', 'Viewer');
  await expect(form.getByText('Can only look, and sees no keys')).toBeVisible();
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText(`Invitation has been sent to ${email}`)).toBeVisible();
  await expect(pending(page)).toHaveCount(1);
  await expect(pending(page)).toContainText('Viewer');
  await act(page, email, `Send Again to ${email}`);
  await expect.poll(async () => (await mailbox(page.request, email)).length).toBe(2);
  const [newest, first] = await mailbox(page.request, email);

  await act(page, email, `Revoke the invitation of ${email}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Invitation has been revoked')).toBeVisible();
  await expect(pending(page)).toHaveCount(0);
  for (const mail of [newest, first]) {
    await page.goto(mail?.links[0] ?? '');
    await expect(title(page)).toHaveText('This invitation does not work');
    await expect(page.getByText('Ask for another one.')).toBeVisible();
  }
});

test('a person without an account registers from the link and joins the team', async ({
  page,
  account,
  browser,
}) => {
  await createProject(page.request, 'Lanka Retail');
  const person = newPerson();
  const link = await invite(page.request, person.email, 'SENDER');
  const visitor = await browser.newPage();
  await visitor.goto(link);
  await expect(title(visitor)).toContainText('Join');
  await expect(visitor).toHaveURL('/invitation');
  await expect(
    visitor.getByText(`${account.email} invites you to the team Nadeesha Perera as Sender.`),
  ).toBeVisible();
  await expect(visitor.getByLabel('Email')).toHaveValue(person.email);
  await visitor.getByLabel('First name').fill('Kasun');
  await visitor.getByLabel('Last name').fill('Fernando');
  await visitor.getByLabel('Password', { exact: true }).fill(person.password);
  await visitor.getByLabel('Confirm password').fill(person.password);
  await visitor.getByRole('button', { name: 'Sign up' }).click();
  await expect(title(visitor)).toHaveText('Home');
  await expect(visitor.getByRole('button', { name: 'Project: Lanka Retail' })).toBeVisible();
  await visitor.goto('/team');
  await expect(members(visitor)).toHaveCount(2);
  await expect(visitor.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await expect(visitor.getByRole('main').getByRole('combobox')).toHaveCount(0);
  await expect(visitor.getByRole('button', { name: 'Actions for Nadeesha Perera' })).toHaveCount(0);

  await visitor.getByRole('button', { name: /^Account of/ }).click();
  await visitor.getByRole('button', { name: 'Switch to Kasun Fernando' }).click();
  await expect(visitor.getByRole('button', { name: 'Create New Project' })).toBeVisible();
  await visitor.goto(link);
  await expect(title(visitor)).toHaveText('This invitation does not work');
  await visitor.close();
});

test('a person with an account logs in from the link, after logging out of another one', async ({
  page,
  account,
  browser,
  request,
}) => {
  expect(account.firstName).toBe('Nadeesha');
  const person = newPerson();
  // Not in the page's own context, which this would sign out.
  await activate(request, person);
  const link = await invite(page.request, person.email, 'ADMIN');
  await page.goto(link);
  await expect(page.getByText(`You are signed in as ${account.email}`)).toBeVisible();

  const other = await browser.newContext();
  const visitor = await other.newPage();
  await visitor.goto(link);
  await expect(visitor.getByLabel('Email')).toHaveValue(person.email);
  await logIn(visitor, person);
  await visitor.getByRole('button', { name: 'Join Team' }).click();
  await expect(title(visitor)).toHaveText('Home');
  await visitor.goto('/team');
  await expect(members(visitor)).toHaveCount(2);
  await expect(visitor.getByRole('button', { name: 'Invite' })).toBeVisible();
  await other.close();

  const another = newPerson();
  await activate(request, another);
  await page.goto(await invite(page.request, another.email, 'VIEWER'));
  await page.getByRole('button', { name: 'Sign in with another account' }).click();
  await logIn(page, another);
  await page.getByRole('button', { name: 'Join Team' }).click();
  await expect(title(page)).toHaveText('Home');
});

test('roles in the team and in one project decide what a member sees', async ({ page, project, browser }) => {
  const sender = { ...newPerson(), firstName: 'Kasun', lastName: 'Fernando' };
  await registerInvited(page.request, sender, await invite(page.request, sender.email, 'VIEWER'));
  const elsewhere = await browser.newPage();
  await signIn(elsewhere.request, sender);
  await elsewhere.goto('/home');
  await expect(elsewhere.getByRole('button', { name: `Project: ${project.name}` })).toBeVisible();
  await expect(elsewhere.getByRole('link', { name: 'Send SMS' })).toHaveCount(0);

  await page.goto('/team');
  await choose(page, 'Role of Kasun Fernando', 'Sender');
  await expect(page.getByText('Role has been updated successfully')).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByRole('link', { name: 'Send SMS' }).first()).toBeVisible();

  await act(page, 'Kasun Fernando', 'Roles by project of Kasun Fernando');
  await choose(page, project.name, 'Admin');
  await expect(page.getByText('1 project differs')).toBeVisible();
  await elsewhere.goto(`/settings/${project.id}`);
  await expect(elsewhere.getByRole('group', { name: 'Live API Key' })).toBeVisible();
  await choose(page, project.name, 'As in the team (Sender)');
  await expect(page.getByText('1 project differs')).toBeHidden();
  await elsewhere.reload();
  await expect(elsewhere.getByText('Only owners and admins see and change the keys')).toBeVisible();
  await elsewhere.close();
});

test('the last owner stays; others are removed, or leave', async ({ page, project, browser }) => {
  const one = { ...newPerson(), firstName: 'Kasun', lastName: 'Fernando' };
  const two = { ...newPerson(), firstName: 'Dilani', lastName: 'Silva' };
  for (const person of [one, two]) {
    await registerInvited(page.request, person, await invite(page.request, person.email, 'SENDER'));
  }
  await page.goto('/team');
  await choose(page, 'Role of Nadeesha Perera', 'Admin');
  await expect(page.getByText('A team needs an owner. Make someone else an owner first.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Role of Nadeesha Perera' })).toHaveValue('Owner');

  const elsewhere = await browser.newPage();
  await signIn(elsewhere.request, one);
  await elsewhere.goto('/logs');
  await expect(elsewhere.getByRole('button', { name: `Project: ${project.name}` })).toBeVisible();
  await act(page, 'Kasun Fernando', 'Remove Kasun Fernando');
  await expect(dialog(page, 'Remove Kasun Fernando')).toContainText(
    'will no longer see or change anything in this team',
  );
  await dialog(page, 'Remove Kasun Fernando').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Kasun Fernando has been removed')).toBeVisible();
  await expect(members(page)).toHaveCount(2);
  // From the next load on they are in their own team only.
  await elsewhere.reload();
  await expect(elsewhere.getByRole('button', { name: 'Create New Project' })).toBeVisible();

  const another = await browser.newPage();
  await signIn(another.request, two);
  await another.goto('/team');
  await expect(members(another)).toHaveCount(2);
  await act(another, 'Dilani Silva', 'Leave Team');
  await another.getByRole('dialog').getByRole('button', { name: 'Leave Team' }).click();
  await expect(title(another)).toHaveText('Home');
  await expect(another.getByRole('button', { name: 'Create New Project' })).toBeVisible();
  await Promise.all([elsewhere.close(), another.close()]);
});
