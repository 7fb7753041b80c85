// Profiles of one-time codes: one is added by keyboard, used by the call that its preview shows, changed and
// removed.
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';

test('a profile is added, used, changed and removed', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}/codes`);
  await expect(page.getByText('No profiles yet.')).toBeVisible();
  await inspect(page, 'settings-code-profiles-none');

  const add = page.getByRole('button', { name: 'Add Profile' });
  const dialog = page.getByRole('dialog');
  await add.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  const name = "Payments of Lanka Retail's shops in Colombo Fort & Galle";
  await page.keyboard.type(name);
  await dialog.getByRole('combobox', { name: 'Sender ID' }).fill('SANDBOX');
  await dialog.getByRole('checkbox', { name: 'Use as the default' }).press('Space');
  const addText = dialog.getByRole('button', { name: 'Add Text' });
  await addText.press('Enter');
  const text = dialog.getByRole('textbox', { name: 'Text', exact: true });
  await text.nth(0).fill('Your payment is ready.');
  await addText.press('Enter');
  await text.nth(1).fill(`${'ඔබගේ ගෙවීම තහවුරු කරන්න. '.repeat(3)}{code}`);
  await expect(dialog.getByText(/^2 segments, .*123456$/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Digits' }).fill('3');
  await dialog.getByRole('button', { name: 'Add Profile' }).press('Enter');
  await expect(dialog.getByText('Put {code} into the text exactly once')).toBeVisible();
  await expect(dialog.getByText('Enter a number from 4 to 10')).toBeVisible();
  await inspect(page, 'settings-code-profile-form', { whole: false });
  await text.nth(0).fill('{code} confirms your payment.');
  await dialog.getByRole('textbox', { name: 'Digits' }).fill('8');
  await dialog.getByRole('textbox', { name: 'Messages a day (UTC)' }).fill('1');
  await dialog.getByRole('textbox', { name: 'Highest price' }).fill('2.5');
  await dialog.getByRole('combobox', { name: 'Only to these countries' }).fill('Sri L');
  await page.getByRole('option', { name: 'Sri Lanka' }).click();
  await dialog.getByRole('button', { name: 'Add Profile' }).press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Default');
  await expect(row).toContainText('Sinhala, Other languages');
  await expect(row).toContainText('Rs 2.50');
  await expect(add).toBeFocused();

  const choose = async (action: string) => {
    await row.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
    await page.getByRole('menuitem', { name: action }).press('Enter');
  };
  await choose('Preview and Request');
  await expect(dialog.getByText('12345678 confirms your payment.')).toBeVisible();
  await expect(dialog.getByText('1 segment, 31 characters')).toBeVisible();
  await expect(dialog.locator('pre')).toContainText("Retail'\\''s shops");
  await inspect(page, 'settings-code-profile-preview', { whole: false });
  await page.keyboard.press('Escape');
  const start = () =>
    page.request.post('/v1/verifications', {
      headers: { authorization: `Basic ${btoa(`${project.id}:${project.testKey}`)}` },
      data: { to: '+94770000001', profile: name },
    });
  expect((await start()).status()).toBe(201);

  // Names of one project are unique, also in another case.
  await add.press('Enter');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name.toUpperCase());
  await dialog.getByRole('button', { name: 'Add Profile' }).press('Enter');
  await expect(dialog.getByText('This project has a profile of this name')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sign-in');
  await dialog.getByRole('button', { name: 'Add Profile' }).press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Sign-in' })).toContainText('Usual texts');

  await choose('Edit Profile');
  await dialog.getByRole('checkbox', { name: 'Use as the default' }).press('Space');
  await dialog.getByRole('textbox', { name: 'Messages a day (UTC)' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(row).toContainText('No limit');
  await expect(row).not.toContainText('Default');
  await inspect(page, 'settings-code-profiles');
  await choose('Remove Profile');
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(row).toHaveCount(0);
  expect((await start()).status()).toBe(400);
});
