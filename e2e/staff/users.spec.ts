// Staff find a person and end their sessions.
import { expect, test } from '../fixtures.ts';
import { signIn } from '../people.ts';
import { inspect } from '../screens.ts';
import { anotherPage, enterStaff, openPage } from './people.ts';

test('a person is found, and loses one session and then all', async ({ page, account, project, browser }) => {
  expect(project.name).toBe('Lanka Retail');
  for (let more = 0; more < 2; more += 1) {
    await signIn((await anotherPage(browser)).request, account);
  }
  const desk = await anotherPage(browser);
  await enterStaff(desk, 'SUPPORT');
  await expect(desk.getByRole('heading', { name: 'Teams' })).toBeVisible();
  await openPage(desk, 'Customers', 'People');
  await expect(desk.getByRole('heading', { name: 'People' })).toBeVisible();
  await desk.getByRole('textbox', { name: 'Search' }).fill(account.email);
  await expect(desk.getByText('1 Result')).toBeVisible();
  await inspect(desk, 'staff-users');
  await desk.getByRole('row').filter({ hasText: account.email }).click();
  const sessions = desk.getByRole('region', { name: 'Sessions' });
  const ends = sessions.getByRole('button', { name: /^End the session/ });
  await expect(ends).toHaveCount(3);
  await inspect(desk, 'staff-user');
  await ends.first().click();
  await inspect(desk, 'staff-user-end', { whole: false });
  await desk.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(ends).toHaveCount(2);
  await desk.getByRole('button', { name: 'End all sessions' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await expect(desk.getByText('Not signed in anywhere.')).toBeVisible();
  await inspect(desk, 'staff-user-none');
  await page.goto('/home');
  await expect(page.getByText('Your authentication failed. Try re-login again.')).toBeVisible();
});
