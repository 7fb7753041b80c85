// Actions on a message: send it again, keep or remove its contact, and ask support.
import { expect, test } from './fixtures.ts';
import { sendTest } from './people.ts';
import { inspect } from './screens.ts';

const READABLE = '+94 77 000 0002';

test('a failed message is prepared again, its number becomes a contact, and support gets its id', async ({
  page,
  request,
  project,
}) => {
  await page.route('**/generic/support', (route) =>
    route.fulfill({ json: { email: 'help@operator.example', phone: null, url: null } }),
  );
  const id = await sendTest(request, project, { to: '+94770000002', body: 'Your parcel is here.' });
  await page.goto('/send-sms?mode=TEST');
  await page.getByLabel('Message Content').fill('A text that was never sent');
  await page.goto(`/logs/${id}`);
  await expect(page.getByRole('definition').first()).toHaveText('Failed');
  const support = page.getByRole('link', { name: 'Ask support' });
  await expect(support).toHaveAttribute('href', `mailto:help@operator.example?subject=Message%20${id}`);

  await inspect(page, 'what-to-do');

  await page.getByRole('button', { name: 'Add to contacts' }).click();
  await page.getByRole('dialog').getByLabel('First name').fill('Kumari');
  await page.getByRole('dialog').getByLabel('Last name').fill('Fonseka');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const remove = page.getByRole('button', { name: 'Remove from contacts' });
  await expect(remove).toBeVisible();

  await test.step('sent again only by the person, and their own draft comes back', async () => {
    await page.getByRole('link', { name: 'Send again' }).click();
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

  await page.goto(`/logs/${id}`);
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Add to contacts' })).toBeVisible();
});
