// Moves through a page by keyboard alone.
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

// The focus ring may be on a substitute for the focused element: the switch's track beside it, the field's
// box around it.
const HAS_RING = `(() => {
  const focused = document.activeElement;
  // After the last stop of a page the browser's own bar has the focus.
  if (focused === document.body) return true;
  const near = [focused, focused.nextElementSibling, focused.parentElement, focused.parentElement?.parentElement];
  return near.some((element) => {
    const { outlineStyle, outlineWidth } = element ? getComputedStyle(element) : {};
    return element && outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
})()`;
const MOST_STOPS = 60;

/** Presses Tab until `target` has the focus; fails at any stop in between without a visible focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press(key);
    const where = await page.evaluate<string>('document.activeElement.outerHTML.slice(0, 300)');
    await expect.poll(() => page.evaluate<boolean>(HAS_RING), `focus ring of ${where}`).toBe(true);
    if ((await target.and(page.locator(':focus')).count()) === 1) return;
  }
  await expect(target, `reached within ${MOST_STOPS} stops`).toBeFocused();
}

/** Presses the down arrow, which also opens a list, until Enter would choose `option`. */
export async function arrowTo(page: Page, option: Locator): Promise<void> {
  const chosen = async () =>
    (await option.getAttribute('data-combobox-selected', { timeout: 1_000 })) !== null;
  await expect(async () => {
    if (!(await chosen().catch(() => false))) await page.keyboard.press('ArrowDown');
    expect(await chosen()).toBe(true);
  }).toPass();
}
