// Actions on a message: send it again, keep or remove its contact, and ask support.
import { addContact } from './contacts/steps.ts';
import { expect, test } from './fixtures.ts';
import { LAPTOP, PHONE } from './overflow.ts';
import { sendTest } from './people.ts';
import { inspect } from './screens.ts';

const READABLE = '+94 77 000 0002';

test('a failed message is prepared again, its number leaves the contacts, and support gets its id', async ({
  page,
  request,
  project,
}) => {
  const contacts = {
    email: 'help@operator.example',
    phone: '+94112300300',
    url: 'https://operator.example/help',
  };
  await page.route('**/generic/support', (route) => route.fulfill({ json: contacts }));
  const id = await sendTest(request, project, { to: '+94770000002', body: 'Your parcel is here.' });
  await addContact(page.request, ['+94770000002', 'Kumari', 'Fonseka']);
  await page.goto('/send-sms?mode=TEST');
  await page.getByLabel('Message Content').fill('A text that was never sent');
  await page.goto(`/logs/${id}`);
  await expect(page.getByRole('definition').first()).toHaveText('Failed');
  const support = page.getByRole('link', { name: 'Ask support' });
  await expect(support).toHaveAttribute('href', `mailto:help@operator.example?subject=Message%20${id}`);

  const remove = page.getByRole('button', { name: 'Remove from contacts' });
  const again = page.getByRole('link', { name: 'Send again' });
  await test.step('its number does not exist, so the one filled button removes it', async () => {
    await expect(remove).toHaveAttribute('data-variant', 'filled');
    await expect(again).toHaveAttribute('data-variant', 'outline');
    await inspect(page, 'what-to-do');
    await page.setViewportSize(PHONE);
    await expect(again).toBeVisible();
    await page.setViewportSize(LAPTOP);
  });

  await test.step('sent again only by the person, and their own draft comes back', async () => {
    await again.click();
    await expect(page).toHaveURL('/send-sms?mode=TEST');
    await expect(page.getByRole('button', { name: `Remove ${READABLE}` })).toBeVisible();
    const text = page.getByLabel('Message Content');
    await expect(text).toHaveValue('Your parcel is here.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(text).toHaveValue('A text that was never sent');
    await expect(page.getByRole('button', { name: `Remove ${READABLE}` })).toHaveCount(0);
    await page.goto('/logs?mode=TEST');
    await expect(page.getByText('1 Result')).toBeVisible();
  });

  await test.step('once removed, it is not offered as a contact', async () => {
    await page.goto(`/logs/${id}`);
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('This number is not in your contacts.')).toBeFocused();
    await expect(page.getByRole('button', { name: /contacts/ })).toHaveCount(0);
  });

  await test.step('a number that was reached becomes a contact', async () => {
    await page.goto(`/logs/${await sendTest(request, project, { to: '+94770000001' })}`);
    await page.getByRole('button', { name: 'Add to contacts' }).click();
    await page.getByRole('dialog').getByLabel('First name').fill('Kumari');
    await page.getByRole('dialog').getByLabel('Last name').fill('Fonseka');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(remove).toHaveAttribute('data-variant', 'outline');
  });

  await test.step('every contact of support is a link', async () => {
    await page.goto('/api');
    const line = page.getByText(/Contact support: /);
    await expect(line.getByRole('link', { name: contacts.email })).toHaveAttribute(
      'href',
      `mailto:${contacts.email}`,
    );
    await expect(line.getByRole('link', { name: contacts.phone })).toHaveAttribute(
      'href',
      `tel:${contacts.phone}`,
    );
    await expect(line.getByRole('link', { name: 'help page' })).toHaveAttribute('href', contacts.url);
  });
});
