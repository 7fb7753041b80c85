// The settings of a project in every width and theme: no axe violation, no sideways scroll, and pictures.
import { expect, test } from '../fixtures.ts';
import { callApi, invite, newPerson, post, registerInvited, send, signIn } from '../people.ts';
import { inspect } from '../screens.ts';
import { godwit, letSendLive } from '../service.ts';

test('overview, and the confirmations before keys and projects are removed', async ({
  page,
  account,
  project,
}) => {
  await post(page.request, `/projects/${project.id}/quiet_hours`, { from: '21:00', to: '08:00' });
  await page.goto(`/settings/${project.id}`);
  // The checklist shows each step with its link until LIVE works, and then folds to one line.
  await expect(page.getByText('0 of 4 done')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Verify Identity' })).toHaveAttribute('href', '/verify');
  await expect(page.getByRole('link', { name: 'Get a Sender ID' })).toHaveAttribute('href', '/sender-id');
  await godwit('team', 'verify', account.email);
  await send(page.request, `/projects/${project.id}/sender_id_requests`, {
    data: { sender_id: 'LR Offers', is_promotional: true, description: 'Offers', legal_name: 'Lanka Retail' },
  });
  await page.reload();
  await expect(page.getByText('1 of 4 done')).toBeVisible();
  await expect(page.getByText(/^LR Offers is in review since /)).toBeVisible();
  await inspect(page, 'settings-ready');
  await letSendLive(account, project, '48250');
  await page.reload();
  await expect(page.getByText('Ready for LIVE · Identity verified · LankaRetail · Balance Rs')).toContainText(
    'No daily limit',
  );
  await page.getByRole('link', { name: 'Set a Daily Limit' }).click();
  await expect(page).toHaveURL(`/settings/${project.id}/usage-limits`);
  await page.goBack();
  await expect(page.getByRole('group', { name: 'Callback Signing Secret' })).toBeVisible();
  await page.getByRole('button', { name: 'Show Test API Key' }).click();
  await inspect(page, 'settings-overview');

  await page.getByRole('combobox', { name: 'Timezone' }).click();
  await page.getByRole('combobox', { name: 'Timezone' }).fill('new york');
  await expect(page.getByRole('option', { name: /^America\/New_York/ })).toBeVisible();
  await inspect(page, 'settings-timezone', { whole: false });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Revoke Live API Key' }).click();
  await expect(page.getByRole('dialog', { name: 'Revoke Live API Key' })).toBeVisible();
  await inspect(page, 'settings-revoke', { whole: false });
  await page.keyboard.press('Escape');

  await post(page.request, `/projects/${project.id}/archive`, {});
  await page.goto('/logs');
  await expect(page.getByText('This project is archived')).toBeVisible();
  await inspect(page, 'archived-project');
});

test('incoming messages: a simulated reply, and a keyword', async ({ page, project }) => {
  await post(page.request, '/groups', { name: 'Club' });
  await post(page.request, `/projects/${project.id}/smpp_accounts`, { mode: 'TEST', name: 'Core banking' });
  await page.goto(`/settings/${project.id}`);
  await page.getByRole('link', { name: 'Incoming' }).click();
  await expect(page.getByText(/^\+999\d{8}$/)).toBeVisible();
  await page.getByRole('button', { name: 'New Keyword' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Keyword' });
  const words = dialog.getByRole('combobox', { name: 'Words' });
  await words.fill('stop');
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Reply' }).fill('Welcome to the club');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(words).toHaveAttribute('aria-invalid', 'true');
  await words.press('Backspace');
  await words.fill('Join');
  await page.keyboard.press('Enter');
  await inspect(page, 'settings-keyword', { whole: false });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Welcome to the club')).toBeVisible();
  await page.getByRole('textbox', { name: 'Incoming Callback URL' }).fill('https://shop.example/incoming');
  const account = page.getByRole('combobox', { name: /^SMPP account of \+999\d{8}$/ });
  await account.click();
  await page.getByRole('option', { name: /^Core banking · gw/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Incoming settings have been updated successfully')).toBeVisible();
  await page.reload();
  await expect(account).toHaveValue(/^Core banking · gw/);
  await inspect(page, 'settings-incoming');

  await page.getByRole('button', { name: 'Reply as the phone would' }).click();
  const reply = page.getByRole('dialog', { name: 'Reply as the phone would' });
  await reply.getByRole('textbox', { name: 'Phone Number' }).fill('+94771234567');
  await reply.getByRole('textbox', { name: 'Message' }).fill('Join, please');
  await inspect(page, 'settings-incoming-reply', { whole: false });
  await reply.getByRole('button', { name: 'Send reply' }).click();
  await expect(reply).toBeHidden();

  await page.goto('/logs?mode=TEST');
  await expect(page.getByRole('row', { name: /Incoming.*\+94 77 123 4567/ })).toBeVisible();
  await page.getByRole('row', { name: /Incoming/ }).click();
  await expect(page.getByRole('region', { name: 'SMS Details' }).getByText('Join, please')).toBeVisible();
  await inspect(page, 'details-incoming');
});

test('usage limits', async ({ page, account, project }) => {
  await letSendLive(account, project, '48250');
  const live = { projectId: project.id, key: project.liveKey };
  for (const to of ['+94774128830', '+94712093417', '+94770000001']) {
    expect((await callApi(page.request, live, { from: 'LankaRetail', to })).status()).toBe(201);
  }
  await page.goto(`/settings/${project.id}/usage-limits?mode=TEST`);
  await expect(page.getByText('without a limit')).toBeVisible();
  await expect(page.getByText('TEST is free and counts to no limit: today’s 0 TEST messages')).toBeVisible();
  await inspect(page, 'settings-limits-none');
  await post(page.request, `/projects/${project.id}/daily_limit`, {
    daily_limit: '3',
    daily_warn_pct: '0.6',
  });
  const cap = { scopes: 'messages:send', daily_cap: '12.5', networks: '', per_second: '', expires_at: '' };
  await post(page.request, `/projects/${project.id}/api_keys`, {
    name: 'Shop backend',
    mode: 'LIVE',
    ...cap,
  });
  await page.goto(`/settings/${project.id}/usage-limits?mode=LIVE`);
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(page.getByText('Warning sent at 60%')).toBeVisible();
  await expect(page.getByText('of Rs 12.50')).toBeVisible();
  await expect(page.getByText('TEST is free')).toHaveCount(0);
  await inspect(page, 'settings-limits');
  await page.getByLabel('Amount of the daily limit').fill('plenty');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^The daily limit must be more than 0/)).toBeVisible();
  await inspect(page, 'settings-limits-error');
});

test('geo permissions', async ({ page, project }) => {
  await page.goto(`/settings/${project.id}/geo-permissions`);
  await expect(page.getByText('Nothing is blocked')).toBeVisible();
  await inspect(page, 'settings-geo-none');
  await page.getByRole('button', { name: 'Block all of Oceania' }).click();
  await page.getByRole('button', { name: 'Asia', exact: true }).click();
  await page.getByRole('checkbox', { name: /^Kazakhstan/ }).uncheck();
  await page
    .getByRole('checkbox', { name: /^Sri Lanka/ })
    .first()
    .uncheck();
  await expect(page.getByText('not saved')).toBeVisible();
  await inspect(page, 'settings-geo', { whole: false });
  await page.getByRole('textbox', { name: 'Search' }).fill('+1');
  await expect(page.getByRole('checkbox', { name: /^Jamaica/ })).toBeVisible();
  await inspect(page, 'settings-geo-search', { whole: false });
  await page.getByRole('textbox', { name: 'Search' }).fill('atlantis');
  await expect(page.getByText('No country has this name or dial code.')).toBeVisible();
  await inspect(page, 'settings-geo-no-match');
});

test('all three for a viewer', async ({ page, project }) => {
  await post(page.request, `/projects/${project.id}/daily_limit`, {
    daily_limit: '500',
    daily_warn_pct: '0.8',
  });
  await post(page.request, `/projects/${project.id}/blocked_codes`, { codes: '7,1876' });
  const viewer = newPerson();
  await registerInvited(page.request, viewer, await invite(page.request, viewer.email, 'VIEWER'));
  await signIn(page.request, viewer);
  await page.goto(`/settings/${project.id}`);
  await expect(page.getByText('Only owners and admins see and change the keys')).toBeVisible();
  await inspect(page, 'settings-viewer');
  await page.goto(`/settings/${project.id}/usage-limits`);
  await expect(page.getByText('80% of the limit')).toBeVisible();
  await inspect(page, 'settings-limits-viewer');
  await page.goto(`/settings/${project.id}/geo-permissions`);
  await expect(page.getByText('Jamaica')).toBeVisible();
  await inspect(page, 'settings-geo-viewer');
});
