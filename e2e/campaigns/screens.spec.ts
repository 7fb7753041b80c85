// The pages of campaigns in two themes and four widths.
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';
import { letSendLive } from '../service.ts';
import { figure, makeGroups, review, type Someone, write } from './steps.ts';

const CONTENT = 'Hi {first_name}, our November sale opens on Friday at 9. Members get 20 % off until Sunday.';

const ENDINGS = ['4128', '2093', '0002', '6650', '8834', '0003'];
const NAMES = ['Anura', 'Nadeesha', 'Tharindu', 'Kavitha', 'Sivakumar', 'Ishara'];
/** Recipients in Sri Lanka; of every six, one fails and one gets no receipt. */
const people = (count: number): Someone[] =>
  Array.from({ length: count }, (_, i) => [`+9477${100 + i}${ENDINGS[i % 6]}`, NAMES[i % 6], 'Perera']);

test('campaigns: none, and some', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await page.goto('/campaigns');
  await expect(page.getByText('No campaigns in Test Mode yet.')).toBeVisible();
  await inspect(page, 'campaigns-empty');

  await makeGroups(page.request, { Colombo: people(3) });
  for (const [name, later] of [
    ['November sale', false],
    [
      'A thank you to everybody who has been with us since the very first shop in Pettah opened its doors',
      false,
    ],
    ['Poya day opening hours', true],
  ] as const) {
    await page.goto('/new-campaign');
    await write(page, { name, groups: ['Colombo'], content: CONTENT, later });
    const send = later ? 'Schedule 3 messages TEST' : 'Send 3 messages TEST';
    await (await review(page)).getByRole('button', { name: send }).click();
    await expect(page.getByText('New Campaign has been created successfully')).toBeVisible();
  }
  await page.goto('/campaigns');
  await expect(page.getByText('3 Results')).toBeVisible();
  await expect(page.getByText('Sending', { exact: true })).toHaveCount(0);
  await inspect(page, 'campaigns');
  const boxes = page.getByRole('checkbox', { name: /^Compare / });
  // The scheduled one has nothing to compare.
  await expect(boxes).toHaveCount(2);
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await inspect(page, 'campaigns-chosen');
  await page.getByRole('link', { name: 'Compare 2 campaigns' }).click();
  await expect(page.getByRole('row', { name: /^Half delivered/ })).toBeVisible();
  await expect(page.getByText(/second/).first()).toBeVisible();
  await inspect(page, 'campaigns-compared');
});

test('new campaign: empty, with errors, filled, reviewed', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  const all: Someone[] = [...people(30), ['+12025550143', 'Chandra'], ['+12025550144', 'Dilini']];
  await makeGroups(page.request, {
    'Colombo and suburbs': all.slice(0, 24),
    Members: all.slice(18),
    'Nobody yet': [],
  });
  await page.goto('/new-campaign');
  await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('SANDBOX');
  await inspect(page, 'new-campaign-empty');
  await page.getByRole('button', { name: 'Review and Send' }).click();
  await write(page, { content: 'Hi {fist_name}' });
  await inspect(page, 'new-campaign-errors');

  await page.getByRole('combobox', { name: 'Contact Groups' }).click();
  await expect(page.getByRole('option')).toHaveCount(3);
  await inspect(page, 'new-campaign-groups', { whole: false });
  await write(page, { name: 'November sale', groups: ['Colombo and suburbs', 'Members'], content: CONTENT });
  await inspect(page, 'new-campaign-filled');

  const dialog = await review(page);
  await expect(figure(dialog, 'Skipped')).toHaveText('2');
  await inspect(page, 'new-campaign-review', { whole: false });
  await dialog.getByRole('button', { name: /^Send \d+ messages? TEST$/ }).click();
  const see = dialog.getByRole('link', { name: 'See campaign' });
  await see.click();
  await expect(figure(page, 'With the carrier')).toHaveText('5');
  await expect(page.getByRole('row').filter({ hasText: 'Queued' })).toHaveCount(0);
  await expect(page.getByRole('slider', { name: 'Time in the chart' })).toBeVisible();
  await inspect(page, 'campaign-sent');
  await page.getByRole('tab', { name: 'Not sent 2' }).click();
  await expect(page.getByText('2 Results')).toBeVisible();
  await inspect(page, 'campaign-skipped');
});

test('a scheduled campaign, and the confirmation before it is cancelled', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await makeGroups(page.request, { Colombo: people(3) });
  await page.goto('/new-campaign');
  await write(page, { name: 'Poya day opening hours', groups: ['Colombo'], content: CONTENT, later: true });
  await inspect(page, 'new-campaign-scheduled');
  const dialog = await review(page);
  await dialog.getByRole('button', { name: /^Schedule \d+ messages? TEST$/ }).click();
  await dialog.getByRole('link', { name: 'See campaign' }).click();
  await expect(page.getByRole('definition').first()).toHaveText('Scheduled');
  await inspect(page, 'campaign-scheduled');
  await page.getByRole('button', { name: 'Cancel Campaign' }).click();
  await expect(page.getByRole('dialog', { name: 'Cancel Campaign' })).toBeVisible();
  await inspect(page, 'campaign-cancel', { whole: false });
});

test('a LIVE campaign over the balance', async ({ page, account, project }) => {
  await letSendLive(account, project, '3');
  const some = people(6).map(([number, first], i): Someone => [number, first, i % 2 ? 'Perera' : '']);
  await makeGroups(page.request, { Colombo: some });
  await page.goto('/new-campaign');
  const content = CONTENT.replace('{first_name}', '{first_name} {last_name}');
  await write(page, { name: 'November sale', groups: ['Colombo'], content });
  const dialog = await review(page);
  await expect(dialog.getByText('your balance of Rs 3.00 covers')).toBeVisible();
  await expect(dialog.getByText('3 recipients have no last name')).toBeVisible();
  await expect(dialog.getByText('no last name, so the text has a gap there.')).toBeVisible();
  await inspect(page, 'new-campaign-balance', { whole: false });
  await dialog.getByRole('button', { name: 'Send 3 messages · Rs 2.40' }).click();
  await dialog.getByRole('link', { name: 'See campaign' }).click();
  await expect(page.getByText('Not enough balance').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Send again to/ })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Time in the chart' })).toBeVisible();
  await inspect(page, 'campaign-live');
  await page.getByRole('link', { name: /^Send again to/ }).click();
  await expect(page.getByText('did not reach')).toBeVisible();
  await inspect(page, 'new-campaign-again');
});
