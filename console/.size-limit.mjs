// The weight of a first visit, gzipped: the login route, and every other page with the frame it stands in.
// Customers and staff have an entry each, and load nothing of the other's. What a file loads at once is read
// from its static imports, and which pages an entry has from its dynamic ones, so nothing here names a hashed
// file.
import { readdirSync, readFileSync } from 'node:fs';

const dist = new URL('./dist/', import.meta.url);
const read = (name) => readFileSync(new URL(`assets/${name}`, dist), 'utf8');
const named = (code, pattern) => [...code.matchAll(pattern)].map(([, file]) => file);

function withImports(names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    withImports(named(read(name), /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g), found);
  }
  return found;
}

function entryOf(html) {
  return readFileSync(new URL(html, dist), 'utf8').match(/src="\/assets\/([^"]+\.js)"/)[1];
}

function pagesOf(entry) {
  const lazy = [...withImports([entry])].flatMap((name) =>
    named(read(name), /import\(\s*["'`]\.\/([^"'`]+\.js)["'`]\s*\)/g),
  );
  return [...new Set(lazy)].filter((name) => /Page-[\w-]+\.js$/.test(name));
}

const entry = entryOf('index.html');
const staffEntry = entryOf('staff.html');
const frame = readdirSync(new URL('assets/', dist)).find((name) => /^Shell-[\w-]+\.js$/.test(name));
const weigh = (name, parts, limit) => ({
  name,
  path: [...withImports(parts)].map((part) => `dist/assets/${part}`),
  limit,
  gzip: true,
});
const plainName = (name) => name.replace(/-[\w-]+\.js$/, '');

export default [
  weigh('login route', [entry], '190 kB'),
  ...pagesOf(entry).map((name) => weigh(plainName(name), [entry, frame, name], '320 kB')),
  // Words of another language than English: those of most pages in one file, and those that load beside their
  // page, by area.
  ...readdirSync(new URL('assets/', dist))
    .filter((name) => /^(sinhala|tamil|si|ta)-[\w-]+\.js$/.test(name))
    .map((name) => ({ name: plainName(name), path: `dist/assets/${name}`, limit: '50 kB', gzip: true })),
  ...pagesOf(staffEntry).map((name) => weigh(`staff ${plainName(name)}`, [staffEntry, name], '320 kB')),
];
