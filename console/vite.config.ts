// Building, serving while developing, and unit tests of the console.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * The schema library can write JSON Schema, which nothing in a browser asks for; every first visit would load
 * 17 KB of it. Its functions are left as ones that do nothing, since schemas refer to them as they are made.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ },
    handler: (code) =>
      [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => undefined;`)
        .join('\n'),
  },
};

/**
 * GET /v1/openapi.json has the descriptions of fields for the API reference. No page needs them in the
 * schemas too, which many pages load.
 */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/src\/[\w/]+\.ts$/ },
    // A string alone, over one line or several, or a constant, also of a namespace. A description put
    // together from parts stays.
    handler: (code) => code.replace(/\.describe\(\s*(?:'[^'\n]*'|"[^"\n]*"|(?:\w+\.)?[A-Z_]+),?\s*\)/g, ''),
  },
};

const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/**
 * The files that the PDF reader loads by name once a document needs them, at the address that pdf.ts of
 * reviews gives it: decoders of scans, the character names of Asian fonts, and the two fonts that a browser
 * cannot replace.
 */
const partsOfPdfs: Plugin = {
  name: 'parts-of-pdfs',
  apply: 'build',
  generateBundle() {
    const { version } = JSON.parse(readFileSync(join(PDFJS, 'package.json'), 'utf8')) as { version: string };
    const parts = ['wasm/*_nowasm_fallback.js', 'cmaps/*.bcmap', 'standard_fonts/Foxit{Symbol,Dingbats}.pfb'];
    for (const part of globSync(parts, { cwd: PDFJS })) {
      const fileName = `assets/pdfjs-${version}/${part}`;
      this.emitFile({ type: 'asset', fileName, source: readFileSync(join(PDFJS, part)) });
    }
  },
};

/** The chunks that the two pages load first, which know the pages of their bundle. */
const ENTRY = /(?:^|\/)(?:index|staff)(?:\.html|-[\w-]+\.js)$/;

/** The modules that every page behind the login loads and the login does not; they make one file. */
const BEHIND_THE_LOGIN = new RegExp(
  [
    '@mantine/core/esm/components/(?:Flex|Group|Menu|Modal|ModalBase|Popover|ScrollArea|SegmentedControl|Skeleton)/',
    '@floating-ui/',
    'react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref',
  ].join('|'),
);

export default defineConfig({
  plugins: [react(), withoutDescriptions, withoutJsonSchema, partsOfPdfs],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Inlined as data: URLs, fonts and pictures would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // A page is loaded with all its static imports at once. Most imports of a later load are there already,
    // and a list of them would be longer than the saving.
    modulePreload: {
      resolveDependencies: (_file, needed, { hostId }) =>
        ENTRY.test(hostId) ? needed : needed.filter((file) => file.endsWith('.css')),
    },
    // Customers and staff have a page each, and load nothing of the other's.
    rolldownOptions: {
      // Inlines the sentences of the contract. Otherwise pages and translations share their modules, and
      // every page gets about 2 kB heavier.
      optimization: { inlineConst: { mode: 'all' } },
      input: ['index.html', 'staff.html'],
      output: {
        // The first visit loads the names of all files: seven characters tell versions apart as well as
        // eight.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Together they weigh 3 kB less than one by one.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'layout', test: BEHIND_THE_LOGIN }],
        },
      },
    },
  },
  server: { proxy: { '/v1': 'http://localhost:8080' } },
  test: {
    name: 'console',
    // A file that needs a page says so at its top: `@vitest-environment jsdom`. Most are logic and start in
    // no time without.
    environment: 'node',
    setupFiles: [join(import.meta.dirname, '../scripts/propertySeed.ts')],
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
  },
});
