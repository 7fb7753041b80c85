// The weight of a first visit, gzipped: the login route, and every other page with the frame it stands in.
// What a file loads at once is read from its static imports, so nothing here names a hashed file.
import { readdirSync, readFileSync } from 'node:fs';

const dist = new URL('./dist/', import.meta.url);
const scripts = readdirSync(new URL('assets/', dist)).filter((name) => name.endsWith('.js'));

function withImports(names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const code = readFileSync(new URL(`assets/${name}`, dist), 'utf8');
    const imports = [...code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)].map(
      ([, file]) => file,
    );
    withImports(imports, found);
  }
  return found;
}

const entry = readFileSync(new URL('index.html', dist), 'utf8').match(/src="\/assets\/([^"]+\.js)"/)[1];
const frame = scripts.find((name) => name.startsWith('Shell-'));
const paths = (names) => [...withImports(names)].map((name) => `dist/assets/${name}`);

export default [
  { name: 'login route', path: paths([entry]), limit: '190 kB', gzip: true },
  ...scripts
    .filter((name) => /Page-[\w-]+\.js$/.test(name))
    .map((name) => ({
      name: name.replace(/-[\w-]+\.js$/, ''),
      path: paths([entry, frame, name]),
      limit: '320 kB',
      gzip: true,
    })),
];
