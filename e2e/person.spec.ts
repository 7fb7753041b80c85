// The page of a person: reached from a number, with contact, groups, opt-outs and messages.
import { addContact, addGroup } from './contacts/steps.ts';
import { expect, test } from './fixtures.ts';
import { post, sendTest } from './people.ts';
import { inspect } from './screens.ts';

const NUMBER = '+94774128831';
const READABLE = '+94 77 412 8831';

test('everything about a contact is on one page, and leads on', async ({ page, project }) => {
  const group = await addGroup(page.request, 'VIP');
  await addContact(page.request, [NUMBER, 'Kumari', 'Fonseka'], [group]);
  await sendTest(page.request, project, { to: NUMBER });
  await sendTest(page.request, project, { to: '+94771230001' });
  await post(page.request, '/opt_outs', { mode: 'TEST', number: NUMBER, scope: 'PROMOTIONAL' });
  const consent = { mode: 'TEST', number: NUMBER, kind: 'GIVEN', source: 'Checkout form' };
  const proof = 'https://shop.example.com/forms/8123';
  await post(page.request, '/consents', { ...consent, at: '2026-11-02T04:00:00Z', wording: 'v3', proof });
  await post(page.request, '/consents', { ...consent, kind: 'WITHDRAWN', at: '2026-11-04T04:00:00Z' });

  await page.goto('/contacts?mode=TEST');
  await page.getByRole('link', { name: READABLE }).click();
  const title = page.getByRole('heading', { name: 'Kumari Fonseka', level: 1 });
  await expect(title).toBeVisible();
  await expect(page.getByRole('link', { name: 'VIP' })).toBeVisible();
  await expect(page.getByText(/^Promotions only, since .*Added by your team\.$/)).toBeVisible();
  await expect(page.getByText('Withdrawn, 04 Nov 2026: Checkout form')).toBeVisible();
  await expect(page.getByText(`v3 · ${proof}`)).toBeVisible();
  const rows = page.getByRole('region', { name: 'Messages' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await inspect(page, 'person');

  await test.step('a new consent goes on top, and the refusal of an empty one stays at its field', async () => {
    await page.getByRole('button', { name: 'Record consent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record consent' });
    const record = dialog.getByRole('button', { name: 'Record consent' });
    await record.click();
    await expect(dialog.getByText(/^Enter how the person made the statement/)).toBeVisible();
    await dialog.getByLabel('Source').fill('Form at the counter');
    await dialog.getByLabel('Proof (Optional)').fill('Folder 12');
    await inspect(page, 'person-consent');
    await record.click();
    await expect(page.getByText('Consent recorded')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    // A consent lifts the opt-out that the team added before it.
    await expect(page.getByText(/^Promotions only, since/)).toHaveCount(0);
    const kinds = page.getByText(/^(Given|Withdrawn), /);
    await expect(kinds).toHaveText([/^Given, .*: Form at the counter/, /^Withdrawn/, /^Given/]);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download proof' }).click();
    expect((await saved).suggestedFilename()).toBe('consent.zip');
  });

  await test.step('a message of theirs, and back', async () => {
    await rows.nth(1).press('Enter');
    await expect(page.getByRole('heading', { name: 'SMS Details', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: READABLE })).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(title).toBeVisible();
  });

  await test.step('a new message has their number', async () => {
    await page.getByRole('link', { name: /^Send SMS/ }).click();
    await expect(page.getByRole('heading', { name: 'Send SMS', level: 1 })).toBeVisible();
    const remove = page.getByRole('button', { name: `Remove ${READABLE}` });
    await remove.click();
    await expect(remove).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Send SMS', level: 1 })).toBeVisible();
    await expect(page.getByLabel('Phone numbers').first()).toBeVisible();
    await expect(remove).toHaveCount(0);
  });
});

test('what could not be loaded is not said to be missing', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const lists = ['**/v1/web/contacts?*', '**/v1/web/opt_outs?*'];
  for (const list of lists)
    await page.route(list, (route) => route.fulfill({ status: 400, json: { code: 1002 } }));
  await page.goto(`/people/${encodeURIComponent(NUMBER)}?mode=TEST`);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toHaveCount(2);
  await expect(page.getByText(/not in your contacts|accepts messages/)).toHaveCount(0);
  for (const list of lists) await page.unroute(list);
  await again.first().click();
  await expect(again).toHaveCount(1);
  await again.click();
  await expect(page.getByText('This number is not in your contacts.')).toBeVisible();
  await expect(page.getByText(/^No opt-outs: this number accepts messages/)).toBeVisible();
});

test('a number that is no contact becomes one', async ({ page, project }) => {
  await sendTest(page.request, project, { to: NUMBER });
  await page.goto('/logs?mode=TEST');
  await page.getByRole('row').filter({ hasText: READABLE }).press('Enter');
  await page.getByRole('link', { name: READABLE }).click();
  await expect(page.getByRole('heading', { name: READABLE, level: 1 })).toBeVisible();
  await expect(page.getByText('This number is not in your contacts.')).toBeVisible();
  await expect(page.getByText(/^No opt-outs: this number accepts messages/)).toBeVisible();
  await inspect(page, 'person-unknown');
  await page.getByRole('button', { name: 'Add to Contacts' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Kumari');
  await dialog.getByLabel('Last name').fill('Fonseka');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Kumari Fonseka', level: 1 })).toBeVisible();
});
