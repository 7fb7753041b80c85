// Named API keys for tests, created over HTTP as their owner does.
import type { NewNamedKey } from '@godwit/contract/apiKeys';
import type { Browser } from './browser.ts';
import { basicOf } from './client.ts';

let created = 0;

/**
 * Creates a TEST key of a project that may send, unless `form` changes it; `authorization` is for its calls.
 */
export async function makeNamedKey(
  browser: Browser,
  projectId: string,
  form: Record<string, string> = {},
): Promise<NewNamedKey & { authorization: string }> {
  const answer = await browser.post(`/v1/web/projects/${projectId}/api_keys`, {
    name: `Key ${++created}`,
    mode: 'TEST',
    scopes: 'messages:send',
    ...form,
  });
  if (answer.statusCode !== 200) throw new Error(`No key: ${answer.body}`);
  const key = answer.json() as NewNamedKey;
  return { ...key, authorization: basicOf(projectId, key.api_key) };
}
