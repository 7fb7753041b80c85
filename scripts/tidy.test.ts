import { expect, test } from 'vitest';
import { findViolations, shortFiles } from './tidy.ts';

const ARCHITECTURE = `The rule:

\`\`\`layers
app.ts              puts all together
messages
accounts billing    people; money
http
*.ts                what is beside the folders
\`\`\`
`;

function check(files: Record<string, string>): string[] {
  return findViolations(new Map(Object.entries({ 'docs/architecture.md': ARCHITECTURE, ...files })));
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
      'server/src/app.ts': "import './messages/accept.ts';\nimport './ids.ts';\nimport './money.ts';\n",
      'server/src/ids.ts': "import './money.ts';\n",
      'server/src/money.ts': '',
      'console/src/pages/Login.tsx': `export default ${functionOf(300).slice(7)}`,
      'docs/operating.md':
        'The files are under /var/lib/godwit, see https://example.com/home/x, [ids](../server/src/ids.ts) and [pages](../console/src/pages)\n',
    }),
  ).toEqual([]);
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    'a link that leads nowhere',
    { 'docs/operating.md': 'See [accept](../server/src/accept.ts#why) and [the site](https://example.com).' },
    /operating.md links to ..\/server\/src\/accept.ts, which is not there/,
  ],
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
  [
    'a folder that imports one above it',
    { 'server/src/billing/a.ts': "import '../messages/b.ts';", 'server/src/messages/b.ts': '' },
    /billing\/a\.ts imports .*messages\/b\.ts: messages is not below billing in docs\/architecture\.md/,
  ],
  [
    'a folder that imports one beside it',
    {
      'server/src/billing/a.ts': "import type { B } from '../accounts/b.ts';",
      'server/src/accounts/b.ts': '',
    },
    /accounts is not below billing/,
  ],
  [
    'a file beside the folders that imports one of a folder',
    { 'server/src/ids.ts': "import './http/b.ts';", 'server/src/http/b.ts': '' },
    /http is not below \*\.ts/,
  ],
  [
    'a folder that imports what wires all together',
    { 'server/src/http/a.ts': "import '../app.ts';", 'server/src/app.ts': '' },
    /app\.ts is not below http/,
  ],
  ['a folder without a layer', { 'server/src/voice/a.ts': '' }, /^voice is missing in the picture/],
  ['a lost picture', { 'docs/architecture.md': '', 'server/src/ids.ts': '' }, /^\*\.ts is missing/],
  ['SQL in a verb', { 'server/src/billing/topUp.ts': 'await client.query(text);' }, /topUp\.ts:1 holds SQL/],
  [
    'kysely in a route',
    { 'server/src/http/routes.ts': "\ndb.selectFrom('users')" },
    /routes\.ts:2 holds SQL/,
  ],
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

test('short source files are named, tests and what is no source are not', () => {
  const files = [
    'server/src/ids.ts',
    'console/src/ui/Link.css',
    'server/src/ids.test.ts',
    'docs/a.md',
    'scripts/a.ts',
  ];
  expect(shortFiles(new Map(files.map((path) => [path, 'a;\n'.repeat(19)])))).toEqual([
    'server/src/ids.ts',
    'console/src/ui/Link.css',
  ]);
  expect(shortFiles(new Map([['server/src/ids.ts', 'a;\n'.repeat(20)]]))).toEqual([]);
});
