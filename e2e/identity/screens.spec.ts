// Every view of both verification screens and of the sender id request: both themes, four widths, axe,
// pictures.
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';
import { godwit } from '../service.ts';
import { disguised, documentField, upload, uploaded } from './steps.ts';

test('verify: form, errors, documents, pending, rejected, verified', async ({ page, account, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/verify');
  await expect(page.getByRole('heading', { name: 'ID Verification' })).toBeVisible();
  await expect(documentField(page, 'Page 1 or front')).toBeVisible();
  await inspect(page, 'verify');

  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please select your document')).toBeVisible();
  await inspect(page, 'verify-errors');

  await page.getByRole('combobox', { name: 'Account Type' }).click();
  await page.getByRole('option', { name: 'Business' }).click();
  await uploaded(
    page,
    'Page 1 or front',
    'certificate-of-registration-of-lanka-retail-private-limited-2019.png',
  );
  await upload(page, 'Page 2 or back (Optional)', disguised);
  await expect(page.getByText('The content is not what the name says.')).toBeVisible();
  await inspect(page, 'verify-documents');

  await page.getByRole('button', { name: 'Remove Page 2' }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Verification request sent successfully')).toBeVisible();
  await page.goto('/verify');
  await expect(page.getByText('You have a pending user verification request.')).toBeVisible();
  await inspect(page, 'verify-pending');

  await godwit('team', 'unverify', account.email, 'Page 1 is cut off at the right. Please scan all of it.');
  await expect(page.getByText('Page 1 is cut off at the right.')).toBeVisible();
  await inspect(page, 'verify-rejected');

  await godwit('team', 'verify', account.email);
  await expect(page.getByRole('heading', { name: 'Your account is verified' })).toBeVisible();
  await inspect(page, 'verify-verified');
});

test('request verification: slots, errors, pending', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/request-verification');
  await expect(page.getByText('Your account is not verified yet.')).toBeVisible();
  await inspect(page, 'request-verification');

  await page.getByLabel('Document 2 name (Optional)').fill('Driving License');
  await page.getByRole('button', { name: 'Request Verification' }).click();
  await expect(page.getByText('Name is Required')).toBeVisible();
  await inspect(page, 'request-verification-errors');

  await page.getByLabel('Document 1 name').fill('Passport');
  await uploaded(page, 'Document 1', 'passport.png');
  await uploaded(page, 'Document 2 (Optional)', 'licence.png');
  await inspect(page, 'request-verification-documents');

  await page.getByRole('button', { name: 'Request Verification' }).click();
  await expect(page.getByText('Verification request sent successfully')).toBeVisible();
  await page.goto('/request-verification');
  await expect(page.getByRole('link', { name: 'Go back' })).toBeVisible();
  await inspect(page, 'request-verification-pending');
});

test('sender id: form, errors, pending, rejected, approved', async ({ page, project }) => {
  await godwit('sender', 'add', project.id, 'LankaRetail');
  await page.goto('/sender-id');
  await expect(page.getByRole('heading', { name: 'Sender ID Request' })).toBeVisible();
  await expect(page.getByText('Sender IDs of this project')).toBeVisible();
  await inspect(page, 'sender-id');

  await page.getByRole('textbox', { name: 'Sender ID', exact: true }).fill('Te1stra+');
  await page.getByRole('radio', { name: 'A client’s, for whom we send' }).check();
  await page.getByLabel('Business number of the owner').fill('51 824 753 566');
  await page.getByRole('button', { name: 'Request Sender ID' }).click();
  await expect(page.getByText('Description is Required')).toBeVisible();
  await expect(page.getByText('Choose the kind of number')).toBeVisible();
  await expect(page.getByText('Upload the owner’s consent')).toBeVisible();
  await inspect(page, 'sender-id-errors');

  await page.getByRole('textbox', { name: 'Sender ID', exact: true }).fill('LR Offers');
  await page
    .getByLabel('Describe Sender ID Usage')
    .fill('Weekly offers to customers who signed up in our shops.');
  await page.getByLabel('Legal Name of Business or Individual').fill('Lanka Retail (Pvt) Ltd');
  await uploaded(page, 'Document 1 (Optional)', 'trade-mark.png');
  await page.getByRole('combobox', { name: 'Kind of business number' }).click();
  await page.getByRole('option', { name: 'ABN, Australia' }).click();
  await page.getByRole('combobox', { name: 'What gives the business this name' }).click();
  await page.getByRole('option', { name: 'Trade mark' }).click();
  await page.getByRole('button', { name: 'Request Sender ID' }).click();
  await expect(page.getByText('This is not an ABN')).toBeVisible();
  await page.getByLabel('Business number of the owner').fill('51 824 753 556');
  await uploaded(page, 'Consent of the owner', 'letter.png');
  await inspect(page, 'sender-id-filled');

  await page.getByRole('button', { name: 'Request Sender ID' }).click();
  await expect(page.getByText('Sender ID requested successfully')).toBeVisible();
  await page.goto('/sender-id');
  await expect(page.getByRole('heading', { name: 'Pending Sender ID Request' })).toBeVisible();
  await inspect(page, 'sender-id-pending');

  await godwit('sender', 'reject', project.id, 'Say which shop the offers come from.');
  await expect(page.getByText('Say which shop the offers come from.')).toBeVisible();
  await inspect(page, 'sender-id-rejected');
});
