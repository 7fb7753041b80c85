// The first steps of a new person: from nothing to a delivered test message.
import { campaignsOf, makeGroups, review, write } from './campaigns/steps.ts';
import { expect, test } from './fixtures.ts';
import { post, sendTest } from './people.ts';
import { inspect } from './screens.ts';
import { godwit, setTeamState } from './service.ts';

/** The durations of the parts of a message's page that move with its status. */
const DURATIONS = `[...new Set([...document.querySelectorAll('main .moves')]
  .flatMap((part) => getComputedStyle(part).transitionDuration.split(', ')))]`;
/** Collects the properties that have moved. */
const RECORD_MOVES = `window.moved = [];
  document.addEventListener('transitionend', ({ propertyName }) => window.moved.push(propertyName));`;

test('signs up, opens the mail, creates a project and sees a test message delivered', async ({
  page,
  person,
}) => {
  await test.step('sign up', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('First name').fill(person.firstName);
    await page.getByLabel('Last name').fill(person.lastName);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByLabel('Confirm password').fill(person.password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    await expect(page.getByText(person.email)).toBeVisible();
  });

  await test.step('open the mail and follow its link', async () => {
    await page.goto('/dev/mailbox');
    await page.locator(`p:has-text("To ${person.email},") + pre a`).click();
    await expect(page.getByText(person.email)).toBeVisible();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/home');
  });

  await test.step('make a project', async () => {
    await page.getByRole('button', { name: 'Create New Project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Project' });
    await dialog.getByLabel('Project Name').fill('Lanka Retail');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('New project has been created successfully')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Project: Lanka Retail' })).toBeVisible();
  });

  await test.step('send a test message', async () => {
    await expect(page.getByRole('heading', { name: 'Send SMS' })).toBeVisible();
    await expect(page.getByText('This number belongs to the simulator')).toBeVisible();
    await expect(page.getByText('+94 77 000 0001')).toBeVisible();
    await page.getByLabel('Message Content').fill('Your order has left the shop.');
    await expect(page.getByRole('combobox', { name: 'Sender ID' })).toHaveValue('SANDBOX');
    await page.getByRole('button', { name: 'Review and Send' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send SMS' });
    await expect(dialog.getByText('Your message will be delivered to 1 recipient.')).toBeVisible();
    const row = dialog.getByRole('row').filter({ hasText: '+94 77 000 0001' });
    await expect(row).toContainText('Pending');
    await dialog.getByRole('button', { name: 'Send TEST' }).click();
    await expect(row).toContainText('Sent');
    const watch = dialog.getByRole('link', { name: 'Watch it travel' });
    await expect(watch).toBeFocused();
    await watch.click();
  });

  await test.step('follow it: queued, sent, delivered', async () => {
    await expect(page.getByRole('heading', { name: 'SMS Details' })).toBeVisible();
    await expect(page.getByRole('definition').first()).toHaveText('Delivered');
    for (const words of ['Outgoing · Web', '1 segment'])
      await expect(page.getByRole('definition').filter({ hasText: words })).toBeVisible();
    await expect(page.getByText('Would have cost', { exact: true })).toBeVisible();
    const way = page.getByRole('list', { name: 'How far the message is' }).getByRole('listitem');
    await expect(way).toHaveText([/^Queued \d/, /^Sent \d/, /^Delivered \d/]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(way.last()).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
    const steps = page.getByRole('table').getByRole('rowheader');
    await expect(steps).toHaveText(['Accepted', 'Queued', 'Sent', 'Delivered']);
    const times = page.getByRole('table').locator('time');
    await expect(times).toHaveCount(4);
    const instants = await Promise.all((await times.all()).map((time) => time.getAttribute('datetime')));
    expect(instants).toEqual(instants.toSorted());
  });
});

test('the status of a message updates on its page, in order', async ({ page, request, account, project }) => {
  const later = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const id = await sendTest(request, project, { to: '+94771234567', send_at: `${later}Z` });
  await page.goto(`/logs/${id}`);
  const status = page.getByRole('definition').first();
  await expect(status).toHaveText('Queued');
  const durations = () => page.evaluate<string[]>(DURATIONS);
  expect(await durations(), 'with reduced motion').toEqual(['0s']);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await durations()).toEqual(['0.2s']);
  await page.evaluate(RECORD_MOVES);

  const seen = ['Queued'];
  await setTeamState(account.email, 'due');
  await expect
    .poll(
      async () => {
        const words = (await status.textContent()) ?? '';
        if (seen.at(-1) !== words) seen.push(words);
        return words;
      },
      { intervals: [100] },
    )
    .toBe('Delivered');
  // The page reads at most once a second, so it may miss a quick Sent. It never goes back and shows no other
  // status.
  expect([['Queued', 'Delivered'].join(), ['Queued', 'Sent', 'Delivered'].join()]).toContain(seen.join());
  await expect.poll(() => page.evaluate<string[]>('window.moved'), 'the bird flies').toContain('left');
});

test('a message without a receipt stays Sent; a scheduled one shows its time and can be cancelled', async ({
  page,
  request,
  project,
}) => {
  const id = await sendTest(request, project, { to: '+94770000003' });
  await page.goto(`/logs/${id}`);
  await expect(page.getByRole('definition').first()).toHaveText('Sent');
  await expect(page.getByRole('row', { name: /^Delivered/ }).locator('time')).toHaveCount(0);
  const cancel = page.getByRole('button', { name: 'Cancel Message' });
  await expect(cancel).toHaveCount(0);

  const send_at = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;
  const scheduled = await sendTest(request, project, { to: '+94770000001', send_at });
  await page.goto(`/logs/${scheduled}`);
  const time = page.getByText('Scheduled for', { exact: true }).locator('..').locator('time');
  await expect(time).toHaveAttribute('datetime', send_at.replace('Z', '.000Z'));
  await cancel.click();
  const asks = page.getByRole('dialog', { name: 'Cancel Message' });
  await expect(asks).toContainText('The message to +94 77 000 0001 will not be sent.');
  await asks.getByRole('button', { name: 'Cancel Message' }).click();
  await expect(page.getByText('Message has been cancelled successfully')).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText('Cancelled');
  await expect(page.getByText('The message was cancelled before it was sent.')).toBeVisible();
  await expect(cancel).toHaveCount(0);
});

test('sending to people at night shows a warning, and can be moved to the morning or held', async ({
  page,
  project,
}) => {
  await godwit('sender', 'add', project.id, 'LR Stores', '--promotional');
  await godwit('sender', 'add', project.id, 'LR Notices', '--class', 'service');
  // Sri Lanka treats service notices like advertising, and wants consent. The rules of the service under test
  // have neither.
  await page.route(/\/v1\/web\/projects\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const both = ['SERVICE', 'PROMOTIONAL'];
    const classes = { quiet_for: both, consent: 'WARN', consent_for: both };
    const country_rules = { ...json.country_rules, classes: { ...json.country_rules.classes, LK: classes } };
    await route.fulfill({ response, json: { ...json, country_rules } });
  });
  // Tomorrow at 22:40 in Sri Lanka; in Japan it is 02:10 of the day after.
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await page.clock.setFixedTime(`${day}T17:10:00Z`);
  await page.goto('/send-sms');
  const numbers = page.getByRole('textbox', { name: 'Phone numbers' });
  await numbers.fill('+94771234567,');
  await page.getByLabel('Message Content').fill('Half price tomorrow');
  const note = page.getByRole('complementary', { name: 'Quiet hours' });
  await expect(note).toContainText(
    'It is 22:40 in Sri Lanka. People may not want messages between 20:00 and 08:00. Send at 08:00 there',
  );
  await page.getByRole('combobox', { name: 'Sender ID' }).click();
  await page.getByRole('option', { name: 'SANDBOX' }).click();
  await expect(note).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Sender ID' }).click();
  await page.getByRole('option', { name: 'LR Notices' }).click();
  await expect(note).toContainText('It is 22:40 in Sri Lanka.');
  await page.getByRole('combobox', { name: 'Sender ID' }).click();
  await page.getByRole('option', { name: 'LR Stores' }).click();
  const preview = page.getByRole('region', { name: 'Message as it is shown on a phone' });
  await expect(preview).toContainText(/Half price tomorrow\s+Stop:? \S+\/o\/…$/);
  await page.getByLabel('Message Content').fill('හෙට අඩක් මිල');
  await expect(preview).toContainText(/හෙට අඩක් මිල\s+(නවත්වන්න|එපා): \S+\/o\/…$/);
  await page.getByLabel('Message Content').fill('Half price tomorrow');
  await numbers.fill('+819012345678,');
  await expect(note).toContainText('It is 02:10 in Japan. Send at 08:00 there');
  await page.getByRole('button', { name: /^Remove \+81/ }).click();

  await test.step('in the review, one click schedules it for the morning', async () => {
    await page.getByRole('button', { name: 'Review and Send' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send SMS' });
    await expect(dialog.getByText('It is 22:40')).toBeVisible();
    await expect(dialog.getByText('1 recipient has no recorded consent')).toBeVisible();
    await inspect(page, 'send-sms-review-quiet', { whole: false });
    await dialog.getByRole('button', { name: 'Send at 08:00 there' }).click();
    await expect(dialog.getByText(/^Will be sent at \d\d \w{3} 20\d\d, 08:00, Asia\/Colombo/)).toBeVisible();
    await expect(dialog.getByText('It is 22:40')).toHaveCount(0);
    await expect(dialog.getByRole('region', { name: 'Recipients' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Schedule TEST' }).click();
    await expect(dialog.getByText('Sent.', { exact: true })).toBeVisible();
    const morning = new Date(`${day}T02:30:00Z`).getTime() + 86_400_000;
    const log = `/v1/web/messages?project_id=${project.id}&mode=TEST`;
    const { results } = (await (await page.request.get(log)).json()) as { results: { id: string }[] };
    const sent = await page.request.get(`/v1/web/messages/${results[0]!.id}?project_id=${project.id}`);
    expect(await sent.json()).toMatchObject({ send_at: new Date(morning).toISOString() });
  });

  await test.step('the review of a campaign does the same', async () => {
    await makeGroups(page.request, { Shop: [['+94771234567']] });
    await page.goto('/new-campaign');
    await write(page, { name: 'Sale', groups: ['Shop'], content: 'Half price tomorrow' });
    await expect(note).toContainText('It is 22:40 in Sri Lanka.');
    const dialog = await review(page);
    await test.step('if its figures fail to load, it sends now as before, with a warning', async () => {
      await page.route('**/v1/web/campaigns', (route) => route.abort(), { times: 1 });
      await dialog.getByRole('button', { name: 'Send at 08:00 there' }).click();
      await expect(dialog.getByText('Something went wrong. Please try again')).toBeVisible();
      await expect(dialog.getByText('It is 22:40 in Sri Lanka.')).toBeVisible();
      await expect(dialog.getByText(/^Will be sent at/)).toHaveCount(0);
    });
    await dialog.getByRole('button', { name: 'Send at 08:00 there' }).click();
    await expect(dialog.getByText(/^Will be sent at .*08:00.*, Asia\/Colombo/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Make Changes' }).click();
    await expect(note).toHaveCount(0);
  });

  await test.step('if the project holds such messages, the note shows when they are sent', async () => {
    await post(page.request, `/projects/${project.id}/quiet_hours`, { from: '20:00', to: '09:30' });
    await page.goto('/send-sms');
    await numbers.fill('+94771234567,');
    await expect(note).toContainText(
      'It is 22:40 in Sri Lanka. People may not want messages between 20:00 and 09:30. They go out at 09:30 there.',
    );
    await expect(note.getByRole('button')).toHaveCount(0);
  });

  await test.step('and the page of a campaign shows why its messages wait', async () => {
    // From an hour ago to two hours ahead, by the clocks of Sri Lanka.
    const [from, to] = [4.5, 7.5].map((hours) =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16),
    );
    await post(page.request, `/projects/${project.id}/quiet_hours`, { from: from!, to: to! });
    const groups = (await (await page.request.get('/v1/web/groups')).json()) as { id: string }[];
    const form = { project_id: project.id, mode: 'TEST', from: 'LR Stores', content: 'Half price' };
    await post(page.request, '/campaigns', { ...form, name: 'At night', include_groups: groups[0]!.id });
    const [made] = await campaignsOf(page.request, project.id);
    await page.goto(`/campaign/${made!.id}`);
    await expect(page.getByText(`promotional messages wait; they go out at ${to}`)).toBeVisible();
  });
});

test('the settings show and copy both keys', async ({ page, project }) => {
  await page.goto('/home');
  await page.getByRole('link', { name: 'Settings' }).click();
  for (const [name, key] of [
    ['Live API Key', project.liveKey],
    ['Test API Key', project.testKey],
  ] as const) {
    const field = page.getByRole('group', { name });
    await expect(field).not.toContainText(key);
    await field.getByRole('button', { name: `Copy ${name}` }).click();
    await expect(field.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key);
    await field.getByRole('button', { name: `Show ${name}` }).click();
    await expect(field).toContainText(key);
  }
});
