// Creating a campaign: its review, the errors that block it, and that it is sent once.
import { expect, test } from '../fixtures.ts';
import { campaignsOf, figure, makeGroups, review, type Someone, write } from './steps.ts';

const ANURA: Someone = ['+94771230001', 'Anura'];
const BIMAL: Someone = ['+94771230002', 'Bimal'];
const CONTENT = 'Hello {first_name}, the sale starts today.';

test('a campaign shows its exact recipients, is sent once, and its outcomes add up', async ({
  page,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  // Carriers in the United States accept no alphanumeric sender.
  const chandra: Someone = ['+12025550143', 'Chandra'];
  await makeGroups(page.request, { Colombo: [ANURA, BIMAL], Members: [ANURA, chandra] });

  await test.step('write it', async () => {
    await page.goto('/campaigns');
    await expect(page.getByText('No campaigns in Test Mode yet.')).toBeVisible();
    await page.getByRole('link', { name: 'New Campaign' }).click();
    await write(page, { name: 'November sale', groups: ['Colombo', 'Members'] });
    await expect(figure(page, 'Contacts in them')).toHaveText('4');
    await page.getByLabel('Message Content').fill('Hello , the sale starts today.');
    await page.getByLabel('Message Content').press('Home');
    for (let steps = 0; steps < 6; steps++) await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'First name' }).click();
    await expect(page.getByLabel('Message Content')).toHaveValue(CONTENT);
    await expect(page.getByLabel('Message Content')).toBeFocused();
    const phone = page.getByRole('region', { name: 'Message as it is shown on a phone' });
    const seen = page.getByText(/^As \w+ Silva sees it$/);
    const [first] = (await seen.textContent())?.match(/Anura|Bimal/) ?? [];
    await expect(phone).toHaveText(`Hello ${first}, the sale starts today.`);
    await page.getByRole('button', { name: 'Next recipient' }).click();
    await expect(seen).not.toHaveText(`As ${first} Silva sees it`);
    await expect(phone).not.toContainText(`Hello ${first}`);
    await expect(page.getByRole('button', { name: 'Next recipient' })).toBeDisabled();
    // The estimate while typing: without the number abroad, and counting a contact in both groups once.
    await expect(figure(page, 'Messages')).toHaveText('2');
    await expect(figure(page, 'Would have cost')).toHaveText('Rs 1.60');
  });

  await test.step('review it', async () => {
    const dialog = await review(page);
    await expect(dialog.getByText('Your message will be delivered to 2 recipients.')).toBeVisible();
    await expect(figure(dialog, 'Messages')).toHaveText('2');
    await expect(figure(dialog, 'Segments')).toHaveText('2');
    await expect(figure(dialog, 'Cost')).toHaveText('Rs 1.60');
    await expect(figure(dialog, 'Skipped')).toHaveText('1');
    await expect(dialog.getByRole('listitem')).toHaveText([
      '1 Sender ID not accepted by carriers in this country',
      '1 In more than one group, counted once',
    ]);
    await expect(dialog.getByText('As Anura Silva sees it')).toBeVisible();
    await dialog.getByRole('button', { name: 'Next recipient' }).click();
    await expect(dialog.getByText('As Bimal Silva sees it')).toBeVisible();
    await expect(dialog.getByRole('row', { name: /Anura/ })).toContainText(
      'Hello Anura, the sale starts today.',
    );
    await expect(dialog.getByRole('row', { name: /Bimal/ })).toContainText('+94 77 123 0002');
    await dialog.getByRole('button', { name: 'Make Changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Review and Send' })).toBeFocused();
  });

  await test.step('send it with a double click', async () => {
    const dialog = await review(page);
    await dialog.getByRole('button', { name: /^Send \d+ messages? TEST$/ }).dblclick();
    await expect(page.getByText('New Campaign has been created successfully')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'See campaign' })).toBeFocused();
    await expect(dialog.getByText('Your campaign is created for 2 recipients.')).toBeVisible();
    await expect(dialog.getByText('will be delivered')).toHaveCount(0);
    await expect(page).toHaveURL(/\/campaigns\?mode=TEST/);
    await expect(page.getByText('1 Result')).toBeVisible();
  });

  await test.step('read the result', async () => {
    const row = page.getByRole('row').filter({ hasText: 'November sale' });
    await expect(row).toContainText('SANDBOX');
    await expect(row).toContainText('1 of 3');
    await row.click();
    await expect(page.getByRole('heading', { name: 'November sale', level: 1 })).toBeVisible();
    await expect(figure(page, 'Status')).toHaveText('Sent');
    await expect(page.getByText('3 recipients')).toBeVisible();
    await expect(figure(page, 'Delivered')).toHaveText('1');
    await expect(figure(page, 'Failed')).toHaveText('1');
    await expect(figure(page, 'Waiting')).toHaveText('0');
    await expect(figure(page, 'Skipped')).toHaveText('1');
    await expect(figure(page, 'Message Count')).toHaveText('2');
    const groups = page.getByRole('table', { name: 'Group Details' });
    await expect(groups.getByRole('row')).toHaveText(['GroupContacts', 'Colombo2', 'Members2']);
  });

  await test.step('its messages, and the skipped recipients', async () => {
    await page.getByRole('tab', { name: 'Not sent 1' }).click();
    await expect(page.getByRole('row', { name: /\+1 202 555 0143/ })).toContainText(
      'Sender ID not accepted by carriers in this country',
    );
    await page.getByRole('tab', { name: 'Messages 2' }).click();
    await page.getByRole('row', { name: /\+94 77 123 0001/ }).click();
    await expect(page.getByText('Hello Anura, the sale starts today.')).toBeVisible();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
    await expect(page.getByText('1 Result')).toBeVisible();
  });
});

test('nothing is sent without a name, groups and text, to empty groups, or with an unknown field', async ({
  page,
  project,
}) => {
  await makeGroups(page.request, { Nobody: [], Colombo: [ANURA] });
  await page.goto('/new-campaign');
  const button = page.getByRole('button', { name: 'Review and Send' });
  await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('SANDBOX');
  await button.click();
  for (const words of ['Campaign name is required', 'Groups are required', 'Content is required']) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('Campaign Name')).toBeFocused();

  await write(page, { name: 'November sale', groups: ['Nobody'], content: 'Hello {fist_name}' });
  await expect(
    page.getByText('Unknown field {fist_name}. Fields are {first_name} and {last_name}'),
  ).toBeVisible();
  await button.click();
  await expect(page.getByLabel('Message Content')).toBeFocused();
  await page.getByLabel('Message Content').fill(CONTENT);
  await expect(page.getByText('Unknown field')).toBeHidden();
  await button.click();
  await expect(page.getByText(/These groups have no contacts|no contacts in these groups/)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  // The field accepts at most the length of a message.
  await page.getByLabel('Message Content').fill('a'.repeat(1601));
  await expect(page.getByLabel('Message Content')).toHaveValue('a'.repeat(1600));
  expect(await campaignsOf(page.request, project.id)).toEqual([]);
});

test('without any groups the form links to the page that creates them', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/new-campaign');
  await expect(page.getByText('There are no contact groups yet.')).toBeVisible();
  const noGroups = page.getByRole('combobox', { name: 'Contact Groups' });
  await expect(noGroups).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('link', { name: 'Make one in Contacts' }).click();
  await expect(page.getByRole('heading', { name: 'Manage Groups', level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/contacts/groups');
});

test('a message that merge fields make too long is skipped and reported, not truncated', async ({
  page,
  project,
}) => {
  expect(project.name).toBe('Lanka Retail');
  const longName: Someone = ['+94771230004', 'Bandaranaike'.repeat(7)];
  await makeGroups(page.request, { Colombo: [ANURA, longName] });
  await page.goto('/new-campaign');
  await write(page, { name: 'Long', groups: ['Colombo'], content: `${'a'.repeat(1580)}{first_name}` });
  const dialog = await review(page);
  await expect(dialog.getByText('Your message will be delivered to 1 recipient.')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(['1 Too long with this recipient’s values']);
  await expect(figure(dialog, 'Segments')).toHaveText('10');
  await dialog.getByRole('button', { name: /^Send \d+ messages? TEST$/ }).click();
  await dialog.getByRole('link', { name: 'See campaign' }).click();
  await expect(figure(page, 'Delivered')).toHaveText('1');
  await expect(figure(page, 'Skipped')).toHaveText('1');
});

test('if all recipients are skipped there is nothing to send', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await makeGroups(page.request, { Abroad: [['+12025550143', 'Chandra']] });
  await page.goto('/new-campaign');
  await write(page, { name: 'Abroad', groups: ['Abroad'], content: CONTENT });
  const dialog = await review(page);
  await expect(dialog.getByText('No one will get this message.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Send \d+ messages? TEST$/ })).toBeHidden();
  await dialog.getByRole('button', { name: 'Make Changes' }).click();
  await expect(dialog).toBeHidden();
});

test('a draft survives its tab; a tab closed before the response creates no second campaign', async ({
  page,
  context,
  project,
}) => {
  await makeGroups(page.request, { Colombo: [ANURA] });
  await page.goto('/new-campaign');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT });

  const second = await context.newPage();
  await second.goto('/new-campaign');
  await expect(second.getByLabel('Campaign Name')).toHaveValue('November sale');
  await expect(second.getByText('Colombo', { exact: true })).toBeVisible();
  // The call reaches the server, but its response never arrives.
  const arrived = new Promise<void>((resolve) => {
    void second.route('**/v1/web/campaigns', async (route) => {
      if (!route.request().postData()?.includes('is_preview=false')) return route.continue();
      await route.fetch();
      resolve();
    });
  });
  const dialog = await review(second);
  await dialog.getByRole('button', { name: /^Send \d+ messages? TEST$/ }).click();
  await arrived;
  await second.close();
  expect(await campaignsOf(page.request, project.id)).toHaveLength(1);

  await page.reload();
  await expect(page.getByLabel('Campaign Name')).toHaveValue('November sale');
  await (await review(page)).getByRole('button', { name: /^Send \d+ messages? TEST$/ }).click();
  await expect(page.getByText('New Campaign has been created successfully')).toBeVisible();
  expect(await campaignsOf(page.request, project.id)).toHaveLength(1);

  // The draft is gone, and the same text creates another campaign.
  await page.goto('/new-campaign');
  await expect(page.getByLabel('Campaign Name')).toHaveValue('');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT });
  await (await review(page)).getByRole('button', { name: /^Send \d+ messages? TEST$/ }).click();
  await expect(page.getByText('New Campaign has been created successfully')).toBeVisible();
  expect(await campaignsOf(page.request, project.id)).toHaveLength(2);
});

test('the button stays under the pointer while the estimate loads', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/LiveEstimate-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/new-campaign');
  const button = page.getByRole('button', { name: 'Review and Send' });
  const placeOf = async () => Math.round((await button.boundingBox())!.y);
  const before = await placeOf();
  release();
  await expect(page.getByText('Segments each')).toBeVisible();
  expect(await placeOf()).toBe(before);
});

test('a draft can be cleared', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/new-campaign');
  await write(page, { name: 'November sale', content: CONTENT });
  await page.getByRole('button', { name: 'Clear it' }).click();
  await expect(page.getByLabel('Campaign Name')).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel('Message Content')).toHaveValue('');
});

test('leaving the page during the recipient count stops its requests', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await makeGroups(page.request, { Colombo: [ANURA] });
  await page.goto('/new-campaign');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT });
  await page.route('**/v1/web/campaigns', () => {});
  const requested = page.waitForRequest('**/v1/web/campaigns');
  await page.getByRole('button', { name: 'Review and Send' }).click();
  const preview = await requested;
  const stopped = page.waitForEvent('requestfailed', (request) => request === preview);
  await page.getByRole('link', { name: 'Contacts', exact: true }).first().click();
  expect((await stopped).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
