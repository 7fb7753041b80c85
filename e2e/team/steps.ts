// Shared steps of the team tests.
import { expect, type Page } from '@playwright/test';

/** Chooses an action from the menu of a member or an invitation. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: action, exact: true });
  // The list may load again just then, after the action before, and its menus close.
  await expect(async () => {
    if (!(await item.isVisible()))
      await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await item.click({ timeout: 2_000 });
  }).toPass();
}
