// A recipient reports a message: staff find it, open its case, block what it came from, and note whom they
// notified.
import { readFileSync } from 'node:fs';
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';
import { letSendLive } from '../service.ts';
import { anotherPage, enterStaff, openPage } from './people.ts';

/** The time in which the case of a report has to be on the screen. */
const CASE_MS = 10_000;

test('a reported message: its case, blocks, whom staff notified, and the export', async ({
  page,
  account,
  project,
  browser,
}) => {
  await letSendLive(account, project, '48251');
  const number = `+94774${String(Date.now()).slice(-6)}`;
  const domain = `secure-post-${project.id.slice(0, 8)}.example`;
  const body = `Your parcel waits. Pay the fee at https://${domain}/pay`;
  const send = () =>
    page.request.post('/v1/messages', {
      headers: { authorization: `Basic ${btoa(`${project.id}:${project.liveKey}`)}` },
      data: { to: number, from: 'LankaRetail', body },
    });
  const sent = await send();
  expect(sent.ok(), await sent.text()).toBe(true);
  const { id } = await sent.json();

  const desk = await anotherPage(browser);
  await enterStaff(desk, 'COMPLIANCE');
  await openPage(desk, 'Work', 'Fraud cases');
  const begun = performance.now();
  await test.step('staff find the message by number and time, and open its case', async () => {
    await desk.getByRole('button', { name: 'Find messages' }).click();
    await expect(desk.getByText('Give a number or a text')).toBeVisible();
    await desk.getByLabel('Number that got it').fill(number);
    const local = await desk.evaluate(() =>
      new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString(),
    );
    await desk.getByLabel('Around').fill(local.slice(0, 16));
    await desk.getByRole('button', { name: 'Find messages' }).click();
    await desk.getByRole('button', { name: /^Open case of the message to/ }).click();
    const dialog = desk.getByRole('dialog', { name: 'Open a case' });
    await dialog.getByLabel('Who reported it, and how').fill('Sri Lanka Post, by phone: not their site.');
    await dialog.getByRole('button', { name: 'Open case' }).click();
    await expect(desk.getByRole('heading', { level: 1, name: 'LankaRetail' })).toBeVisible();
    await expect(desk.getByRole('list', { name: 'Block' })).toContainText(domain);
  });
  expect(performance.now() - begun, 'until the case is on the screen').toBeLessThan(CASE_MS);

  const blocks = desk.getByRole('list', { name: 'Block' });
  await test.step('the case says who may have sent it', async () => {
    await expect(desk.getByText('Key of the project')).toBeVisible();
    await expect(desk.getByRole('list', { name: 'People who were signed in' })).toContainText('127.0.0.1');
    await expect(desk.getByText('Nothing has been done yet.')).toBeVisible();
  });

  await test.step('they block the domain, and the next message is refused', async () => {
    await blocks.getByRole('button', { name: `Block ${domain}` }).click();
    const dialog = desk.getByRole('dialog', { name: `Block ${domain}` });
    await dialog.getByLabel('Reason').fill('It copies the site of the post.');
    await inspect(desk, 'staff-case-block', { whole: false });
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(blocks.getByText('Blocked', { exact: true })).toBeVisible();
    const refused = await send();
    expect(await refused.json()).toMatchObject({
      code: 1002,
      fields: { body: expect.stringContaining(domain) },
    });
  });

  await test.step('they block another domain, and allow it again', async () => {
    await desk.getByRole('button', { name: 'Block another domain' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Block another domain' });
    await dialog.getByLabel('Domain').fill('https://x');
    await dialog.getByLabel('Reason').fill('It sends visitors there.');
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(dialog.getByText(/^This is no domain/)).toBeVisible();
    await dialog.getByLabel('Domain').fill(`www.two-${domain}`);
    await dialog.getByRole('button', { name: 'Block' }).click();
    await expect(blocks).toContainText(`two-${domain}`);
    await blocks.getByRole('button', { name: `Allow two-${domain}` }).click();
    const allow = desk.getByRole('dialog', { name: `Allow two-${domain}` });
    await allow.getByLabel('Reason').fill('It is an honest shop.');
    await allow.getByRole('button', { name: 'Allow' }).click();
    await expect(desk.getByText(`Allowed two-${domain} again`, { exact: true })).toBeVisible();
  });

  await test.step('they note whom they notified, and export the case', async () => {
    await desk.getByRole('button', { name: 'Note who was notified' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Note who was notified' });
    await dialog.getByLabel('Who was notified').fill('TRCSL');
    await dialog.getByLabel('How, and what they answered').fill('By mail, their case 2026/118.');
    await inspect(desk, 'staff-case-notified', { whole: false });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(desk.getByRole('list', { name: 'What was done' })).toContainText('Notified TRCSL');
    const saving = desk.waitForEvent('download');
    await desk.getByRole('button', { name: 'Export' }).click();
    const file = JSON.parse(readFileSync((await (await saving).path())!, 'utf8'));
    expect(file).toMatchObject({
      message_id: id,
      facts: { hosts: [domain] },
      blocked: { domains: [domain] },
    });
    await desk.reload();
    await expect(blocks.getByText('Blocked', { exact: true })).toBeVisible();
    await inspect(desk, 'staff-case');
  });

  await test.step('they pause the team', async () => {
    await blocks.getByRole('button', { name: /^Pause / }).click();
    const dialog = desk.getByRole('dialog', { name: /^Pause / });
    await dialog.getByLabel('Reason').fill('Nobody answers.');
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await expect(blocks.getByText('Paused', { exact: true })).toBeVisible();
  });

  await test.step('the list has the case, and its quarter the figures', async () => {
    await openPage(desk, 'Work', 'Fraud cases');
    await desk.getByLabel('Text, or part of it').fill(body.toUpperCase());
    await desk.getByRole('button', { name: 'Find messages' }).click();
    await expect(desk.getByRole('list', { name: 'Messages found' })).toContainText('LankaRetail');
    await expect(desk.getByRole('region', { name: 'By quarter' })).toContainText(/\d{4}-Q[1-4]/);
    await inspect(desk, 'staff-cases');
    await desk.getByRole('button', { name: /^Open case of the message to/ }).click();
    const dialog = desk.getByRole('dialog', { name: 'Open a case' });
    await dialog.getByLabel('Who reported it, and how').fill('A second call.');
    await inspect(desk, 'staff-cases-open', { whole: false });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await desk.getByRole('list', { name: 'Cases', exact: true }).getByRole('link').first().click();
    await expect(desk.getByRole('heading', { level: 1, name: 'LankaRetail' })).toBeVisible();
  });

  const support = await anotherPage(browser);
  await enterStaff(support, 'SUPPORT');
  await expect(support.getByRole('link', { name: 'Fraud cases' })).toBeHidden();
});
