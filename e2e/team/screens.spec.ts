// The team in every width and theme: no axe violation, no sideways scroll, and pictures.
import { expect, test } from '../fixtures.ts';
import { createProject, invite, newPerson, registerInvited, signUp } from '../people.ts';
import { inspect } from '../screens.ts';
import { act } from './steps.ts';

test('team, its dialogs, and the page of an invitation', async ({ page }) => {
  const owner = newPerson('nadeesha.d.perera@lankaretail.example');
  await signUp(page.request, owner);
  await createProject(page.request, 'Lanka Retail');
  await createProject(page.request, 'Warehouse and Deliveries');
  const sender = {
    ...newPerson('kasun.fernando@lankaretail.example'),
    firstName: 'Kasun',
    lastName: 'Fernando',
  };
  const viewer = {
    ...newPerson('auditor@rajapaksha-associates.example'),
    firstName: 'Chandrika',
    lastName: 'Rajapaksha',
  };
  await registerInvited(page.request, sender, await invite(page.request, sender.email, 'SENDER'));
  await registerInvited(page.request, viewer, await invite(page.request, viewer.email, 'VIEWER'));
  const link = await invite(page.request, 'dilani.silva@lankaretail.example', 'ADMIN');
  await page.goto('/team');
  await expect(page.getByText('dilani.silva@lankaretail.example')).toBeVisible();
  await inspect(page, 'team');

  await act(page, 'Kasun Fernando', 'Roles by project of Kasun Fernando');
  await expect(page.getByRole('dialog', { name: 'Roles by Project' })).toBeVisible();
  await inspect(page, 'team-project-roles', { whole: false });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Rename Team' }).click();
  const naming = page.getByRole('dialog', { name: 'Rename Team' });
  await naming.getByLabel('Team Name').fill('Bank of Ceylon');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(naming.getByText('This name resembles that of a well-known bank')).toBeVisible();
  await inspect(page, 'team-rename', { whole: false });
  await naming.getByLabel('Team Name').fill('Lanka Retail Holdings');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Team has been renamed successfully')).toBeVisible();
  // In the subtitle and in the row.
  const renamed = page.getByRole('main').getByText('Lanka Retail Holdings', { exact: true });
  await expect(renamed).toHaveCount(2);

  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await inspect(page, 'team-invite', { whole: false });
  await page.keyboard.press('Escape');

  await act(page, 'Kasun Fernando', 'Remove Kasun Fernando');
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'team-remove', { whole: false });
  await page.keyboard.press('Escape');

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Join');
  await expect(page.getByText('invites you to the team')).toContainText('the team Lanka Retail Holdings as');
  await inspect(page, 'invitation-another');
  await page.getByRole('button', { name: 'Sign in with another account' }).click();
  await expect(page.getByLabel('First name')).toBeVisible();
  await inspect(page, 'invitation');
  await page.goto('/invitation?t=nothing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation does not work');
  await inspect(page, 'invitation-dead');
});
