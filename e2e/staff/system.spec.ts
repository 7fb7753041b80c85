// Carrier links, message traces and the audit log, as staff use them.
import { expect, test } from '../fixtures.ts';
import { sendTest } from '../people.ts';
import { inspect } from '../screens.ts';
import { setTeamState } from '../service.ts';
import { anotherPage, enterStaff, openPage } from './people.ts';

// One after the other: two of them pause and resume the same link.
test.describe.configure({ mode: 'default' });
test.beforeAll(() => setTeamState('', 'link-counts'));

test('carrier links: their health, one paused and resumed with a reason', async ({ page, browser }) => {
  await enterStaff(page, 'ADMIN');
  await openPage(page, 'Network', 'Carriers');
  const link = page
    .getByRole('list', { name: 'Carriers' })
    .getByRole('listitem')
    .filter({ hasText: 'simulator-live' });
  await expect(link.getByText('Delivers less', { exact: true })).toBeVisible();
  await setTeamState('', 'refused-incoming');
  await page.reload();
  await expect(link.getByRole('figure', { name: /^Last hour: [1-9]/ })).toBeVisible();
  await expect(page.getByText('Other numbers')).toBeVisible();
  await expect(
    link.getByRole('link', { name: /^Low balance · Delivers less .*Receipts dropped$/ }),
  ).toHaveAttribute('href', '/staff/carriers/simulator-live');
  await inspect(page, 'staff-carriers');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('+94110000045')).toBeVisible();

  await link.getByRole('button', { name: 'Pause simulator-live' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause simulator-live' });
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog.getByText('Give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The carrier works on its line until 15:00.');
  await inspect(page, 'staff-carriers-pause', { whole: false });
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('The link is paused.')).toBeVisible();
  await expect(link.getByText(/^Paused by dilani.*until 15:00\.$/)).toBeVisible();
  await inspect(page, 'staff-carriers-paused');

  await link.getByRole('button', { name: 'Resume simulator-live' }).click();
  const resume = page.getByRole('dialog', { name: 'Resume simulator-live' });
  await resume.getByLabel('Reason').fill('The line is back.');
  await resume.getByRole('button', { name: 'Resume' }).click();
  await expect(link.getByText('Delivers less', { exact: true })).toBeVisible();
  await link.getByRole('link', { name: /Receipts dropped$/ }).click();
  await expect(page.getByText(/99,588 receipts were dropped since/)).toBeVisible();

  const support = await anotherPage(browser);
  await enterStaff(support, 'SUPPORT');
  await support.goto('/staff/carriers');
  await expect(support.getByText('simulator-live').first()).toBeVisible();
  await expect(support.getByRole('button', { name: /^Pause/ })).toBeHidden();
});

test('a carrier link: its curves, refused codes and warnings, paused and resumed', async ({
  page,
  browser,
}) => {
  await enterStaff(page, 'ADMIN');
  await openPage(page, 'Network', 'Carriers');
  await page.getByRole('link', { name: 'simulator-live', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'simulator-live' })).toBeVisible();
  for (const name of [/^Submitted\. Now .* a minute, at most/, /^Time until the receipt\. Now \d+ s/])
    await expect(page.getByRole('figure', { name })).toBeVisible();
  await expect(
    page.getByText(/^Only [\d,]+ of the [\d,]+ messages that ended in the last 30 minutes were delivered/),
  ).toBeVisible();
  await expect(page.getByText(/^The balance at the carrier is 812\.5 LKR, below 1000\./)).toBeVisible();
  const refused = page.getByRole('region', { name: 'Refused in 24 hours' });
  await expect(refused.getByText('it does not accept the number of the recipient')).toBeVisible();
  await expect(refused.getByText('Other codes')).toBeVisible();
  await inspect(page, 'staff-carrier');
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Last 48 hours').click();
  await expect(page).toHaveURL(/span=two_days/);
  await page.reload();
  await expect(
    page.getByRole('figure', { name: /^Submitted\. Now [\d.]+ a minute, at most 7\d\d/ }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Pause simulator-live' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause simulator-live' });
  await dialog.getByLabel('Reason').fill('It delivers too little.');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/^Paused by dilani.*too little\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Resume simulator-live' }).click();
  const resume = page.getByRole('dialog', { name: 'Resume simulator-live' });
  await resume.getByLabel('Reason').fill('It delivers again.');
  await resume.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('button', { name: 'Pause simulator-live' })).toBeVisible();

  const support = await anotherPage(browser);
  await enterStaff(support, 'SUPPORT');
  await support.goto('/staff/carriers/simulator-test');
  await expect(support.getByRole('heading', { name: 'Traffic' })).toBeVisible();
  await expect(support.getByRole('button', { name: /^Pause/ })).toBeHidden();
  await support.goto('/staff/carriers/nothing');
  await expect(support.getByText(/^No process has used a link of this name/)).toBeVisible();
  await inspect(support, 'staff-carrier-missing');
});

test('the status of the service: figures, charts and tables, refreshed in place', async ({ page }) => {
  await enterStaff(page, 'SUPPORT');
  await openPage(page, 'Network', 'Status');
  await expect(page.getByText(/^Read at .*every 15 seconds\.$/)).toBeVisible({ timeout: 20_000 });
  await expect(
    page.getByRole('figure', { name: /^Messages accepted\. Now .* a second, at most/ }),
  ).toBeVisible();
  // Other tests decide what it says.
  const verdict = page.getByRole('main').getByRole('status').first();
  await expect(verdict).toContainText(/^[A-Za-z].* .*\./);
  await expect(verdict.getByRole('link', { name: 'Open simulator-live' }).first()).toHaveAttribute(
    'href',
    '/staff/carriers/simulator-live',
  );
  const links = page.getByRole('region', { name: 'Carriers' });
  await expect(links.getByRole('row', { name: /simulator-test TEST Connected/ })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByRole('region', { name: 'Processes' }).getByText('Running')).toBeVisible();
  await inspect(page, 'staff-status');

  await page.route('**/v1/staff/status', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 20_000 });
  await inspect(page, 'staff-status-failed');
  await page.unroute('**/v1/staff/status');
  await page.route('**/v1/staff/status', (route) =>
    route.fulfill({ json: { at: null, figures: null, ledger: null, history: [] } }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('There are no figures yet.')).toBeVisible();
  await inspect(page, 'staff-status-empty');
});

test('the trace of a message by its id, and the messages of a phone number', async ({ page, project }) => {
  const id = await sendTest(page.request, project, {
    to: '+94770000001',
    body: 'Your code is 1234, and the rest of this text is long enough for two parts. '.repeat(3),
  });
  await enterStaff(page, 'SUPPORT');
  await openPage(page, 'Network', 'Trace');
  await expect(page.getByText('Give the id of a message')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Message ID or phone number' });
  await field.fill('+94779999999');
  await field.press('Enter');
  await expect(page.getByText('There are no messages of this number.')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('077 000 0001');
  await page.getByRole('option', { name: 'Trace the messages of 077 000 0001' }).click();
  const messages = page.getByRole('list', { name: 'Messages' }).getByRole('link');
  await expect(messages.first()).toContainText('to +94 77 000 0001');
  await inspect(page, 'staff-trace-number');

  await field.fill('nothing');
  await field.press('Enter');
  await expect(page.getByText('There is no message with this id.')).toBeVisible();
  await inspect(page, 'staff-trace-missing');

  await field.fill(`  ${id} `);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: 'SANDBOX to +94 77 000 0001' })).toBeVisible();
  await expect(page.getByText(id)).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps' });
  // A trace is read once, because each reading is kept in the audit log.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('It was delivered.')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(steps).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the data of each step' }).click();
  await expect(steps.getByText('Delivered', { exact: true })).toBeVisible();
  await expect(page.getByText('Your code')).toBeHidden();
  await expect(page.getByText(/^•{4} •{4} •{2} /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ids at the carrier' }).getByRole('row')).toHaveCount(3);
  await inspect(page, 'staff-trace');
});

test('the trace of a waiting message shows what it waits for', async ({ page, project }) => {
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const id = await sendTest(page.request, project, { to: '+94770000001', send_at: at });
  await enterStaff(page, 'SUPPORT');
  await page.goto(`/staff/trace?id=${id}`);
  const waiting = page.getByRole('region', { name: 'In the queue' });
  await expect(waiting.getByText('TEST, all numbers')).toBeVisible();
  await expect(page.getByText('It waits for the time that it is scheduled for.')).toBeVisible();
  await inspect(page, 'staff-trace-waiting');
});

test('the audit log: newest first, searched, filtered, and older entries', async ({ page }) => {
  const { email } = await enterStaff(page, 'ADMIN');
  await openPage(page, 'Work', 'Audit log');
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await page.getByRole('textbox', { name: 'Search' }).fill(email);
  await expect(log.filter({ hasNotText: email })).toHaveCount(0);
  await expect(log.filter({ hasText: 'Second factor enrolled' })).toHaveCount(1);
  await inspect(page, 'staff-audit');

  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Password changed' }).click();
  await expect(log).toHaveCount(1);
  await expect(log).toContainText('Password changed');
  await page.reload();
  await expect(log).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody at all');
  await expect(page.getByText('No entry matches this.')).toBeVisible();
  await inspect(page, 'staff-audit-empty');
});

test('the audit log shows older entries on demand', async ({ page, project }) => {
  const id = await sendTest(page.request, project, { to: '+94770000001' });
  await enterStaff(page, 'ADMIN');
  for (let looks = 0; looks < 27; looks++) await page.request.get(`/v1/staff/messages/${id}/trace`);
  await page.goto(`/staff/audit?q=${id}`);
  const log = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await expect(log).toHaveCount(25);
  await page.getByRole('button', { name: 'Older entries' }).press('Enter');
  await expect(log).toHaveCount(27);
  await expect(page.getByRole('button', { name: 'Older entries' })).toBeHidden();
});
