// Checks every screen and open dialog: no sideways scroll at any width, no axe violation in either theme; and
// takes its pictures.
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expectNoOverflow, LAPTOP, PHONE, soon } from './overflow.ts';

// From wide to narrow: an open popup keeps its side, which pictures show as on a laptop.
const SIZES = [{ width: 1920, height: 1080 }, LAPTOP, { width: 768, height: 1024 }, PHONE];
const DRAWN = new Set([PHONE.width, LAPTOP.width]);
const SCHEMES = ['light', 'dark'] as const;
/** The axe rules about colours, the only ones whose result can differ between themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The folder of `npm run pictures`. */
const PICTURES = process.env.GODWIT_PICTURES;

type Options = {
  /**
   * The widths at which the screen exists: a drawer on phones only, a menu of the bar on wide screens only.
   */
  on?: 'all' | 'phone' | 'wide';
  /** Take pictures of the whole page; of overlays, only of the window. */
  whole?: boolean;
};

/**
 * Checks the current screen. With `npm run pictures` it also writes `<name>-<light|dark>-<360|1280>.png`, and
 * `<name>-<ta|si>-<light|dark>-<360|1280>.png`.
 */
export async function inspect(page: Page, name: string, { on = 'all', whole = true }: Options = {}) {
  // A page is blank right after it is opened.
  await expect(page.locator('h1').first()).toBeAttached();
  // A list that loads again is dim, and its colours are too close to each other.
  await expect(page.locator('[style*="opacity: 0.5"]')).toHaveCount(0);
  // The pointer would otherwise highlight the last pressed control.
  await page.mouse.move(0, 0);
  const sizes = SIZES.filter(({ width }) => on === 'all' || (on === 'phone') === (width === PHONE.width));
  for (const size of sizes) {
    await page.setViewportSize(size);
    await noSidewaysScroll(page);
    await expect.poll(() => page.evaluate<string[]>(CROOKED), soon(`in ${size.width}`)).toEqual([]);
    if (size === PHONE) await readsOnPhone(page);
    if (DRAWN.has(size.width)) await look(page, name, 'light', size.width, whole);
  }
  // Backwards, so that neither the window nor the theme changes more often than it has to.
  for (const size of sizes.filter(({ width }) => DRAWN.has(width)).reverse()) {
    if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
    await look(page, name, 'dark', size.width, whole);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoOverflow(
    page,
    name,
    sizes.map(({ width }) => width),
    async (language, width) => {
      if (PICTURES) await pictures(page, `${name}-${language}`, width, whole);
    },
  );
  await page.setViewportSize(on === 'phone' ? PHONE : LAPTOP);
}

/** Checks a screen in one theme and width. */
async function look(
  page: Page,
  name: string,
  scheme: (typeof SCHEMES)[number],
  width: number,
  whole: boolean,
) {
  await showTheme(page, scheme);
  await check(page, `${name}, ${scheme}, ${width}`, scheme === 'dark' ? COLOUR_RULES : null);
  await picture(page, `${name}-${scheme}-${width}`, whole);
}

// Except for spinners, which turn as long as something loads. It is polled, because Chromium does not settle
// the promise of every animation that has finished.
const MOVING = `document.getAnimations().filter(({ effect, playState }) =>
  playState === 'running' && effect?.getComputedTiming().endTime !== Infinity).length`;

/**
 * Changes the system's theme, and waits until the page has it and animations are finished: a colour in
 * transition belongs to neither theme.
 */
async function showTheme(page: Page, scheme: (typeof SCHEMES)[number]): Promise<void> {
  // The public opt-out pages have no attribute: their style sheet follows the system.
  const taken = `document.documentElement.dataset.mantineColorScheme ?? '${scheme}'`;
  const shown = async () => {
    // Set again at each look: Chromium once lost it. A page that missed the change gets no second one.
    await page.emulateMedia({ colorScheme: scheme });
    return page.evaluate<string>(taken);
  };
  await expect.poll(shown, soon(`theme of the page, ${scheme}`)).toBe(scheme);
  await expect.poll(() => page.evaluate<number>(MOVING), soon(`animations of the page, ${scheme}`)).toBe(0);
}

/** Fails if the page can be scrolled sideways at its current width. */
async function noSidewaysScroll(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  await expect
    .poll(
      () => page.evaluate<number>('document.documentElement.scrollWidth'),
      soon(`width of the page in ${width}`),
    )
    .toBeLessThanOrEqual(width);
}

/** Poor layout at any width: table heads in capitals, and keys off the centre of their box. */
const CROOKED = `[
  ...[...document.querySelectorAll('th')]
    .filter((head) => getComputedStyle(head).textTransform === 'uppercase')
    .map((head) => 'in capitals: ' + head.textContent),
  ...[...document.querySelectorAll('kbd, fieldset > .mono')]
    .filter((key) => {
      const words = document.createRange();
      words.selectNodeContents(key);
      const [text, box] = [words, key.closest('fieldset') ?? key]
        .map((one) => one.getBoundingClientRect())
        .map(({ top, bottom }) => (top + bottom) / 2);
      return Math.abs(text - box) > 0.5;
    })
    .map((key) => 'off the centre line: ' + key.textContent),
]`;

/**
 * Poor layout on a phone: a title below the first screen, tiny text, a list wider than its box, a button
 * beside its dialog.
 */
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
  await expect.poll(() => page.evaluate<string[]>(HIDDEN_ON_PHONE), soon('on a phone')).toEqual([]);
}

/** Fails with every violation of all axe rules, or of some. */
async function check(page: Page, where: string, rules: string[] | null): Promise<void> {
  // Loaded once per page, which takes longer than the checks. There are no frames.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  // Keep no passing nodes: listing them takes longer than checking them.
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

async function pictures(page: Page, name: string, width: number, whole: boolean): Promise<void> {
  for (const scheme of SCHEMES) {
    await showTheme(page, scheme);
    await picture(page, `${name}-${scheme}-${width}`, whole);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Moves a phone's bar to the end of the page for a picture of the whole page, and back to the window's. */
const moveTabs = (isWhole: boolean) => `{
  const tabs = document.querySelector('[data-tabs]');
  if (tabs) tabs.style.position = ${isWhole} ? 'absolute' : '';
  if (tabs) document.body.style.position = ${isWhole} ? 'relative' : '';
}`;

async function picture(page: Page, name: string, whole: boolean): Promise<void> {
  if (!PICTURES) return;
  const path = join(PICTURES, `${name}.png`);
  if (whole) await page.evaluate(moveTabs(true));
  await page.screenshot({ path, fullPage: whole, animations: 'disabled', caret: 'hide' });
  if (whole) await page.evaluate(moveTabs(false));
}
