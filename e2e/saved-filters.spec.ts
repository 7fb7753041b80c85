// Filters of the log saved under a name: chosen, renamed, removed and put back, by keyboard.
import { expect, test } from './fixtures.ts';
import { sendTest } from './people.ts';
import { inspect } from './screens.ts';

test('filters are saved, chosen, renamed and removed', async ({ page, project }) => {
  await sendTest(page.request, project, { to: '+94770000001' });
  await page.goto('/logs?range=1d&status=FAILED&page=1');
  const menu = page.getByRole('button', { name: 'Saved filters' });
  const saved = page.getByRole('group', { name: 'Saved filters' });
  // Disabled until the saved filters have loaded: a disabled button takes no focus.
  await expect(menu).toBeEnabled();
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Save these filters' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save these filters' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await name.press('Enter');
  await expect(dialog.getByText('Filter name is required')).toBeVisible();
  await name.fill('Failed today');
  await name.press('Enter');
  const failed = saved.getByRole('button', { name: 'Failed today' });
  await expect(failed).toHaveAttribute('aria-pressed', 'true');
  await expect(menu).toBeFocused();

  await test.step('a second one needs a name of its own', async () => {
    await page.goto('/logs?range=7d&q=9477&page=1');
    await expect(failed).toHaveAttribute('aria-pressed', 'false');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Save these filters' }).click();
    await name.fill('failed TODAY');
    await name.press('Enter');
    await expect(dialog.getByText('You have a filter of this name.')).toBeVisible();
    await name.fill('Dialog numbers, week by week');
    await name.press('Enter');
    await expect(saved.getByRole('button')).toHaveText(['Failed today', 'Dialog numbers, week by week']);
    await inspect(page, 'logs-saved-filters');
  });

  await test.step('chosen, then taken off', async () => {
    await failed.click();
    await expect(page).toHaveURL(/range=1d&status=FAILED/);
    await expect(page.getByText('No message matches these filters.')).toBeVisible();
    await failed.click();
    await expect(page).not.toHaveURL(/status=/);
    await expect(page.getByText('1 Result')).toBeVisible();
  });

  await test.step('renamed', async () => {
    await failed.click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Rename Failed today' }).click();
    const rename = page.getByRole('dialog', { name: 'Rename Filter' }).getByRole('textbox', { name: 'Name' });
    await expect(rename).toHaveValue('Failed today');
    await rename.fill('Failed');
    await rename.press('Enter');
    await expect(saved.getByRole('button')).toHaveText(['Failed', 'Dialog numbers, week by week']);
  });

  await test.step('removed, and put back', async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Remove Failed' }).click();
    await expect(saved.getByRole('button')).toHaveText(['Dialog numbers, week by week']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(saved.getByRole('button')).toHaveText(['Dialog numbers, week by week', 'Failed']);
  });
});
