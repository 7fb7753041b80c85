// Checks a screen in Tamil and Sinhala, whose words are longer and taller: no clipped text, no overflow, no
// untranslated key, no mark that begins a line.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1280, height: 800 };
/** For what a page shows a few frames later: it is looked at often at first. */
export const soon = (message: string) => ({ message, intervals: [10, 20, 40, 80, 160, 320] });

/** Each language at both widths, in the order with the fewest changes of the window. */
const ROUNDS = [
  { language: 'ta', sizes: [LAPTOP, PHONE] },
  { language: 'si', sizes: [PHONE, LAPTOP] },
] as const;

/** The fonts of phones and laptops in both languages, which a machine for tests may not have. */
const FONTS = ['tamil', 'sinhala'].flatMap((script) =>
  [400, 500, 600].map((weight) => ({
    family: `Noto Sans ${script[0]?.toUpperCase()}${script.slice(1)}`,
    weight,
    base64: readFileSync(
      createRequire(new URL('../server/package.json', import.meta.url)).resolve(
        `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff2`,
      ),
    ).toString('base64'),
  })),
);

/** Adds the fonts to the page: the console names them, and the system may have none of these letters. */
const ADD_FONTS = `(async () => {
  if (window.hasScripts) return;
  window.hasScripts = true;
  await Promise.all(${JSON.stringify(FONTS)}.map(async ({ family, weight, base64 }) => {
    const face = new FontFace(family, Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)).buffer, { weight: String(weight) });
    document.fonts.add(await face.load());
  }));
})()`;

/**
 * Returns a description of every defect. A name that a user typed may be clipped if its title has all of it.
 * A box is the nearest element with its own background or border; one that scrolls can hold any content.
 */
const FIND_OVERFLOW = `(() => {
  const SLACK = 1.5;
  const found = [];
  const isSeen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && one.clientWidth !== 1;
  const styleOf = (one) => getComputedStyle(one);
  const hasBox = (style) =>
    !/^rgba\\(\\d+, \\d+, \\d+, 0\\)$|^transparent$/.test(style.backgroundColor) ||
    ['Top', 'Right', 'Bottom', 'Left'].every((side) => parseFloat(style['border' + side + 'Width']) > 0);
  for (const one of document.body.querySelectorAll('*')) {
    if (one.closest('svg, script, style, noscript, pre, code, .mono, [aria-hidden=true], textarea, select')) continue;
    const texts = [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    if (texts.length === 0 || !isSeen(one)) continue;
    const words = one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 60);
    for (const { textContent } of texts)
      if (/^[a-z][A-Za-z]*(\\.[A-Za-z][A-Za-z0-9]*)+$/.test(textContent.trim()) && !/\\.(example|com|lk|csv|md|pdf|png)$/.test(textContent.trim()))
        found.push('a key: ' + textContent.trim());
    for (const text of texts) {
      const before = text.previousSibling?.nodeType === 1 ? [...text.previousSibling.getClientRects()].at(-1) : null;
      if (!before || !/^[.,;:!?)]/.test(text.textContent)) continue;
      const mark = document.createRange();
      mark.setStart(text, 0);
      mark.setEnd(text, 1);
      if (mark.getBoundingClientRect().top >= before.bottom - SLACK) found.push('begins a line: ' + text.textContent.slice(0, 60));
    }
    const range = document.createRange();
    range.setStartBefore(texts[0]);
    range.setEndAfter(texts.at(-1));
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    if (lines.length === 0) continue;
    const text = {
      left: Math.min(...lines.map(({ left }) => left)),
      right: Math.max(...lines.map(({ right }) => right)),
    };
    for (let box = one; box && box !== document.body; box = box.parentElement) {
      const style = styleOf(box);
      const at = box.getBoundingClientRect();
      if (at.width <= 2 || style.position === 'fixed' && box !== one && !hasBox(style)) break;
      if (/auto|scroll/.test(style.overflowX)) break;
      const isBeyond = text.right > at.right + SLACK || text.left < at.left - SLACK;
      const isClipped = /hidden|clip/.test(style.overflowX) && (isBeyond || box.scrollWidth > box.clientWidth + 1);
      if (isClipped && isBeyond && !box.closest('[title]') && !one.closest('[title]')) {
        found.push('cut: ' + words);
        break;
      }
      if (isClipped) break;
      if (hasBox(style)) {
        if (isBeyond) found.push('over its box: ' + words);
        break;
      }
    }
  }
  return [...new Set(found)];
})()`;

/** The defects of the page at its current width. */
export const findOverflow = (page: Page): Promise<string[]> => page.evaluate(FIND_OVERFLOW);

/**
 * Shows the screen in both languages and widths, as another tab would change them, and fails with all
 * defects. Calls `onShown` for each.
 */
export async function expectNoOverflow(
  page: Page,
  name: string,
  widths: readonly number[],
  onShown: (language: string, width: number) => Promise<void>,
): Promise<void> {
  if ((await page.evaluate<string>('document.documentElement.lang')) !== 'en') return;
  // Pages that the server writes itself, such as the practice checkout, are in one language.
  if ((await page.locator('#root').count()) === 0) return;
  // The staff console is in English only.
  if (new URL(page.url()).pathname.startsWith('/staff')) return;
  await page.evaluate(ADD_FONTS);
  for (const { language, sizes } of ROUNDS) {
    await showLanguage(page, language);
    for (const size of sizes.filter(({ width }) => widths.includes(width))) {
      if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
      await expect
        .poll(() => findOverflow(page), {
          ...soon(`${name}, ${language}, ${size.width}`),
          timeout: 5_000,
        })
        .toEqual([]);
      await onShown(language, size.width);
    }
  }
  await showLanguage(page, 'en');
}

/** Shows the page in a language, as another tab would change it. */
export async function showLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate(
    `localStorage.setItem('language', '${language}'); dispatchEvent(new StorageEvent('storage', { key: 'language' }))`,
  );
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
