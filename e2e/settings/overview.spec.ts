// The overview of a project's settings: every action, input errors, and the view of each role.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { callApi, invite, newPerson, registerInvited, sendTest, signIn } from '../people.ts';
import { inspect } from '../screens.ts';
import { godwit } from '../service.ts';

/** Waits for a copied text that matches. */
async function clipboard(page: Page, like: RegExp): Promise<string> {
  const read = () => page.evaluate<string>('navigator.clipboard.readText()');
  await expect.poll(read).toMatch(like);
  return read();
}

test('a project is renamed in place, everywhere at once', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}`);
  const name = page.getByRole('textbox', { name: 'Project Name' });
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');

  await name.fill('   ');
  await save.click();
  await expect(page.getByText('Please enter the Project Name')).toBeVisible();
  await expect(name).toBeFocused();

  await name.fill('Lanka Retail Online');
  await expect(page.getByText('Please enter the Project Name')).toBeHidden();
  await save.click();
  await expect(page.getByText('Project name has been updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lanka Retail Online');
  await expect(page.getByRole('button', { name: 'Project: Lanka Retail Online' })).toBeVisible();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await page.reload();
  await expect(name).toHaveValue('Lanka Retail Online');
});

test('a name that failed to save stays in its field, and can be saved again', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}`);
  const name = page.getByRole('textbox', { name: 'Project Name' });
  await page.route('**/v1/web/projects/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await name.fill('Typed before the cable went');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Something went wrong. Please try again')).toBeVisible();
  await expect(name).toHaveValue('Typed before the cable went');
  await page.unroute('**/v1/web/projects/*');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Project name has been updated successfully')).toBeVisible();
});

test('the mark of a copied key disappears after six seconds', async ({ page, project }) => {
  await page.clock.install();
  await page.goto(`/settings/${project.id}`);
  const field = page.getByRole('group', { name: 'Test API Key' });
  const copy = field.getByRole('button', { name: 'Copy Test API Key' });
  await expect(copy).toBeVisible();
  // From here on the test controls the clock, however loaded the machine is.
  await page.clock.pauseAt(Date.now() + 60_000);
  await copy.click();
  await expect(field.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await clipboard(page, /^gk_test_/)).toBe(project.testKey);
  await page.clock.runFor(5500);
  await expect(field.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.runFor(1000);
  await expect(copy).toBeVisible();
});

test('an SMPP account is created, shows its password once, and is revoked', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}/smpp`);
  await expect(page.getByText('No program binds to this project yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create SMPP Account' });
  await dialog.getByRole('textbox', { name: 'Allowed Addresses' }).fill('office');
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByText('Enter IP addresses or ranges separated by commas')).toBeVisible();
  await inspect(page, 'settings-smpp-create', { whole: false });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Core banking');
  await dialog.getByRole('textbox', { name: 'Allowed Addresses' }).fill('203.0.113.0/24');
  await dialog.getByRole('combobox', { name: 'Characters of data_coding 0' }).click();
  await page.getByRole('option', { name: 'Latin-1 (ISO 8859-1)' }).click();
  await dialog.getByRole('combobox', { name: 'Long incoming messages' }).click();
  await page.getByRole('option', { name: 'Parts with sar_* parameters' }).click();
  await dialog.getByRole('button', { name: 'Create Account' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy Password' })).toBeVisible();
  await inspect(page, 'settings-smpp-made', { whole: false });
  await dialog.getByRole('button', { name: 'Copy Password' }).click();
  const password = await clipboard(page, /^\w{8}$/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Never bound')).toBeVisible();
  await expect(page.getByText('from 203.0.113.0/24 · Latin-1 · sar_*')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(password);
  await inspect(page, 'settings-smpp');

  await page.getByRole('button', { name: 'Revoke Core banking' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No program binds to this project yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy Example' }).click();
  await clipboard(page, /^group = smsc\nsmsc = smpp\nhost = /);
});

test('a revoked key stops working, and its replacement works', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}`);
  const field = page.getByRole('group', { name: 'Test API Key' });
  const revoke = page.getByRole('button', { name: 'Revoke Test API Key' });
  const dialog = page.getByRole('dialog', { name: 'Revoke Test API Key' });
  await revoke.click();
  await expect(dialog).toContainText(
    `Any software that uses the test key of ${project.name} stops working at once`,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(revoke).toBeFocused();
  await sendTest(page.request, project, { to: '+94770000001' });

  await revoke.click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Api key has been updated successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  const send = async (key: string) => {
    const message = { to: '+94770000001', from: 'SANDBOX' };
    return (await callApi(page.request, { projectId: project.id, key }, message)).status();
  };
  // Within a second in every process.
  await expect.poll(() => send(project.testKey)).toBe(401);
  await field.getByRole('button', { name: 'Copy Test API Key' }).click();
  const key = await clipboard(page, /^gk_test_/);
  expect(key).not.toBe(project.testKey);
  expect(await send(key)).toBe(201);
  await expect(page.getByRole('group', { name: 'Live API Key' })).toContainText(project.liveKey.slice(-4));
});

test('the time zone is found by name or offset, and shows when it applies', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}`);
  const zone = page.getByRole('combobox', { name: 'Timezone' });
  await expect(zone).toHaveValue('Asia/Colombo (UTC+05:30)');
  await zone.click();
  await zone.fill('atlantis');
  await expect(page.getByText('No time zone has this name.')).toBeVisible();
  await zone.fill('new york');
  await page.getByRole('option', { name: /^America\/New_York/ }).click();
  await expect(page.getByText('Timezone has been updated successfully')).toBeVisible();
  await expect(zone).toHaveValue(/^America\/New_York/);
  await expect(
    page.getByText(
      'Today’s limit still counts in Asia/Colombo. America/New_York counts from the next midnight',
    ),
  ).toBeVisible();
  await page.reload();
  await expect(zone).toHaveValue(/^America\/New_York/);
});

test('promotional messages are held at night once enabled, between the chosen hours', async ({
  page,
  project,
}) => {
  await page.goto(`/settings/${project.id}`);
  const hold = page.getByRole('switch', { name: 'Hold Promotional Messages' });
  const saved = page.getByText('Quiet hours have been updated successfully');
  await expect(page.getByText('between 20:00 and 08:00 in the recipient’s country')).toBeVisible();
  await expect(hold).not.toBeChecked();
  await hold.locator('xpath=following-sibling::*[1]').click();
  await expect(saved).toBeVisible();
  await expect(hold).toBeChecked();
  const [from, to] = ['from', 'to'].map((end) => page.getByRole('combobox', { name: `Hold ${end}` })) as [
    Locator,
    Locator,
  ];
  await from.click();
  // No more than sixteen hours of a day can be chosen.
  await expect(page.getByRole('option', { name: '15:30' })).toHaveCount(0);
  await page.getByRole('option', { name: '22:30' }).click();
  await expect(from).toHaveValue('22:30');
  await to.click();
  await page.getByRole('option', { name: '07:00' }).click();
  await expect(to).toHaveValue('07:00');
  await page.reload();
  await expect(hold).toBeChecked();
  await expect(from).toHaveValue('22:30');
  await expect(to).toHaveValue('07:00');
});

test('sender ids, the link to request more, and the link to the API reference', async ({ page, project }) => {
  await godwit('sender', 'add', project.id, 'LR Stores', '--promotional');
  await page.goto(`/settings/${project.id}`);
  await expect(page.locator('#senders').getByRole('listitem')).toContainText(/LR Stores.*Promotional/);
  await expect(page.getByRole('link', { name: 'Request a Sender ID' })).toHaveAttribute('href', '/sender-id');
  await expect(page.getByRole('link', { name: 'API Reference' })).toHaveAttribute('href', '/api');
});

test('the callback signing secret is shown, copied and rotated', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}`);
  const field = page.getByRole('group', { name: 'Callback Signing Secret' });
  await field.getByRole('button', { name: 'Copy Callback Signing Secret' }).click();
  const before = await clipboard(page, /^whsec_/);
  await expect(field).not.toContainText(before);
  await field.getByRole('button', { name: 'Show Callback Signing Secret' }).click();
  await expect(field).toContainText(before);

  await page.getByRole('button', { name: 'Rotate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate Callback Signing Secret' });
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await expect(page.getByText('Callback signing secret has been updated successfully')).toBeVisible();
  await expect(page.getByText('The previous secret works too until')).toBeVisible();
  await expect(field).not.toContainText(before);
  await field.getByRole('button', { name: 'Show Callback Signing Secret' }).click();
  await expect(field).toContainText('whsec_');
  await expect(field).not.toContainText(before);
});

test('an archived project sends nothing and stays readable, until it is restored', async ({
  page,
  project,
}) => {
  const id = await sendTest(page.request, project, { to: '+94770000001' });
  await page.goto(`/settings/${project.id}`);
  await page.getByRole('button', { name: 'Archive Project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive Project' });
  await expect(dialog).toContainText('will send no more messages');
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText('Project has been archived')).toBeVisible();
  await expect(page.getByText(/^Archived since /)).toBeVisible();
  const send = async () => {
    const parts = { projectId: project.id, key: project.testKey };
    return (await callApi(page.request, parts, { to: '+94770000001', from: 'SANDBOX' })).status();
  };
  await expect.poll(send).toBeGreaterThanOrEqual(400);

  await page.getByRole('link', { name: 'Logs' }).click();
  await expect(page.getByText('This project is archived')).toBeVisible();
  await expect(page.getByText('1 Result')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send SMS' })).toBeHidden();
  await page.goto(`/logs/${id}`);
  await expect(page.getByRole('definition').first()).toHaveText('Delivered');

  await page.goto(`/settings/${project.id}`);
  await page.getByRole('button', { name: 'Restore Project' }).click();
  await expect(page.getByText('Project has been restored')).toBeVisible();
  await expect.poll(send).toBe(201);
});

test('another project keeps the open section of the settings', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}`);
  const menu = page.getByRole('navigation', { name: 'Settings' });
  await menu.getByRole('link', { name: 'Geo Permissions' }).click();
  await expect(page).toHaveURL(`/settings/${project.id}/geo-permissions`);
  await expect(page.getByRole('heading', { name: 'Blocked Countries' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Project Name' })).toBeVisible();
  await menu.getByRole('link', { name: 'Usage Limits' }).click();
  await page.getByRole('button', { name: 'Project: ' }).click();
  await page.getByRole('menuitem', { name: 'Create New Project' }).click();
  await page.getByRole('dialog').getByLabel('Project Name').fill('Warehouse');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('button', { name: 'Project: Warehouse' })).toBeVisible();
  await expect(page).toHaveURL(/\/settings\/(?!.*undefined)[\w-]+\/usage-limits$/);
  await expect(page).not.toHaveURL(new RegExp(project.id));
});

test.describe('a viewer', () => {
  test('sees names and limits, and neither keys nor controls', async ({ page, project }) => {
    const viewer = newPerson();
    await registerInvited(page.request, viewer, await invite(page.request, viewer.email, 'VIEWER'));
    await signIn(page.request, viewer);
    await page.goto(`/settings/${project.id}`);
    await expect(page.getByText('Only owners and admins see and change the keys')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Asia/Colombo (UTC+05:30)');
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Request a Sender ID' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'SMPP' })).toHaveCount(0);

    await page.getByRole('link', { name: 'Usage Limits' }).click();
    await expect(page.getByText('No limit', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('switch')).toHaveCount(0);

    await page.getByRole('link', { name: 'Geo Permissions' }).click();
    await expect(page.getByText('Nothing is blocked')).toBeVisible();
    await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);

    await page.getByRole('link', { name: 'Callbacks' }).click();
    await expect(page.getByText('No status callbacks in these days.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send Callbacks Again' })).toHaveCount(0);
    await page.getByRole('button', { name: `Project: ${project.name}` }).click();
    await expect(page.getByRole('menuitem', { name: project.name })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Create New Project' })).toHaveCount(0);
  });

  test('an admin changes everything but archives nothing', async ({ page, project }) => {
    const admin = newPerson();
    await registerInvited(page.request, admin, await invite(page.request, admin.email, 'ADMIN'));
    await signIn(page.request, admin);
    await page.goto(`/settings/${project.id}`);
    await expect(page.getByRole('group', { name: 'Live API Key' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rotate' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Archive Project' })).toHaveCount(0);
  });
});
