// Pictures of every screen, taken by the browser tests into a folder that git ignores, and one page with all
// of them.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './processes.mjs';

export const PICTURES = join(ROOT, 'e2e/pictures');
const VARIANT = /(?:-(?:ta|si))?-(?:light|dark)-\d+\.png$/;

/**
 * Writes a page with a row for each screen: light and dark, on a laptop and on a phone, in each language.
 * @returns {string} its path
 */
export function writeContactSheet() {
  mkdirSync(PICTURES, { recursive: true });
  const files = readdirSync(PICTURES).filter((file) => VARIANT.test(file));
  const screens = new Set(files.map((file) => file.replace(VARIANT, '')));
  const rows = [...screens].sort().map((name) => {
    const variants = files.filter((file) => file.replace(VARIANT, '') === name).sort();
    const images = variants.map(
      (file) => `<a href="${file}"><img loading="lazy" alt="${file}" src="${file}"></a>`,
    );
    return `<h2 id="${name}">${name}</h2><div>${images.join('')}</div>`;
  });
  const path = join(PICTURES, 'index.html');
  writeFileSync(
    path,
    `<!doctype html><meta charset="utf-8"><title>Screens</title>${STYLE}${rows.join('\n')}\n`,
  );
  return path;
}

const STYLE =
  '<style>body{font:14px sans-serif;margin:2rem}div{display:flex;gap:1rem;align-items:start}img{max-height:480px;border:1px solid #999}</style>\n';
