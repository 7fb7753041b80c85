// Registers of sender ids: two members of staff register a name, one takes it away, and its owner sees each
// step.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { send, sendTest } from '../people.ts';
import { inspect } from '../screens.ts';
import { tabTo } from '../tabTo.ts';
import { anotherPage, enterStaff, openPage } from './people.ts';

const SENDER = 'Kade Beds';
const REASON = 'Extract of the trade mark, folder 2026-11';

/** Answers the open dialog, with a reason if it asks for one. */
async function answer(desk: Page, button: string, reason?: string): Promise<void> {
  const dialog = desk.getByRole('dialog');
  if (reason) await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('two members of staff register a name, and one takes it away', async ({
  page,
  browser,
  account,
  project,
}) => {
  await send(page.request, `/projects/${project.id}/sender_id_requests`, {
    data: {
      sender_id: SENDER,
      description: 'Delivery times of beds.',
      legal_name: 'Kade Beds Pty Ltd',
      owner_scheme: 'ABN',
      owner_number: '51 824 753 556',
      name_basis: 'BUSINESS_NAME',
      is_promotional: false,
      documents: [],
    },
  });
  const own = page.getByRole('listitem').filter({ hasText: SENDER });
  const [desk, other] = [await anotherPage(browser), await anotherPage(browser)];
  const state = (text: string) => expect(desk.getByRole('main').getByText(text, { exact: true }).first());
  const { email } = await enterStaff(desk, 'COMPLIANCE');
  await enterStaff(other, 'COMPLIANCE');

  await test.step('staff approve the name and begin with its registration', async () => {
    await desk.goto(`/staff/sender-ids?q=${encodeURIComponent(account.email)}`);
    await desk.getByRole('list', { name: 'Sender ID requests' }).getByRole('link').click();
    await desk.getByRole('button', { name: 'Approve' }).click();
    await expect(desk.getByText(/^Approved by dilani/)).toBeVisible();
    await page.goto('/sender-id');
    await expect(own).toContainText(
      'Your turn: if you send to Australia, request it again and choose Australia.',
    );
    await desk.getByRole('button', { name: 'Begin registration: Australia' }).click();
    await expect(desk.getByRole('heading', { name: `${SENDER} in Australia` })).toBeVisible();
    await state('Draft').toBeVisible();
    await inspect(desk, 'staff-register-draft');
  });

  await test.step('one hands it in and proposes it, by keyboard alone, and cannot confirm it', async () => {
    await expect(desk.getByRole('button', { name: 'Handed in' })).toBeHidden();
    await page.reload();
    await expect(own).toContainText('Our turn: we look up its owner.');
    await desk.getByRole('button', { name: 'Owner looked up' }).click();
    await answer(desk, 'Owner looked up', REASON);
    await expect(desk.getByRole('link', { name: 'ABN 51824753556' })).toBeVisible();
    await desk.getByRole('button', { name: 'Handed in' }).click();
    await answer(desk, 'Handed in', REASON);
    await state('At the register').toBeVisible();
    await page.reload();
    await expect(own).toContainText('The register’s turn.');
    await expect(own).toContainText(`A text may have one of these names instead of ${SENDER}. Up to 5`);
    await inspect(page, 'sender-id-at-register');

    const propose = desk.getByRole('button', { name: 'Propose registration' });
    await tabTo(desk, propose);
    await desk.keyboard.press('Enter');
    const dialog = desk.getByRole('dialog');
    await expect(dialog.getByLabel('Reference of the register')).toBeFocused();
    await desk.keyboard.press('Enter');
    await expect(dialog.getByText('Give the reference of the register')).toBeVisible();
    await inspect(desk, 'staff-register-propose', { whole: false });
    await dialog.getByLabel('Reference of the register').focus();
    await desk.keyboard.type('AU-7731');
    await desk.keyboard.press('Tab');
    await desk.keyboard.type('2099-06-30');
    await desk.keyboard.press('Tab');
    await desk.keyboard.type(REASON);
    await desk.keyboard.press('Tab');
    await desk.keyboard.press('Tab');
    await desk.keyboard.press('Enter');
    const proposal = desk.getByRole('region', { name: 'Proposed registration' });
    await expect(proposal).toContainText('AU-7731');
    await expect(proposal).toContainText('30 Jun 2099');
    await expect(desk.getByText('You proposed this: somebody else has to confirm it.')).toBeVisible();
    await expect(desk.getByRole('button', { name: /^Confirm the/ })).toBeHidden();
    await inspect(desk, 'staff-register-own-proposal');
  });

  await test.step('the other one finds it in the queue and confirms it in the inbox', async () => {
    await openPage(other, 'Work', 'Registers');
    await expect(other.getByRole('heading', { name: 'Registers' })).toBeVisible();
    const row = other.getByRole('list', { name: 'Registers' }).getByRole('link').filter({ hasText: SENDER });
    await expect(row).toContainText('Waits for a second person');
    await inspect(other, 'staff-registers');
    await row.click();
    await expect(other.getByText(email).first()).toBeVisible();
    await openPage(other, 'Work', 'Inbox');
    await other.getByRole('combobox', { name: 'Kind' }).click();
    await other.getByRole('option', { name: /^Register/ }).click();
    const items = other.getByRole('list', { name: 'Inbox' }).getByRole('link');
    // The first item opens by itself on a wide screen; it may be one of another test.
    await expect(items.first()).toHaveAttribute('aria-current', 'true');
    const waiting = items.filter({ hasText: SENDER });
    await waiting.click();
    await expect(waiting).toHaveAttribute('aria-current', 'true');
    await expect(other.getByRole('heading', { name: new RegExp(SENDER) })).toBeVisible();
    await inspect(other, 'staff-inbox-register');
    await other.getByRole('button', { name: `Confirm the registration of ${SENDER}` }).click();
    await inspect(other, 'staff-register-confirm', { whole: false });
    await answer(other, 'Confirm');
    await expect(other.getByRole('status').getByText(`${SENDER} is registered.`)).toBeVisible();
    await expect(waiting).toHaveCount(0);
    await expect(other.locator(':focus')).toContainText('Nothing waits for you.');
    await inspect(other, 'staff-inbox-empty');
    await desk.reload();
    await expect(desk.getByText('AU-7731', { exact: true })).toBeVisible();
    await inspect(desk, 'staff-register-registered');
    await page.reload();
    await expect(own).toContainText(`People in Australia see “${SENDER}”`);
    await expect(own).toContainText('Until 30 Jun 2099.');
    await inspect(page, 'sender-id-registered');
  });

  await test.step('a file renews it: of one person it proposes, of the other it confirms', async () => {
    const id = new URL(desk.url()).pathname.split('/').at(-1);
    const csv = `registration,state,reference,last_day\n${id},REGISTERED,AU-7732,2099-12-31\nx,REFUSED,,\n`;
    const buffer = Buffer.from(csv);
    const upload = async (on: Page, does: string) => {
      await on.goto('/staff/sender-ids/registers?turn=ALL');
      await on.getByRole('button', { name: 'Upload answers' }).click();
      const dialog = on.getByRole('dialog', { name: 'Upload answers' });
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('Choose a CSV file');
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'answers.csv', mimeType: 'text/csv', buffer });
      await dialog.getByLabel('Reason').fill(REASON);
      await dialog.getByRole('button', { name: 'Preview' }).click();
      const preview = dialog.getByRole('status');
      await expect(preview).toContainText(does);
      await expect(preview).toContainText('Line 3: The column registration has no valid id.');
      await inspect(on, 'staff-register-answers', { whole: false });
      await dialog.getByRole('button', { name: 'Note the answers' }).click();
      await expect(preview).toContainText('Noted');
      await on.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    };
    await upload(desk, 'Proposed');
    await upload(other, 'Registered');
    await desk.goto(`/staff/sender-ids/registers/${id}`);
    await expect(desk.getByText('AU-7732', { exact: true })).toBeVisible();
    const downloading = desk.waitForEvent('download');
    await desk.goto('/staff/sender-ids/registers?turn=ALL');
    await desk.getByRole('button', { name: 'Choose a format' }).click();
    await expect(desk.getByRole('menuitem', { name: 'This list (CSV)' })).toBeVisible();
    await inspect(desk, 'staff-registers-packs', { whole: false });
    await desk.keyboard.press('Escape');
    await desk.getByRole('button', { name: 'Download', exact: true }).click();
    expect((await downloading).suggestedFilename()).toBe('registrations.csv');
    await desk.goto(`/staff/sender-ids/registers/${id}`);
  });

  await test.step('one person takes it away', async () => {
    await desk.reload();
    await desk.getByRole('button', { name: 'Withdraw' }).click();
    await answer(desk, 'Withdraw', 'The business was sold.');
    await state('Withdrawn').toBeVisible();
    const history = desk.getByRole('list', { name: 'What happened' }).getByRole('listitem');
    await expect(history.first()).toContainText('The business was sold.');
    await expect(history).toHaveCount(7);
    await page.reload();
    await expect(own).toContainText('People in Australia see “Unverified”');
  });

  await test.step('a message to Australia says why people saw Unverified, and the next step', async () => {
    const to = '+61412345678';
    const message = { to, from: SENDER, body: 'Your bed comes on Monday.' };
    await page.goto(`/logs/${await sendTest(page.request, project, message)}`);
    await page.getByRole('button', { name: 'Why this way?' }).click();
    const why = page.getByRole('dialog', { name: 'Why this way?' });
    await expect(why.getByText(`People in Australia see “Unverified” instead of ${SENDER}`)).toBeVisible();
    await expect(why.getByText('Our staff withdrew the registration.')).toBeVisible();
    await inspect(page, 'details-why-unverified', { whole: false });
  });
});
