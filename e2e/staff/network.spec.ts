// Documents that two admins change. The network of carriers: one person adds a link and a rule and proposes
// them, another one sees the difference. The rules of countries: the same with a country. Both are withdrawn
// at the end, because the other tests send over the simulator, and by the shipped rules.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';
import { anotherPage, enterStaff, openPage } from './people.ts';

test('links, and then rules of countries, are proposed, looked at by a second person, and withdrawn', async ({
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

  await proposeRules(page);
  await rejectRules(second);
});

const ORIGIN = {
  source: 'Our contracts',
  read_on: '2026-11-27',
  status: 'HOUSE',
  counsel: null,
  until: null,
};
const refusing = (otherwise: string) =>
  JSON.stringify({
    SG: { register: [{ ...ORIGIN, value: { else: otherwise }, from: '2099-01-01T00:00:00Z' }] },
  });

/** Proposes rules of a country by keyboard, after a document with a fault. */
async function proposeRules(page: Page): Promise<void> {
  const { keyboard } = page;
  await openPage(page, 'Work', 'Rules of countries');
  await expect(page.getByText('There is no rule set yet: the shipped rules are in force.')).toBeVisible();
  await page.getByText(/^Australia/).click();
  await expect(page.getByText('Names that are not registered: shown as Unverified')).toBeVisible();
  await inspect(page, 'staff-rules-empty');

  const change = page.getByRole('button', { name: 'Change rules' });
  await change.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change rules' });
  const document = dialog.getByLabel('Document');
  await expect(document).toBeFocused();
  await expect(document).toHaveValue(/"AU": \{\s+"\w+": \[/);
  await inspect(page, 'staff-rules-begun', { whole: false });
  await keyboard.press('Shift+Tab');
  await keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('combobox', { name: 'Rules of' })).toBeFocused();
  await keyboard.type('Singapore');
  await expect(page.getByRole('option')).toHaveText(['Singapore']);
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(document).toHaveValue(/"SG": \{\}/);
  await document.fill(refusing('SHOUT'));
  await dialog.getByRole('button', { name: 'Check' }).press('Enter');
  await expect(
    dialog.getByText(/^The document is wrong:\s+SG\.register\.0\.value\.else must be one of/),
  ).toBeVisible();
  await inspect(page, 'staff-rules-fault', { whole: false });
  await document.fill(refusing('REFUSE'));
  await dialog.getByRole('button', { name: 'Check' }).press('Enter');
  const checked = dialog.getByRole('status');
  await expect(checked).toContainText('Names that are not registered: sent as they are → refused (3002)');
  await expect(checked).toContainText(/\d+ names? of \d+ teams?|\d+ names were looked at/);
  await inspect(page, 'staff-rules-checked', { whole: false });
  await dialog.getByLabel('Reason').fill('Our networks have registered the names.');
  await dialog.getByRole('button', { name: 'Propose' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(change).toBeFocused();
  await expect(page.getByText('Only an admin who did not propose it can accept it.')).toBeVisible();
}

/** Looks at the proposed rules as the second admin, and rejects them. */
async function rejectRules(page: Page): Promise<void> {
  await page.goto('/staff/sender-ids/rules');
  const proposal = page.getByRole('region', { name: /^Rule set/ });
  await expect(proposal).toContainText('sent as they are → refused (3002)');
  await proposal.getByRole('button', { name: /^Show whom rule set/ }).click();
  await expect(proposal).toContainText('names were looked at');
  await expect(proposal.getByRole('button', { name: /^Accept rule set/ })).toBeEnabled();
  await proposal.getByText('Values of the document').click();
  await expect(proposal).toContainText('waits for counsel');
  await inspect(page, 'staff-rules-proposal');
  await proposal.getByRole('button', { name: /^Reject rule set/ }).click();
  const reject = page.getByRole('dialog', { name: /^Reject rule set/ });
  await reject.getByLabel('Reason').fill('Not before the contracts are signed.');
  await reject.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('list', { name: 'History' }).getByText('Not accepted')).toBeVisible();
  await inspect(page, 'staff-rules-history');
}
