// Shared steps of the team tests.
import type { Page } from '@playwright/test';

/** Chooses an action from the menu of a member or an invitation. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
