// Asks PORTED_URL for the networks of numbers: bounded in time and bytes, without redirects.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { z } from 'zod';

/** `networks`: by number (E.164), without those that were not ported. `why`: what is wrong, for operators. */
type Answer = { networks: ReadonlyMap<string, string> } | { why: string };

const MAX_BODY_BYTES = 262_144;
const IDLE_MS = 30_000;
/** The most calls at once. */
export const CONNECTIONS = 8;

const answered = z.object({ networks: z.record(z.string(), z.string().max(30).nullable()) });

let agent: Agent | undefined;
/** Opened when it is first used: most services have no such URL. */
const agentOf = (withinMs: number) =>
  (agent ??= new Agent({
    connect: { timeout: withinMs },
    connections: CONNECTIONS,
    keepAliveTimeout: IDLE_MS,
    allowH2: false,
    maxResponseSize: MAX_BODY_BYTES,
    maxHeaderSize: 16_384,
    headersTimeout: IDLE_MS,
    bodyTimeout: IDLE_MS,
  }));

/** Asks about numbers (E.164). Resolves within `withinMs`, and never rejects. */
export async function askPortedUrl(url: URL, numbers: readonly string[], withinMs: number): Promise<Answer> {
  const over = new AbortController();
  // An abort may settle late, so the wait has an end of its own.
  const late = sleep(withinMs, null, { signal: over.signal })
    // A busy process may have an answer that it has not read yet.
    .then(() => nextTurn({ why: `did not answer within ${withinMs} ms` }));
  try {
    return await Promise.race([exchange(agentOf(withinMs), url, numbers, over.signal), late]);
  } finally {
    over.abort();
    late.catch(() => {});
  }
}

async function exchange(
  asking: Agent,
  url: URL,
  numbers: readonly string[],
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const { statusCode, body } = await asking.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ numbers }),
      signal,
    });
    if (statusCode !== 200) {
      body.on('error', () => {}).destroy();
      return { why: `answered ${statusCode}` };
    }
    const parsed = answered.safeParse(parse(await body.text()));
    if (!parsed.success)
      return { why: 'answered something other than {"networks": {"+94771234567": "Mobitel"}}' };
    const named = Object.entries(parsed.data.networks).filter(
      (pair): pair is [string, string] => pair[1] !== null,
    );
    return { networks: new Map(named) };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { why: `failed (${code ?? name})` };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
