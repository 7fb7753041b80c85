// `godwit-cli listen`: forwards the events of the project to a program on this machine.
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiError, ErrorCode, type Event, type Godwit, GodwitError } from '../../typescript/src/index.ts';
import { jsonLine, type Output, plain } from './output.ts';
import { openPosition, type Position } from './position.ts';
import { UsageError } from './settings.ts';

const OPTIONS = { 'forward-to': { type: 'string' }, json: { type: 'boolean' } } as const;
const PAGE_SIZE = 100;
const WAIT_S = 25;
const ANSWER_MS = 15_000;
/** Each wait is twice the one before, up to the longest. */
const PAUSE_MS = { first: 1_000, longest: 30_000 };

/**
 * Forwards events as webhook endpoints get them, from where the last run for this project and URL ended, or
 * from now on. An event that is refused is forwarded again, and later ones wait for it.
 */
export async function listen(godwit: Godwit, args: string[], output: Output): Promise<never> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const url = urlOf(values['forward-to']);
  const { project_id, mode } = await godwit.login();
  const position = openPosition([project_id, mode, url].join(' '));
  if (position.isNew) await skip(godwit, position);
  output.warn(
    `Forwards the ${mode} events of ${project_id} to ${url}. They are signed with ${position.secret}`,
  );
  for (;;) {
    for (const event of await nextEvents(godwit, position, output)) {
      await forward(event, { url, secret: position.secret, output, json: values.json ?? false });
      position.set(event.id);
    }
  }
}

function urlOf(text: string | undefined): string {
  if (text && /^https?:/.test(text) && URL.canParse(text)) return new URL(text).href;
  throw new UsageError(
    'listen needs --forward-to with the address of your program, such as http://localhost:3000/events. Nothing was done.',
  );
}

/** Passes over the events of the past. */
async function skip(godwit: Godwit, position: Position): Promise<void> {
  for (;;) {
    const { results, next } = await godwit.events(queryAt(position, { limit: PAGE_SIZE }));
    position.set(next);
    if (results.length === 0) return;
  }
}

const queryAt = <More>({ after }: Position, more: More) => ({ ...more, ...(after !== null && { after }) });

/** Waits for events, also while the service restarts. */
async function nextEvents(godwit: Godwit, position: Position, output: Output): Promise<readonly Event[]> {
  for (let failures = 0; ; failures++) {
    try {
      const query = queryAt(position, { limit: PAGE_SIZE, wait_s: WAIT_S });
      const { results } = await godwit.events(query);
      if (failures > 0) output.warn('The service answers again.');
      return results;
    } catch (error) {
      if (error instanceof ApiError && error.code === ErrorCode.notFound && position.after !== null) {
        output.warn('Events since the last run are no longer kept, so some were missed. Goes on from now.');
        position.set(null);
        await skip(godwit, position);
      } else if (error instanceof GodwitError && error.isTemporary) {
        if (failures === 0) output.warn(`${plain(error.message)}. Tries again until the service answers.`);
        await sleep(pauseAfter(failures));
      } else throw error;
    }
  }
}

const pauseAfter = (failures: number): number =>
  Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** Math.min(failures, 10));

type Target = { url: string; secret: string; output: Output; json: boolean };

/** Calls the program until it takes the event. */
async function forward(event: Event, { url, secret, output, json }: Target): Promise<void> {
  for (let failures = 0; ; failures++) {
    const outcome = await call(url, secret, event);
    const line = { event: event.id, type: event.type, outcome: outcome.text };
    output.print(json ? jsonLine(line) : `${event.created_at}  ${event.type}  ${event.id}  ${outcome.text}`);
    if (outcome.isTaken) return;
    if (failures === 0) output.warn('The program did not take it with 2xx. Forwards it again until it does.');
    await sleep(pauseAfter(failures));
  }
}

/** Calls the program once, signed as Standard Webhooks 1.0 defines. */
async function call(url: string, secret: string, event: Event): Promise<{ isTaken: boolean; text: string }> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64');
  try {
    const answer = await fetch(url, {
      ...{ method: 'POST', redirect: 'manual', body, signal: AbortSignal.timeout(ANSWER_MS) },
      headers: {
        ...{ 'content-type': 'application/json', 'webhook-id': event.id },
        ...{ 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
      },
    });
    await answer.body?.cancel();
    return { isTaken: answer.ok, text: String(answer.status) };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return { isTaken: false, text: cause?.code ?? name };
  }
}
