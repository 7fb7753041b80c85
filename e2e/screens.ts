// What every screen and open dialog is held to: no sideways scroll at any width, nothing for axe to find in either theme;
// and its pictures.
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 800 };
// From wide to narrow: what is open keeps the side it opened to, which is drawn as on a laptop.
const SIZES = [{ width: 1920, height: 1080 }, LAPTOP, { width: 768, height: 1024 }, PHONE];
const DRAWN = new Set([PHONE.width, LAPTOP.width]);
const SCHEMES = ['light', 'dark'] as const;
/** The rules of axe that look at colours: all that can differ between the schemes, which have one document. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Where `npm run pictures` wants them. */
const PICTURES = process.env.GODWIT_PICTURES;

type Options = {
  /** Where the screen exists: a drawer on phones only, a menu of the bar on wide screens only. */
  on?: 'all' | 'phone' | 'wide';
  /** Pictures of the whole page; of what floats over it, only the window. */
  whole?: boolean;
};

/** Checks the screen as it stands; for `npm run pictures` it writes `<name>-<light|dark>-<360|1280>.png` of it. */
export async function inspect(page: Page, name: string, { on = 'all', whole = true }: Options = {}) {
  // An address just opened is a blank page at first.
  await expect(page.locator('h1').first()).toBeAttached();
  // Whatever was pressed last would be drawn with the pointer on it.
  await page.mouse.move(0, 0);
  const sizes = SIZES.filter(({ width }) => on === 'all' || (on === 'phone') === (width === PHONE.width));
  for (const size of sizes) {
    await page.setViewportSize(size);
    await noSidewaysScroll(page);
    if (size === PHONE) await readsOnPhone(page);
    if (!DRAWN.has(size.width)) continue;
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      await standStill(page, scheme);
      await check(page, `${name}, ${scheme}, ${size.width}`, scheme === 'dark' ? COLOUR_RULES : null);
      await picture(page, `${name}-${scheme}-${size.width}`, whole);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(on === 'phone' ? PHONE : LAPTOP);
}

// But for what turns as long as something loads.
const ARRIVED = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished)).then(() => true)`;

/** Waits until the page has taken the scheme and what fades or moves has arrived: a colour on its way to another is none of the two. */
async function standStill(page: Page, scheme: string): Promise<void> {
  // The public pages of opt-outs have no attribute: their style sheet looks at the system alone.
  const taken = `document.documentElement.dataset.mantineColorScheme ?? '${scheme}'`;
  await expect.poll(() => page.evaluate<string>(taken)).toBe(scheme);
  await page.evaluate(ARRIVED);
}

/** Fails when the page can be scrolled sideways at its present width. */
async function noSidewaysScroll(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  await expect
    .poll(
      () => page.evaluate<number>('document.documentElement.scrollWidth'),
      `width of the page in ${width}`,
    )
    .toBeLessThanOrEqual(width);
}

/** What hides on a phone: a title below the first screen, text too small to read, a list wider than its box, a button beside its dialog. */
const HIDDEN_ON_PHONE = `[
  ...[...document.querySelectorAll('main h1')]
    .filter((title) => title.getBoundingClientRect().bottom + scrollY > ${PHONE.height})
    .map((title) => 'title out of sight: ' + title.textContent),
  ...[...document.querySelectorAll('main *, [role=dialog] *')]
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ''))
    .filter((one) => !one.closest('svg') && parseFloat(getComputedStyle(one).fontSize) < 12)
    .map((one) => 'tiny: ' + one.textContent),
  ...[...document.querySelectorAll('main table')]
    .filter((table) => table.parentElement.scrollWidth > table.parentElement.clientWidth + 1)
    .map((table) => 'scrolls sideways: ' + table.parentElement.ariaLabel),
  ...[...document.querySelectorAll('[role=dialog] :is(button, a, input)')]
    .filter((one) => one.getBoundingClientRect().right > ${PHONE.width})
    .map((one) => 'beyond its dialog: ' + (one.ariaLabel ?? one.textContent)),
]`;

async function readsOnPhone(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(HIDDEN_ON_PHONE), 'on a phone').toEqual([]);
}

/** Fails with every violation that axe finds, of all its rules or of some. */
async function check(page: Page, where: string, rules: string[] | null): Promise<void> {
  // Handed to a page once: that takes longer than to look at it in both widths and schemes. There are no frames.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  // Of what passes nothing is kept: naming all those nodes takes longer than looking at them.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
  };
  const looking = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<AxeResults['violations']>(looking);
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${target.join(' ')}\n${failureSummary}`),
  );
  expect(found, `axe, ${where}`).toEqual([]);
}

async function picture(page: Page, name: string, whole: boolean): Promise<void> {
  if (!PICTURES) return;
  const path = join(PICTURES, `${name}.png`);
  await page.screenshot({ path, fullPage: whole, animations: 'disabled', caret: 'hide' });
}
