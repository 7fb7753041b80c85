// A campaign that looks like advertising, over a transactional sender: it is sent once a person confirms it.
// The rules of this service ask for that in the Maldives. One of its recipients is in Sri Lanka, whose
// networks want the brand in the text, and one in Australia, where people see "Unverified" until the person
// accepts that too.
import { expect, test } from '../fixtures.ts';
import { inspect } from '../screens.ts';
import { letSendLive } from '../service.ts';
import { makeGroups, review, write } from './steps.ts';

const CONFIRM = /^I confirm that this campaign may be sent from LankaRetail/;

test('advertising and “Unverified” are confirmed by name, and advertising waits for staff the second time', async ({
  page,
  account,
  project,
}) => {
  await letSendLive(account, project, '1000');
  await makeGroups(page.request, { Guests: [['+9607712345'], ['+94771234567'], ['+61412345678']] });

  for (const [name, waits] of [
    ['Spring', false],
    ['Summer', true],
  ] as const) {
    await test.step(name, async () => {
      await page.goto('/new-campaign?mode=LIVE');
      await write(page, { name, groups: ['Guests'], content: 'Sale: 20% off all rooms' });
      await expect(page.getByText('See “Unverified”')).toBeVisible();
      const dialog = await review(page);
      const send = dialog.getByRole('button', { name: /^Send 3 messages · Rs/ });
      await expect(dialog.getByText('This text looks like advertising (“Sale”)')).toBeVisible();
      await expect(dialog.getByText('Your team has sent or scheduled another')).toHaveCount(waits ? 1 : 0);
      await expect(dialog.getByText('1 message goes to networks that want the brand')).toBeVisible();
      await expect(send).toBeDisabled();
      if (waits) await inspect(page, 'campaign-advertising');
      await expect(dialog.getByText('Tick the 2 boxes above to continue.')).toBeVisible();
      await dialog.getByRole('checkbox', { name: CONFIRM }).check();
      await expect(dialog.getByText('Australia: 1 recipient sees “Unverified” instead of')).toBeVisible();
      await expect(send).toBeDisabled();
      await dialog.getByRole('checkbox', { name: /^I accept that 1 recipient sees/ }).check();
      await send.click();
      await dialog.getByRole('link', { name: 'See campaign' }).click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    });
  }

  await page.goto('/home');
  await expect(page.getByText('of a campaign from "LankaRetail" that looks like advertising')).toBeVisible();
});
