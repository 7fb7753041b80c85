// Every view of both verification screens and of the sender id request: both themes, four widths, axe,
// pictures.
import { expect, test } from '../fixtures.ts';
import { showLanguage } from '../overflow.ts';
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
  await showLanguage(page, 'ta');
  await page.getByRole('button', { name: 'சமர்ப்பிக்கவும்' }).click();
  await expect(page.getByText('சரிபார்ப்புக் கோரிக்கை வெற்றிகரமாக அனுப்பப்பட்டது')).toBeVisible();
  // Staff read the names of documents in English, whatever the customer reads.
  await page.goto('/request-verification');
  await expect(page.getByText('Business Registration, page 1')).toBeVisible();
  await showLanguage(page, 'en');
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

test('sender id: form, errors, pending, withdrawn, rejected', async ({ page, project }) => {
  await godwit('sender', 'add', project.id, 'LankaRetail');
  await page.goto('/sender-id');
  await expect(page.getByRole('heading', { name: 'Sender ID Request' })).toBeVisible();
  await expect(page.getByText('Sender IDs of this project')).toBeVisible();
  await inspect(page, 'sender-id');

  await test.step('a text without the brand is warned of, and a Sinhala name of it counts', async () => {
    const review = async (body: string) => {
      await page.goto('/send-sms');
      await page.getByRole('textbox', { name: 'Phone numbers' }).fill('+94771234567,+61412345678,');
      await page.getByLabel('Message Content').fill(body);
      await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('LankaRetail');
      await expect(page.getByText('In LIVE, 1 recipient in Australia would see “Unverified”')).toBeVisible();
      await page.getByRole('button', { name: 'Review and Send' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send SMS' });
      await expect(dialog.getByRole('button', { name: 'Send TEST' })).toBeVisible();
      return dialog.getByText('The network of 1 recipient wants the brand in the text');
    };
    const warning = await review('ලංකා රීටේල්: හෙට අඩක් මිල');
    await expect(warning).toBeVisible();
    await inspect(page, 'send-sms-review-brand', { whole: false });
    await page.getByRole('link', { name: 'add the one you use' }).click();
    const names = page.getByLabel('Other names of LankaRetail in texts');
    const save = page.getByRole('button', { name: 'Save' });
    await names.fill('ල');
    await save.click();
    await expect(page.getByText('Use at least two letters in each name')).toBeVisible();
    await names.fill('ලංකා රීටේල්,லங்கா');
    await save.click();
    await expect(page.getByText('Other names saved')).toBeVisible();
    await expect(names).toHaveValue('ලංකා රීටේල්, லங்கா');
    await expect(save).toBeHidden();
    await inspect(page, 'sender-id-aliases');
    await expect(await review('ලංකා රීටේල්: හෙට අඩක් මිල')).toHaveCount(0);
    await page.goto('/sender-id');
  });

  const next = page.getByRole('button', { name: 'Continue' });
  await test.step('the owner: its number is checked while it is typed', async () => {
    await page.getByRole('radio', { name: 'A client’s; we send for them' }).check();
    await next.click();
    await expect(page.getByText('Legal Name is Required')).toBeVisible();
    await expect(page.getByText('Choose the kind of number')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Australia' }).check();
    await expect(page.getByText('takes a name only with its owner’s ABN')).toBeVisible();
    await inspect(page, 'sender-id-errors');
    await page
      .getByRole('textbox', { name: 'Legal Name of Business or Individual' })
      .fill('Lanka Retail (Pvt) Ltd');
    await page.getByRole('combobox', { name: 'Kind of business number' }).click();
    await page.getByRole('option', { name: 'ABN, Australia' }).click();
    await expect(page.getByText('takes a name only with its owner’s ABN')).toBeHidden();
    await page.getByLabel('Business number of the owner').fill('51 824 753 566');
    await expect(page.getByText('This is not an ABN')).toBeVisible();
    await next.click();
    await expect(page.getByLabel('Business number of the owner')).toBeFocused();
    await page.getByLabel('Business number of the owner').fill('51 824 753 556');
    await expect(page.getByText('The number has a valid format.')).toBeVisible();
    await page.getByLabel('Website').fill('not a site');
    await next.click();
    await expect(page.getByText('Enter the address of the website')).toBeVisible();
    await inspect(page, 'sender-id-owner');
    await page.getByLabel('Website').fill('www.lankaretail.example');
    await next.click();
  });

  await test.step('the name: a suggestion replaces one that is refused', async () => {
    const field = page.getByRole('textbox', { name: 'Sender ID', exact: true });
    await field.fill('Te1stra');
    await expect(page.getByText('resembles a name that only its owner may use')).toBeVisible();
    await expect(page.getByRole('button', { name: 'LankaRetail', exact: true })).toBeVisible();
    await inspect(page, 'sender-id-name');
    await page.getByRole('button', { name: 'LankaRetail', exact: true }).click();
    await expect(page.getByText('This project sends from LankaRetail already.')).toBeVisible();
    await field.fill('LR Offers');
    await expect(page.getByText('This name can be requested.')).toBeVisible();
    await next.click();
  });

  await test.step('the messages', async () => {
    await next.click();
    await expect(page.getByText('Description is Required')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Promotional' })).toBeChecked();
    await page
      .getByRole('textbox', { name: 'Describe Sender ID Usage' })
      .fill('Weekly offers to customers who signed up.');
    await page.getByLabel('Example of a Message').fill('LR Offers: rice is half price today');
    await inspect(page, 'sender-id-messages');
    await next.click();
  });

  await test.step('the evidence, which survives a reload', async () => {
    await next.click();
    await expect(page.getByText('Choose what gives the business this name')).toBeVisible();
    await expect(page.getByText('Upload the owner’s consent')).toBeVisible();
    await inspect(page, 'sender-id-evidence');
    await uploaded(page, 'Document 1 (Optional)', 'trade-mark.png');
    await uploaded(page, 'Consent of the owner', 'letter.png');
    await page.getByRole('combobox', { name: 'What gives the business this name' }).click();
    await page.getByRole('option', { name: 'Trade mark' }).click();
    await page.reload();
    await expect(page.getByText('trade-mark.png')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'What gives the business this name' })).toHaveValue(
      'Trade mark',
    );
    await next.click();
  });

  await test.step('the summary says whose turn it is', async () => {
    await expect(page.getByText('letter.png')).toBeVisible();
    await expect(page.getByText('Australia, our turn: we look up the owner')).toBeVisible();
    await inspect(page, 'sender-id-filled');
    await page.getByRole('button', { name: 'Change Describe Sender ID Usage' }).click();
    await page
      .getByRole('textbox', { name: 'Describe Sender ID Usage' })
      .fill('Weekly offers to customers of our shops.');
    await next.click();
    await expect(page.getByText('Weekly offers to customers of our shops.')).toBeVisible();
    await page.getByRole('button', { name: 'Request Sender ID' }).click();
  });

  await expect(page.getByText('Sender ID requested successfully')).toBeVisible();
  await page.goto('/sender-id');
  await expect(page.getByRole('heading', { name: 'Pending Sender ID Request' })).toBeVisible();
  await expect(page.getByText('A client’s; we send for them')).toBeVisible();
  await expect(page.getByText('Sri Lanka, Australia')).toBeVisible();
  await expect(page.getByText('Our turn: staff check the name within 7 business days')).toBeVisible();
  await inspect(page, 'sender-id-pending');

  await test.step('withdrawn, and made again with the same answers and documents', async () => {
    await page.getByRole('button', { name: 'Withdraw Request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw the request for LR Offers?' });
    await expect(dialog.getByText('Our staff will no longer decide it')).toBeVisible();
    await dialog.getByRole('button', { name: 'Withdraw Request' }).click();
    await expect(page.getByText('Request withdrawn')).toBeVisible();
    await expect(page.getByText('The answers of the request that you withdrew')).toBeVisible();
    for (const name of ['trade-mark.png', 'letter.png']) {
      await page.getByRole('button', { name: `Use again: ${name}` }).click();
      await expect(page.getByRole('button', { name: `Use again: ${name}` })).toBeHidden();
      if (name === 'trade-mark.png') await inspect(page, 'sender-id-again');
    }
    await expect(page.getByText('uploaded')).toHaveCount(2);
    await next.click();
    await expect(page.getByText('We do not charge your balance for a sender ID.')).toBeVisible();
    await page.getByRole('button', { name: 'Request Sender ID' }).click();
    await expect(page.getByText('Sender ID requested successfully')).toBeVisible();
    await page.goto('/sender-id');
    await expect(page.getByRole('heading', { name: 'Pending Sender ID Request' })).toBeVisible();
  });

  await godwit('sender', 'reject', project.id, 'Say which shop the offers come from.');
  await expect(page.getByText('Say which shop the offers come from.')).toBeVisible();
  // The answers are there again, and the documents are offered.
  await expect(page.getByText('The answers of your last request are filled in.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Evidence for the name' })).toBeVisible();
  await inspect(page, 'sender-id-rejected');
});

test('sender id: a substitute where a network blocks the name', async ({ page, project }) => {
  await godwit('sender', 'add', project.id, 'LankaRetail');
  // The rules of the service under test let every name pass.
  await page.route(/\/v1\/web\/projects\/[^/]+(\/substitutes)?$/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const senders = json.senders.map((sender: { id: string }) => {
      const own = sender.id === 'LankaRetail' ? 'Dialog' : 'Mobitel';
      return { ...sender, registrations: ['Dialog', 'Mobitel', 'Hutch'].map((network) => at(network, own)) };
    });
    await route.fulfill({ response, json: { ...json, senders } });
  });
  await page.goto('/sender-id');
  const choice = page.getByRole('combobox', { name: 'If a network blocks LankaRetail, send from' });
  await expect(choice).toBeDisabled();
  await expect(page.getByText('Request such a name below, or ask us for a number.')).toBeVisible();
  await godwit('sender', 'add', project.id, 'LR Alerts');
  await page.reload();
  await expect(choice).toHaveValue('No substitute: do not send');
  await expect(page.getByText('Messages to Sri Lanka (Mobitel) are refused')).toHaveCount(1);
  await choice.press('Enter');
  await page.getByRole('option', { name: 'LR Alerts' }).click();
  await expect(page.getByText('Substitute saved')).toBeVisible();
  await expect(choice).toHaveValue('LR Alerts');
  await expect(page.getByText('People in Sri Lanka (Mobitel) see “LR Alerts”')).toHaveCount(2);
  await inspect(page, 'sender-id-substitute');
  await page.reload();
  await expect(choice).toHaveValue('LR Alerts');
});

/** A registration at a network that blocks other names. */
const at = (network: string, own: string) => ({
  ...{ country: 'LK', network, state: network === own ? 'REGISTERED' : 'DRAFT' },
  ...{
    turn: network === own ? null : 'US',
    expires_at: null,
    refusal: null,
    lacks: null,
    otherwise: 'REFUSE',
  },
});
