// The recipes of docs/recipes.md run as they are, with another address and sender.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeSender } from '../../test/factories.ts';
import { installedWith } from '../../test/installed.ts';

const t = await testApp();
const { project } = await makeSender(t);
const url = await t.app.listen({ host: '127.0.0.1', port: 0 });
const page = readFileSync(join(import.meta.dirname, '../../../docs/recipes.md'), 'utf8');
const env = { ...process.env, PROJECT_ID: project.id, API_KEY: project.api_key_test };
const bash =
  installedWith('curl', '--version') &&
  installedWith('jq', '--version') &&
  installedWith('bash', '--version');

const OUTPUTS: Record<string, RegExp> = {
  'A one-time code': /^true$/,
  'An order update': /^\{"id":.+\}"(?:ACCEPTED|SENT|DELIVERED)"$/,
  'An appointment reminder': /^CANCELLED$/,
  'An alert': /^"ACCEPTED"\n"ACCEPTED"$/,
};

if (!bash) console.log('curl, jq or bash is not installed: the recipes are not run');

describe('the recipe', () => {
  it('names are those of the page', () => {
    expect([...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(Object.keys(OUTPUTS));
  });

  it.each(bash ? Object.entries(OUTPUTS) : [])('%s', async (title, output) => {
    const script = new RegExp(`## ${title}\n.*?\`\`\`sh\n(.*?)\`\`\``, 's').exec(page)![1]!;
    const here = script.replaceAll('https://sms.example.com', url).replaceAll('Lanka Shop', 'SANDBOX');
    const run = () => promisify(execFile)(bash!, ['-euo', 'pipefail', '-c', here], { env });
    expect((await run()).stdout.trim()).toMatch(output);
    // A repeated script sends nothing twice: see its Idempotency-Key.
    await run();
    const { rows } = await t.services.pool.query(
      "select recipient, count(*)::integer from messages where body ~ 'order 1042|db1 is down' group by recipient, body having count(*) > 1",
    );
    expect(rows).toEqual([]);
  });
});
