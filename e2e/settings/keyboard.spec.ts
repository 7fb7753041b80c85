// Settings, profile and team by keyboard alone: every action can be reached, shows the focus, and returns it.
import { expect, test } from '../fixtures.ts';
import { newPerson } from '../people.ts';
import { arrowTo, tabTo } from '../tabTo.ts';

test('a project is renamed, its key revoked, its limit set and a country blocked without a pointer', async ({
  page,
  project,
}) => {
  await page.goto(`/settings/${project.id}`);
  await test.step('name', async () => {
    await tabTo(page, page.getByRole('textbox', { name: 'Project Name' }));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Lanka Retail Online');
    const save = page.getByRole('button', { name: 'Save' });
    await tabTo(page, save);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Project name has been updated successfully')).toBeVisible();
    await expect(save).toBeFocused();
  });
  await test.step('key', async () => {
    const show = page.getByRole('button', { name: 'Show Live API Key' });
    await tabTo(page, show);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Live API Key' })).toContainText(project.liveKey);
    const revoke = page.getByRole('button', { name: 'Revoke Live API Key' });
    await tabTo(page, revoke);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Revoke Live API Key' });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(revoke).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Revoke', exact: true }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(revoke).toBeFocused();
  });
  await test.step('time zone', async () => {
    const zone = page.getByRole('combobox', { name: 'Timezone' });
    await tabTo(page, zone);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('sydney');
    await arrowTo(page, page.getByRole('option', { name: /^Australia\/Sydney/ }));
    await page.keyboard.press('Enter');
    await expect(zone).toHaveValue(/^Australia\/Sydney/);
    await expect(page.getByText('Timezone has been updated successfully')).toBeVisible();
  });
  await test.step('limit', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Usage Limits' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('switch', { name: 'Daily Limit' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByLabel('Amount of the daily limit'));
    await page.keyboard.type('500');
    await tabTo(page, page.getByRole('switch', { name: 'Daily Warning' }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('slider'));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('81% of the limit: Rs 405.00')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Project usage limits have been updated successfully')).toBeVisible();
  });
  await test.step('country', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Geo Permissions' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'South America', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('checkbox', { name: /^Bolivia/ }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Blocked countries have been updated successfully')).toBeVisible();
  });
});

test('a person is invited and the invitation revoked without a pointer', async ({ page, account }) => {
  expect(account.firstName).toBe('Nadeesha');
  const { email } = newPerson();
  await page.goto('/team');
  const open = page.getByRole('button', { name: 'Invite' });
  await tabTo(page, open);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite to the Team' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, dialog.getByRole('combobox', { name: 'Role' }));
  await arrowTo(page, page.getByRole('option', { name: 'Viewer' }));
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Send Invitation' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: `Actions for ${email}` }));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: `Revoke the invitation of ${email}` }).press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invitation has been revoked')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});
