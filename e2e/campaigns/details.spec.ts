// An existing campaign: its progress, stopping it, copying it, and sending it again.
import { readFileSync } from 'node:fs';
import { expect, test } from '../fixtures.ts';
import { post } from '../people.ts';
import { godwit, letSendLive, setTeamState } from '../service.ts';
import { arrowTo, tabTo } from '../tabTo.ts';
import { campaignsOf, figure, makeGroups, review, type Someone, write } from './steps.ts';

const ANURA: Someone = ['+94771230001', 'Anura'];
const CONTENT = 'Hello {first_name}, the sale starts today.';

/** The counts of the outcomes on the page. */
const OUTCOMES = `[...document.querySelectorAll('dl > div')]
  .filter((row) => /^(Delivered|With the carrier|Failed|Skipped|Waiting)/.test(row.textContent))
  .map((row) => Number(row.querySelector('dd').textContent))`;

test('the page of a campaign updates itself, and its counts always add up', async ({
  page,
  account,
  project,
}) => {
  await makeGroups(page.request, { Colombo: [ANURA, ['+94771230002'], ['+94771230003']] });
  const groups = (await (await page.request.get('/v1/web/groups')).json()) as { id: string }[];
  const later = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const { id } = await post<{ id: string }>(page.request, '/campaigns', {
    project_id: project.id,
    mode: 'TEST',
    name: 'November sale',
    content: CONTENT,
    from: 'SANDBOX',
    include_groups: groups.map((group) => group.id).join(),
    send_at: `${later}Z`,
    is_preview: 'false',
  });
  await page.goto(`/campaign/${id}`);
  const status = figure(page, 'Status');
  await expect(status).toHaveText('Scheduled');
  await expect(
    page.getByText('The campaign goes to everyone who is in its groups when it starts'),
  ).toBeVisible();
  // Read in one call: a locator first finds the rows, and reads them when there may be one more.
  const outcomes = () => page.evaluate<number[]>(OUTCOMES);
  await setTeamState(account.email, 'due');
  await expect(status).not.toHaveText('Scheduled');
  await expect
    .poll(
      async () => {
        const counts = await outcomes();
        expect(counts.reduce((sum, count) => sum + count)).toBe(3);
        return counts;
      },
      { intervals: [200] },
    )
    .toEqual([1, 1, 1, 0, 0]);
  await expect(status).toHaveText('Sent');

  const rows = page.getByRole('tabpanel').getByRole('row', { name: /\+94/ });
  await test.step('each figure, and each reason, lists its recipients', async () => {
    const failed = page.getByRole('button', { name: 'Failed 1 33%' });
    await failed.click();
    await expect(failed).toHaveAttribute('aria-pressed', 'true');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Failed');
    await failed.click();
    await expect(rows).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Not sent 0 0%' })).toBeDisabled();
    const reason = 'This number does not exist. Remove it from your contacts.';
    await page.getByRole('link', { name: reason }).click();
    await expect(rows).toHaveCount(1);
    await expect(failed).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: `${reason} Remove this filter` }).click();
    await expect(page).toHaveURL(/status=FAILED/);
    await page.reload();
    await expect(rows).toHaveCount(1);
  });
  await test.step('the deliveries are read by keyboard', async () => {
    const time = page.getByRole('slider', { name: 'Time in the chart' });
    await expect(time).toHaveAttribute('aria-valuetext', /^1 delivered by /);
    await time.press('Home');
    await expect(time).toHaveAttribute('aria-valuetext', /^0 delivered by /);
    await expect(figure(page, 'Replies')).toHaveText('0');
  });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const lines = readFileSync(await (await downloading).path(), 'utf8').split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/94771230001.*,Anura,Silva,Delivered,,1,0,2/);
  expect(lines[2]).toContain(',Failed,This number does not exist. Remove it from your contacts.,1,0,');
});

test('a scheduled campaign is cancelled once, and nothing of it is sent', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await makeGroups(page.request, { Colombo: [ANURA] });
  await page.goto('/new-campaign');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT, later: true });
  const dialog = await review(page);
  await expect(dialog.getByText(/^Will be sent at .*, Asia\/Colombo \(UTC\+05:30\)\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Schedule \d+ messages? TEST$/ }).click();
  await dialog.getByRole('link', { name: 'See campaign' }).click();

  const cancel = page.getByRole('button', { name: 'Cancel Campaign' });
  await cancel.click();
  const asks = page.getByRole('dialog', { name: 'Cancel Campaign' });
  await asks.getByRole('button', { name: 'Keep it' }).click();
  await expect(asks).toBeHidden();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await asks.getByRole('button', { name: 'Cancel Campaign' }).click();
  await expect(page.getByText('Campaign has been cancelled successfully')).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText('Cancelled');
  await expect(cancel).toBeHidden();
  await expect(page.getByText('It was cancelled before it started. No messages were sent.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
  const row = page.getByRole('row').filter({ hasText: 'November sale' });
  await expect(row).toContainText('Cancelled');
  // It has no time of sending.
  await expect(row.locator('time')).toHaveCount(0);
});

test('a copy has everything but the time, and leaves a new draft unchanged', async ({ page, project }) => {
  await makeGroups(page.request, { Colombo: [ANURA] });
  await page.goto('/new-campaign');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT });
  await (await review(page)).getByRole('button', { name: /^Send \d+ messages? TEST$/ }).click();
  await page.getByRole('link', { name: 'See campaign' }).click();
  await page.goto('/new-campaign');
  await write(page, { name: 'Another draft' });

  const [campaign] = await campaignsOf(page.request, project.id);
  await page.goto(`/campaign/${campaign?.id}`);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByLabel('Campaign Name')).toHaveValue('Copy of November sale');
  await expect(page.getByLabel('Message Content')).toHaveValue(CONTENT);
  await expect(page.getByText('Colombo', { exact: true })).toBeVisible();
  await page.getByLabel('Campaign Name').fill('December sale');
  // The review waits for groups that still load.
  const held = Promise.withResolvers<void>();
  await page.route('**/v1/web/groups*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByLabel('Campaign Name')).toHaveValue('December sale');
  await page.getByRole('button', { name: 'Review and Send' }).click();
  held.resolve();
  const again = page.getByRole('dialog', { name: 'Create Campaign' });
  await again.getByRole('button', { name: /^Send \d+ messages? TEST$/ }).click();
  await expect(page.getByText('New Campaign has been created successfully')).toBeVisible();
  await page.goto('/new-campaign');
  await expect(page.getByLabel('Campaign Name')).toHaveValue('Another draft');

  await test.step('both are compared, and the address names them', async () => {
    await page.goto('/campaigns');
    await expect(page.getByText('Sending', { exact: true })).toHaveCount(0);
    const compare = page.getByRole('link', { name: 'Compare 2 campaigns' });
    await page.getByRole('checkbox', { name: 'Compare November sale' }).check();
    await expect(compare).toBeHidden();
    await page.getByRole('checkbox', { name: 'Compare December sale' }).check();
    await compare.click();
    await expect(page).toHaveURL(/\/campaigns\/compare\?ids=/);
    await page.reload();
    const table = page.getByRole('table', { name: 'Compare campaigns' });
    await expect(table.getByRole('columnheader')).toContainText(['November sale', 'December sale']);
    const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
    await expect(row('Messages')).toHaveText(['1', '1']);
    await expect(row('Delivered')).toHaveText(['100% · 1', '100% · 1']);
    await expect(row('Replies')).toHaveText(['0% · 0', '0% · 0']);
    await expect(row('Half delivered within')).toHaveText([/second/, /second/]);
    await page.goto('/campaigns/compare?ids=nothing');
    await expect(page.getByText('Choose 2 to 5 campaigns in the list to compare them.')).toBeVisible();
  });
});

test('recipients beyond the balance are skipped, reported, and sent once the balance covers them', async ({
  page,
  account,
  project,
}) => {
  await letSendLive(account, project, '1');
  await makeGroups(page.request, {
    Colombo: [ANURA, ['+94771230011'], ['+94771230012'], ['+94112345678']],
  });
  await page.goto('/new-campaign');
  await write(page, { name: 'November sale', groups: ['Colombo'], content: CONTENT });
  await expect(figure(page, 'Segments each')).toHaveText('1');
  const dialog = await review(page);
  await expect(dialog.getByText('2 messages cost more than your balance of Rs 1.00 covers.')).toBeVisible();
  await expect(dialog.getByText('+94 77 123 0011 is the first that is left out.')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /0012/ })).toContainText('Not enough balance');
  // The review is out of date at confirmation: it shows the current state and prompts again.
  await godwit('team', 'credit', account.email, '1', 'Top-up');
  await dialog.getByRole('button', { name: 'Send 1 message · Rs 0.80' }).click();
  await expect(dialog.getByText(/has changed since you looked at it/)).toBeVisible();
  await expect(figure(dialog, 'Cost')).toHaveText('Rs 1.60');
  await dialog.getByRole('button', { name: 'Send 2 messages · Rs 1.60' }).click();
  await dialog.getByRole('link', { name: 'See campaign' }).click();
  await expect(figure(page, 'Delivered')).toHaveText('2');
  await expect(page.getByRole('listitem').filter({ hasText: 'Not enough balance' })).toContainText('1');
  // They add up to the four recipients.
  await expect(page.getByRole('group', { name: 'Result' }).getByRole('button')).toContainText([
    /^Delivered 2/,
    /^With the carrier 0/,
    /^Failed 0/,
    /^Not sent 2/,
  ]);

  await godwit('team', 'credit', account.email, '100', 'Top-up');
  await page.getByRole('link', { name: 'Send again to 1 not reached' }).click();
  await expect(
    page.getByText('The one recipient whom November sale did not reach: 1 skipped.'),
  ).toBeVisible();
  const leftOut = '1 recipient is left out because the number cannot receive SMS.';
  await expect(page.getByText(leftOut)).toBeVisible();
  await expect(page.getByLabel('Campaign Name')).toHaveValue('November sale, again');
  await post(page.request, `/projects/${project.id}/daily_limit`, { daily_limit: '2' });
  const again = await review(page);
  await expect(again.getByText(leftOut)).toBeVisible();
  await expect(again.getByText('over the daily limit of Rs 2.00, of which Rs 1.60 is spent')).toBeVisible();
  const settings = again.getByRole('link', { name: 'Change the limit' });
  await expect(settings).toHaveAttribute('href', `/settings/${project.id}/usage-limits`);
  await expect(again.getByRole('button', { name: /^Send/ })).toBeHidden();
  await again.getByRole('button', { name: 'Make Changes' }).click();
  await post(page.request, `/projects/${project.id}/daily_limit`, { clear_daily_limit: 'true' });
  await review(page);
  await expect(figure(again, 'Cost')).toHaveText('Rs 0.80');
  await again.getByRole('button', { name: 'Send 1 message · Rs 0.80' }).click();
  await again.getByRole('link', { name: 'See campaign' }).click();
  await expect(figure(page, 'Delivered')).toHaveText('1');
  await expect(figure(page, 'Skipped')).toHaveText('0');
  await page.getByRole('link', { name: 'First campaign' }).click();
  await expect(figure(page, 'Skipped')).toHaveText('2');
  await expect(page.getByRole('link', { name: /^Send again/ })).toBeHidden();
  expect(await godwit('ledger', 'check')).toEqual({ differences: [] });
});

test('an unknown campaign and one of another project show an error and a link', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  for (const address of ['/campaign/nothing', '/new-campaign?copy=01990000-0000-7000-8000-000000000000']) {
    await page.goto(address);
    await expect(page.getByText('There is no such campaign in this project.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Campaigns' }).click();
    await expect(page).toHaveURL(/\/campaigns\?/);
  }
});

test('a campaign is written, reviewed, sent and read by keyboard alone', async ({ page, project }) => {
  expect(project.name).toBe('Lanka Retail');
  await makeGroups(page.request, { Colombo: [ANURA] });
  await page.goto('/campaigns');
  await tabTo(page, page.getByRole('link', { name: 'New Campaign' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Campaign Name'));
  await page.keyboard.type('November sale');
  await tabTo(page, page.getByRole('combobox', { name: 'Contact Groups' }));
  await page.keyboard.type('Col');
  await arrowTo(page, page.getByRole('option', { name: 'Colombo' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Colombo', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByLabel('Message Content'));
  await page.keyboard.type('Hello ');
  await tabTo(page, page.getByRole('button', { name: 'First name' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Message Content')).toBeFocused();
  await expect(page.getByLabel('Message Content')).toHaveValue('Hello {first_name}');

  const button = page.getByRole('button', { name: 'Review and Send' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create Campaign' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: /^Send \d+ messages? TEST$/ }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('link', { name: 'See campaign' })).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(figure(page, 'Delivered')).toHaveText('1');
  await tabTo(page, page.getByRole('tab', { name: 'Messages 1' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('All recipients got a message.')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, page.getByRole('row', { name: /\+94 77 123 0001/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Hello Anura', { exact: true })).toBeVisible();
});
