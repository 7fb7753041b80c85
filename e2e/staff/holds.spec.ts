// A new team with unusual traffic to one country and a shortened link: it is notified, and staff review and
// release the messages.
import { expect, test } from '../fixtures.ts';
import { mailbox } from '../people.ts';
import { inspect } from '../screens.ts';
import { letSendLive, NEW_ABROAD } from '../service.ts';
import { anotherPage, enterStaff } from './people.ts';

test('messages to one country and a text are held, and sent when staff release them', async ({
  page,
  account,
  project,
  browser,
}) => {
  await letSendLive(account, project, '48250');
  const messages = Array.from({ length: NEW_ABROAD + 3 }, (_, i) => ({
    to: `+96077${String(10_000 + i)}`,
    from: 'LankaRetail',
    body: 'Your code is 1234',
  }));
  messages.push({ to: '+94771234567', from: 'LankaRetail', body: 'Offers at https://bit.ly/3x' });
  const answer = await page.request.post('/v1/messages/batch', {
    headers: { authorization: `Basic ${btoa(`${project.id}:${project.liveKey}`)}` },
    data: { messages },
  });
  expect(answer.ok(), await answer.text()).toBe(true);

  await test.step('the team reads the reason, in a mail and on Home', async () => {
    const mails = await mailbox(page.request, account.email);
    expect(mails.map(({ subject }) => subject)).toContain('Some of your messages are held');
    await page.goto('/home');
    await expect(page.getByText(/^3 LIVE messages to \+960 \(Maldives\) are held since/)).toBeVisible();
    await expect(
      page.getByText(/^1 LIVE message with a shortened link \(bit.ly\) is held since/),
    ).toBeVisible();
    await inspect(page, 'home-held');
    await page.getByRole('link', { name: 'See them in the logs' }).first().click();
    await expect(page).toHaveURL(/\/logs\?/);
  });

  const desk = await anotherPage(browser);
  await enterStaff(desk, 'COMPLIANCE');
  await test.step('staff find it in their queue and on the team’s page, and release it', async () => {
    await desk.getByRole('link', { name: /^Holds/ }).click();
    await expect(desk.getByRole('heading', { level: 1, name: 'Held messages' })).toBeVisible();
    const held = desk.getByRole('list', { name: 'Held messages' }).locator('> li');
    const own = held
      .filter({ has: desk.getByRole('link', { name: /Perera/ }) })
      .filter({ hasText: '+960' })
      .last();
    await expect(own).toContainText('3 messages wait');
    await inspect(desk, 'staff-holds');
    await own.getByRole('link').click();
    const section = desk
      .locator('section')
      .filter({ has: desk.getByRole('heading', { name: 'Held messages' }) });
    await expect(section).toContainText('to +960 (Maldives)');
    await inspect(desk, 'staff-team-held');
    await expect(section).toContainText('with a shortened link: bit.ly');
    const dialog = desk.getByRole('dialog', { name: 'Release' });
    await section.getByRole('button', { name: 'Release' }).first().click();
    await dialog.getByLabel('Reason').fill('They have opened a shop there');
    await inspect(desk, 'staff-holds-release', { whole: false });
    await dialog.getByRole('button', { name: 'Release' }).click();
    await expect(section.getByRole('button', { name: 'Release' })).toHaveCount(1);
    await section.getByRole('button', { name: 'Release' }).click();
    await expect(dialog).toContainText('Later messages like these of');
    await dialog.getByLabel('Reason').fill('It leads to their own shop');
    await dialog.getByRole('button', { name: 'Release' }).click();
    await expect(section).toHaveCount(0);
  });

  await page.goto('/home');
  await expect(page.getByText(/ are held since /)).toHaveCount(0);
});
