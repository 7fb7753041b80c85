import { expect, test } from 'vitest';
import { findViolations } from './tidy.ts';

function check(files: Record<string, string>): string[] {
  return findViolations(new Map(Object.entries(files)));
}

function functionOf(lines: number): string {
  return `export async function long(\n  a: number,\n): Promise<void> {\n${'  a();\n'.repeat(lines - 4)}}\n`;
}

test('a tree that keeps the rules has nothing to say', () => {
  expect(
    check({
      'contract/src/segments.ts': "import { z } from 'zod';\nexport const limit = 160;\n",
      'server/src/messages/queries.ts': 'export const insert = (pool) => pool.query(`INSERT …`);\n',
      'server/src/messages/accept.ts':
        "import { limit } from '@godwit/contract/segments';\nimport { insert } from './queries.ts';\n",
      'server/src/messages/accept.test.ts':
        "import '../billing/queries.ts';\nawait pool.query('SELECT 1');\n",
      'server/src/billing/queries.ts': '\n',
      'console/src/pages/Login.tsx': `export default ${functionOf(120).slice(7)}`,
      'docs/operating.md': 'The files are under /var/lib/godwit, see https://example.com/home/x\n',
    }),
  ).toEqual([]);
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    'contract importing smpp',
    { 'contract/src/a.ts': "import { x } from '@godwit/smpp/pdu';" },
    /contract may import nothing/,
  ],
  [
    'console reaching into server',
    { 'console/src/a.ts': "import type { X } from '../../server/src/b.ts';", 'server/src/b.ts': '' },
    /console may import contract/,
  ],
  [
    'a dynamic import over the wall',
    { 'smpp/src/a.ts': "const x = await import('@godwit/contract/errors');" },
    /smpp may import nothing/,
  ],
  [
    'ui that knows the app',
    { 'console/src/ui/A.tsx': "import {\n  paths,\n} from '../paths.ts';", 'console/src/paths.ts': '' },
    /ui knows nothing/,
  ],
  [
    "another noun's queries",
    {
      'server/src/messages/a.ts': "import { x } from '../billing/queries.ts';",
      'server/src/billing/queries.ts': '',
    },
    /call a verb/,
  ],
  [
    'queries under a longer name',
    {
      'server/src/messages/a.ts': "import { x } from '../billing/ledgerQueries.ts';",
      'server/src/billing/ledgerQueries.ts': '',
    },
    /call a verb/,
  ],
  [
    'a circle',
    {
      'smpp/src/a.ts': "import './b.ts';",
      'smpp/src/b.ts': "export * from './c.ts';",
      'smpp/src/c.ts': "import './a.ts';",
    },
    /^Circle of imports: smpp\/src\/a\.ts → smpp\/src\/b\.ts → smpp\/src\/c\.ts → smpp\/src\/a\.ts$/,
  ],
  ['SQL in a verb', { 'server/src/billing/topUp.ts': 'await client.query(text);' }, /topUp\.ts:1 holds SQL/],
  ['kysely in a route', { 'server/src/http/app.ts': "\ndb.selectFrom('users')" }, /app\.ts:2 holds SQL/],
  ['a default export', { 'smpp/src/pdu.ts': 'export default 1;' }, /default export/],
  ['a silenced compiler', { 'smpp/src/pdu.ts': '// @ts-ignore\n' }, /without a reason/],
  ['a silenced linter', { 'smpp/src/pdu.ts': '// biome-ignore lint/style/useConst\n' }, /without a reason/],
  ['a long file', { 'smpp/src/pdu.ts': 'x;\n'.repeat(401) }, /has 401 lines: 400/],
  ['a long function', { 'smpp/src/pdu.ts': functionOf(71) }, /pdu\.ts:1 long has 71 lines: 70/],
  [
    'a long arrow function',
    { 'smpp/src/pdu.ts': `const run = async (a) => {\n${'  a();\n'.repeat(70)}};\n` },
    /run has 72 lines/,
  ],
  [
    'a long method',
    { 'smpp/src/pdu.ts': `class A {\n  go(a: B): void {\n${'    a();\n'.repeat(70)}  }\n}\n` },
    /go has 72 lines/,
  ],
  ['a folder of one machine', { 'docs/a.md': 'see `/home/ann/godwit`' }, /a\.md:1 names a folder/],
  [
    'a registry in the lock file',
    { 'package-lock.json': '"resolved": "https://packages.example/a"' },
    /names a registry/,
  ],
])('%s is found', (_, files, message) => {
  expect(check(files)).toEqual([expect.stringMatching(message)]);
});
