// Document uploads: progress, errors and retries, refusals, and input typed during an upload.
import { expect, test } from '../fixtures.ts';
import { arrowTo, tabTo } from '../tabTo.ts';
import { disguised, documentField, fillRequest, PICTURE_SIZE, picture, upload, uploaded } from './steps.ts';

const UPLOADS = '**/v1/web/generic/file_upload';

test.beforeEach(({ project }) => {
  expect(project.name).toBe('Lanka Retail');
});

test('an upload shows its progress, can be stopped, and is retried after an error', async ({ page }) => {
  const front = () => documentField(page, 'Page 1 or front');
  await page.goto('/verify');

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(UPLOADS, async (route) => {
    await held;
    await route.abort();
  });
  await upload(page, 'Page 1 or front', picture('passport.png'));
  await expect(front().getByText(`% of ${PICTURE_SIZE}`)).toBeVisible();
  await expect(front().getByRole('progressbar', { name: 'Progress of passport.png' })).toBeAttached();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(front().getByText('Wait until the document is uploaded.')).toBeVisible();

  letGo();
  await expect(front().getByText('This document failed to upload. Please try again.')).toBeVisible();
  await page.unroute(UPLOADS);
  await front().getByRole('button', { name: 'Retry Page 1' }).click();
  await expect(front().getByText(`${PICTURE_SIZE}, uploaded`)).toBeVisible();
  await expect(front().getByText('passport.png')).toBeVisible();

  await front().getByRole('button', { name: 'Remove Page 1' }).click();
  await expect(front().getByText('Drop a pdf, png, gif or jpeg here')).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(front().getByText('Please select your document')).toBeVisible();
  await expect(front().getByRole('button', { name: 'Upload Page 1' })).toBeFocused();
});

test('a refused file shows the reason, before or after it is sent', async ({ page }) => {
  await page.goto('/request-verification');
  const first = documentField(page, 'Document 1');
  await upload(page, 'Document 1', { ...picture('note.txt'), mimeType: 'text/plain' });
  await expect(first.getByText('Choose a pdf, png, gif or jpeg file.')).toBeVisible();
  await upload(page, 'Document 1', { ...picture('empty.png'), buffer: Buffer.alloc(0) });
  await expect(first.getByText('This file is empty. Choose another one.')).toBeVisible();
  const large = { ...picture('large.png'), buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await upload(page, 'Document 1', large);
  await expect(first.getByText('This file is larger than 10 MB. Choose a smaller one.')).toBeVisible();
  await upload(page, 'Document 1', disguised);
  await expect(first.getByText('The content is not what the name says.')).toBeVisible();
  await uploaded(page, 'Document 1', 'passport.png');
});

test('a refusal by the server stays on screen with its sentence', async ({ page, browser }) => {
  await page.goto('/request-verification');
  await page.getByLabel('Document 1 name').fill('Passport');
  await uploaded(page, 'Document 1', 'passport.png');

  // The same person sends a request in another window; this page notices only when it sends.
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const second = await other.newPage();
  await second.goto('/verify');
  await uploaded(second, 'Page 1 or front', 'licence.png');
  await second.getByRole('button', { name: 'Submit' }).click();
  await expect(second.getByText('Verification request sent successfully')).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Request Verification' }).click();
  await expect(page.getByText('You have a pending user verification request.').first()).toBeVisible();
});

test('a session that ends while the form is filled in loses nothing', async ({ page, account }) => {
  await page.goto('/sender-id');
  await fillRequest(page, 'LR Offers');
  await page.getByRole('button', { name: 'Add documents' }).click();
  await page.context().clearCookies({ name: 'godwit_session' });
  await upload(page, 'Document 1 (Optional)', picture('deed.png'));
  const dialog = page.getByRole('dialog', { name: 'Login' });
  await dialog.getByLabel('Email').fill(account.email);
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`${PICTURE_SIZE}, uploaded`)).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Request Sender ID' }).click();
  await expect(page.getByText('Sender ID requested successfully')).toBeVisible();
});

test('an invalid sender ID is refused while typing, a protected one by the server', async ({ page }) => {
  await page.goto('/sender-id?step=summary');
  // By keyboard: Enter goes on, and the title of the next step has the focus.
  await page.getByRole('textbox', { name: 'Legal Name of Business or Individual' }).fill('Lanka Retail');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The name' })).toBeFocused();
  const field = page.getByRole('textbox', { name: 'Sender ID', exact: true });
  const rules = page.getByRole('list', { name: 'What a sender ID has to be' });
  const unmet = rules.getByRole('listitem').filter({ hasText: 'not met' });
  await field.fill('12');
  await expect(unmet).toHaveText([/3 to 11 characters/, /At least one letter/]);
  await field.fill('Lanka Retail+');
  await expect(unmet).toHaveText([/3 to 11 characters/, /Letters, numbers/]);
  await field.fill('B0C Offers');
  await expect(unmet).toHaveCount(0);
  await expect(page.getByText('resembles a well-known')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(/step=name/);
  // A name that was free while it was typed is refused with the request, at its field.
  await page.route('**/sender_id_checks?*', (route) =>
    route.fulfill({ json: { problem: null, elsewhere: [], suggestion: null } }),
  );
  await field.fill('B0C Offer');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Describe Sender ID Usage' }).fill('Offers.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Request Sender ID' }).click();
  await expect(page.getByText('resembles a well-known')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('B0C Offer');
});

test('by keyboard alone: choose, upload, remove, submit', async ({ page }) => {
  await page.goto('/verify');
  await tabTo(page, page.getByRole('combobox', { name: 'ID Document' }));
  await page.keyboard.press('Enter');
  await arrowTo(page, page.getByRole('option', { name: 'Passport' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'ID Document' })).toHaveValue('Passport');

  const chosen = async () => {
    const chooser = page.waitForEvent('filechooser');
    // The listener is registered by the browser's next response.
    await expect(page.locator(':focus')).toBeVisible();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(picture('passport.png'));
    await expect(page.getByText(`${PICTURE_SIZE}, uploaded`)).toBeVisible();
  };
  await tabTo(page, page.getByRole('button', { name: 'Upload Page 1 or front' }));
  await chosen();
  await tabTo(page, page.getByRole('button', { name: 'Remove Page 1' }), 'Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Upload Page 1 or front' })).toBeFocused();
  await chosen();
  await tabTo(page, page.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Verification request sent successfully')).toBeVisible();
  await page.goto('/verify');
  await expect(page.getByText('Passport, page 1')).toBeVisible();
});
