import { expect, test } from 'vitest';
import { findViolations } from './tidy.ts';

const ARCHITECTURE = `The rule:

\`\`\`layers
app.ts              wires everything
messages
accounts billing    people; money
http
*.ts                files outside the folders
\`\`\`

\`\`\`layers server/src/messages
receipts trace    above
sending           below
\`\`\`
`;

function check(files: Record<string, string>): string[] {
  return findViolations(new Map(Object.entries({ 'docs/architecture.md': ARCHITECTURE, ...files })));
}

function functionOf(lines: number): string {
  return `export async function long(\n  a: number,\n): Promise<void> {\n${'  a();\n'.repeat(lines - 4)}}\n`;
}

test('a tree without violations passes', () => {
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
      'server/src/messages/receipts/match.ts': "import '../sending/submit.ts';\nimport '../open.ts';\n",
      'server/src/messages/sending/submit.ts': '',
      'server/src/messages/sending/submit.test.ts': "import '../receipts/match.ts';\n",
      'server/src/messages/open.ts': '',
      'server/src/ids.ts':
        "import { setTimeout as sleep } from 'node:timers/promises';\nimport './money.ts';\n",
      'server/src/money.ts': '',
      'console/src/pages/Login.tsx': `export default ${functionOf(300).slice(7)}`,
      'docs/operating.md':
        'The files are under /var/lib/godwit, see https://example.com/home/x, [ids](../server/src/ids.ts) and [pages](../console/src/pages)\n',
    }),
  ).toEqual([]);
});

test('links to headings pass', () => {
  expect(
    check({
      'a.md':
        '# A `page`: SECRET_KEY\n\n## Limits\n\n```\n# code\n```\n\n## [Limits](b.md)\n\n[here](#limits-1)\n',
      'b.md': 'See [a](a.md#limits) and [b](a.md#a-page-secret_key).\n',
    }),
  ).toEqual([]);
});

test('prose that keeps the rules passes', () => {
  expect(
    check({
      'smpp/src/pdu.ts': `// The folder where files are kept. What is a PDU? That is all.
// https://example.com/${'a'.repeat(100)}
const message = 'Meanwhile, where there is none: ${'word '.repeat(22)}';
const sql = \`select id
  from messages where no = 1\`;
`,
      'server/src/billing/charge.sql': 'select id from accounts where no = 1;\n',
      'docs/a.md': 'Who asks? Write `told` as code.\n\n```\nWhat it prints, where it is told.\n```\n',
    }),
  ).toEqual([]);
});

test('sentences of the product that keep the rules pass', () => {
  expect(
    check({
      'console/src/text/api/en.ts': `// The words of a page.
import { what } from '../what.ts';
export const api = {
  'api.told': 'What happens next',
  'api.where': 'Where to look: <code>said, where no</code> and \`anew\`',
  'api.said': \`\${told} in {count, plural, one {# page} other {# pages}}.\`,
};
`,
      'console/src/text/api/ta.ts': "export const api = { 'api.a': 'told' };\n",
      'server/src/ids.ts': "export const told = 'He said: told.';\n",
    }),
  ).toEqual([]);
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    'a dead link',
    { 'docs/operating.md': 'See [accept](../server/src/accept.ts#why) and [the site](https://example.com).' },
    /operating.md links to ..\/server\/src\/accept.ts, which does not exist/,
  ],
  [
    'a link to a missing heading',
    { 'docs/a.md': 'See [b](../b.md#limits).', 'b.md': '# Limit\n' },
    /docs\/a.md links to ..\/b.md#limits, but b.md has no such heading/,
  ],
  [
    'a link to a missing heading of its own page',
    { 'a.md': '[Limits](#limits)\n\n```\n# limits\n```\n' },
    /a.md links to #limits, but a.md has no such heading/,
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
    'a dynamic import of a forbidden workspace',
    { 'smpp/src/a.ts': "const x = await import('@godwit/contract/errors');" },
    /smpp may import nothing/,
  ],
  [
    'ui that imports the app',
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
    'an import cycle',
    {
      'smpp/src/a.ts': "import './b.ts';",
      'smpp/src/b.ts': "export * from './c.ts';",
      'smpp/src/c.ts': "import './a.ts';",
    },
    /^Import cycle: smpp\/src\/a\.ts → smpp\/src\/b\.ts → smpp\/src\/c\.ts → smpp\/src\/a\.ts$/,
  ],
  [
    'an import from a higher layer',
    { 'server/src/billing/a.ts': "import '../messages/b.ts';", 'server/src/messages/b.ts': '' },
    /billing\/a\.ts imports .*messages\/b\.ts: messages is not below billing in docs\/architecture\.md/,
  ],
  [
    'an import from the same layer',
    {
      'server/src/billing/a.ts': "import type { B } from '../accounts/b.ts';",
      'server/src/accounts/b.ts': '',
    },
    /accounts is not below billing/,
  ],
  [
    'a top-level file that imports from a folder',
    { 'server/src/ids.ts': "import './http/b.ts';", 'server/src/http/b.ts': '' },
    /http is not below \*\.ts/,
  ],
  [
    'a folder that imports app.ts',
    { 'server/src/http/a.ts': "import '../app.ts';", 'server/src/app.ts': '' },
    /app\.ts is not below http/,
  ],
  ['a folder without a layer', { 'server/src/voice/a.ts': '' }, /^voice is missing in the layers/],
  [
    'an import from a higher layer inside a folder',
    {
      'server/src/messages/sending/a.ts': "import type { B } from '../receipts/b.ts';",
      'server/src/messages/receipts/b.ts': '',
    },
    /sending\/a\.ts imports .*receipts\/b\.ts: receipts is not below sending in docs/,
  ],
  [
    'an import from the same layer inside a folder',
    {
      'server/src/messages/receipts/a.ts': "import '../trace/b.ts';",
      'server/src/messages/trace/b.ts': '',
    },
    /trace is not below receipts/,
  ],
  [
    'an inner folder without a layer',
    { 'server/src/messages/refs/a.ts': '' },
    /^refs is missing in the layers/,
  ],
  ['missing layers', { 'docs/architecture.md': '', 'server/src/ids.ts': '' }, /^\*\.ts is missing/],
  ['SQL in a verb', { 'server/src/billing/topUp.ts': 'await client.query(text);' }, /topUp\.ts:1 holds SQL/],
  [
    'kysely in a route',
    { 'server/src/http/routes.ts': "\ndb.selectFrom('users')" },
    /routes\.ts:2 holds SQL/,
  ],
  ['a default export', { 'smpp/src/pdu.ts': 'export default 1;' }, /default export/],
  [
    'an alias at import',
    { 'smpp/src/a.ts': "\nimport b, {\n  type C,\n  c as d,\n} from './b.ts';", 'smpp/src/b.ts': '' },
    /a\.ts:2 has the alias "c as d"/,
  ],
  [
    'an alias at export',
    { 'smpp/src/a.ts': "export { type B as C } from './b.ts';", 'smpp/src/b.ts': '' },
    /a\.ts:1 has the alias "B as C"/,
  ],
  ['a silenced compiler', { 'smpp/src/pdu.ts': '// @ts-ignore\n' }, /without a reason/],
  ['a silenced linter', { 'smpp/src/pdu.ts': '// biome-ignore lint/style/useConst\n' }, /without a reason/],
  ['a long file', { 'smpp/src/pdu.ts': 'x;\n'.repeat(401) }, /has 401 lines: the limit is 400/],
  ['a long function', { 'smpp/src/pdu.ts': functionOf(71) }, /pdu\.ts:1 long has 71 lines: the limit is 70/],
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
  [
    'a wide comment',
    { 'smpp/src/pdu.ts': `// ${'word '.repeat(22)}\n` },
    /pdu\.ts:1 has 113 columns: the limit is 110/,
  ],
  [
    'a wide line in a block comment',
    { 'smpp/src/pdu.ts': `/**\n * ${'word '.repeat(22)}\n */\n` },
    /pdu\.ts:2 has 113 columns/,
  ],
  [
    'a wide comment in SQL',
    { 'deploy/charge.sql': `-- ${'word '.repeat(22)}\nselect 1;\n` },
    /charge\.sql:1 has 113 columns/,
  ],
  [
    'where as a condition',
    { 'smpp/src/pdu.ts': 'let a = 1; // Null where there is none.\n' },
    /pdu\.ts:1 uses "where" for a condition/,
  ],
  [
    'where after a comma, over two lines',
    { 'smpp/src/pdu.ts': '/**\n * Returns the id,\n * where the carrier gave one.\n */\n' },
    /pdu\.ts:3 uses "where"/,
  ],
  ['where in a document', { 'a.md': '- Where a link is set, it counts.\n' }, /a\.md:1 uses "where"/],
  [
    'a headless sentence in a comment',
    { 'smpp/src/pdu.ts': '// Reads it. What follows is the text.\n' },
    /pdu\.ts:1 opens with a clause as its subject.*"What follows is the text"/,
  ],
  [
    'a headless sentence in SQL',
    { 'deploy/charge.sql': '-- Who may spend.\nselect 1 where true;\n' },
    /charge\.sql:1 opens with a clause/,
  ],
  [
    'a headless sentence in a document',
    { 'a.md': 'First.\n\n## What is kept\n' },
    /a\.md:3 opens with a clause/,
  ],
  ['a sentence that opens with That', { 'a.md': 'That the link is lost counts.\n' }, /a\.md:1 opens/],
  ['a banned word', { 'smpp/src/pdu.ts': '/* Binds anew. */\n' }, /pdu\.ts:1 uses a banned word: "anew"/],
  ['a banned word in PHP', { 'clients/php/src/A.php': '// The team is told.\n' }, /A\.php:1 .*"told"/],
  [
    'a banned word in a sentence of a screen',
    { 'console/src/text/logs/en.ts': "export const logs = {\n  'logs.told': 'The owner is told.',\n};\n" },
    /logs\/en\.ts:2 uses a banned word: "told"/,
  ],
  [
    'a banned word in a refusal',
    {
      'contract/src/sentences/team.ts': '// Sentences.\nexport const A =\n  "The team’s owner was told.";\n',
    },
    /team\.ts:3 uses a banned word: "told"/,
  ],
  [
    'where as a condition in an error',
    { 'contract/src/errors.ts': "const a = { text: 'Nothing is sent, where there is no link.' };\n" },
    /errors\.ts:1 uses "where"/,
  ],
  [
    'a headless sentence of staff',
    { 'console/src/staff/paymentsText.ts': "  'staff.hint': 'What the slip says.',\n" },
    /paymentsText\.ts:1 opens with a clause/,
  ],
  ['a banned word in shell', { '.ci/run': '#!/bin/sh\n# Meanwhile it waits.\n' }, /run:2 .*"Meanwhile"/],
])('%s is found', (_, files, message) => {
  expect(check(files)).toEqual([expect.stringMatching(message)]);
});
