// The network of carriers: one person adds a link and a rule and proposes them, another one sees the
// difference. It is withdrawn at the end, because the other tests send over the simulator.
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';
import { anotherPage, enterStaff, openPage } from './people.ts';

test('a link and a rule are proposed, looked at by a second person, and withdrawn', async ({
  page,
  browser,
}) => {
  await enterStaff(page, 'ADMIN');
  await openPage(page, 'Network', 'Links and rules');
  await expect(page.getByText('There is no network yet.')).toBeVisible();
  await inspect(page, 'staff-network-empty');

  await page.getByRole('button', { name: 'Add link' }).click();
  const smpp = page.getByRole('dialog', { name: 'Add link' });
  await smpp.getByLabel('Id', { exact: true }).fill('dialog');
  await smpp.getByLabel('Host').fill('smpp.example.com');
  await smpp.getByLabel('Port').fill('2775');
  await smpp.getByLabel('System id').fill('shop');
  await smpp.getByLabel('Password', { exact: true }).fill('far-too-long');
  await smpp.getByLabel('Prefixes').fill('9477, *:2');
  await inspect(page, 'staff-network-smpp', { whole: false });
  await smpp.getByRole('button', { name: 'Save in draft' }).click();

  // By keyboard alone.
  const { keyboard } = page;
  const addLink = page.getByRole('button', { name: 'Add link' });
  await addLink.press('Enter');
  const http = page.getByRole('dialog', { name: 'Add link' });
  await expect(http.getByLabel('Id', { exact: true })).toBeFocused();
  await keyboard.type('twilio');
  await keyboard.press('Shift+Tab');
  await keyboard.press('ArrowRight');
  await expect(http.getByRole('radio', { name: 'HTTP' })).toBeChecked();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(http.getByRole('combobox', { name: 'Profile' })).toBeFocused();
  await keyboard.type('Twilio');
  await expect(page.getByRole('option', { name: /^Twilio/ })).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await expect(http.getByLabel('sid', { exact: true })).toBeFocused();
  await keyboard.type('AC1');
  await http.getByLabel('key', { exact: true }).pressSequentially('sealed-4711');
  await inspect(page, 'staff-network-http', { whole: false });
  await http.getByLabel('key', { exact: true }).press('Enter');
  await expect(http).toBeHidden();
  await expect(addLink).toBeFocused();
  await expect(
    page.getByRole('region', { name: 'Links' }).getByText('sid, key, set in this draft'),
  ).toBeVisible();
  await inspect(page, 'staff-network-draft');

  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('dialog', { name: 'Add rule' });
  await rule.getByLabel('Name').fill('bank');
  await rule.getByLabel('Senders').fill('BANK, BANK LK');
  await rule.getByLabel('Links').fill('dialog, twilio:2');
  await inspect(page, 'staff-network-rule', { whole: false });
  await rule.getByRole('button', { name: 'Save in draft' }).click();

  async function propose(): Promise<void> {
    await page.getByRole('button', { name: 'Propose changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose changes' });
    await dialog.getByLabel('Reason').fill('The bank wants its own account.');
    await dialog.getByRole('button', { name: 'Propose changes' }).click();
    await expect(dialog).toBeHidden();
  }
  // A visit to another page keeps the draft.
  await openPage(page, 'Network', 'Carriers');
  await openPage(page, 'Network', 'Links and rules');
  await propose();
  await expect(page.getByRole('alert').filter({ hasText: 'password of link dialog' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit dialog' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit dialog' });
  await edit.getByLabel('Password', { exact: true }).fill('pw-4711');
  await edit.getByRole('button', { name: 'Save in draft' }).click();
  await propose();
  await expect(page.getByText('Somebody else has to approve it.')).toBeVisible();

  const second = await anotherPage(browser);
  await enterStaff(second, 'ADMIN');
  await second.goto('/staff/network');
  const proposal = second.getByRole('region', { name: 'Version 1' });
  await expect(proposal.getByText('Rule bank')).toBeVisible();
  await expect(proposal.getByText(/^added with when senders BANK/)).toBeVisible();
  await expect(second.getByRole('button', { name: /^Approve version/ })).toBeEnabled();
  expect(await second.content()).not.toContain('pw-4711');
  await inspect(second, 'staff-network-proposal');
  await second.getByRole('button', { name: 'Show document of version 1' }).first().click();
  const whole = second.getByRole('dialog', { name: 'Document of version 1' });
  await expect(whole.getByLabel('Document')).toHaveValue(/"host": "smpp.example.com"/);
  await expect(whole.getByLabel('Document')).not.toHaveValue(/4711/);
  await inspect(second, 'staff-network-document', { whole: false });
  await second.keyboard.press('Escape');
  await expect(whole).toBeHidden();
  await second.getByRole('button', { name: /^Withdraw version/ }).click();
  const withdraw = second.getByRole('dialog', { name: /^Withdraw version/ });
  await withdraw.getByLabel('Reason').fill('Next month.');
  await withdraw.getByRole('button', { name: 'Withdraw' }).click();
  await expect(second.getByRole('list', { name: 'History' }).getByText(/Withdrawn$/)).toBeVisible();
  await inspect(second, 'staff-network-history');
});
