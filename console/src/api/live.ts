// Server-sent events over one connection, which reconnects when it is lost.
import type { consoleCalls } from '@godwit/contract/calls/console';
import { type LiveEvents, liveEvents } from '@godwit/contract/live';
import type { Mode } from '@godwit/contract/messages/statuses';
import { type CallInput, respond } from './client.ts';
import { ApiError } from './errors.ts';

/** The project and mode whose events a page receives in addition to the team's. */
export type LiveScope = { projectId: string; mode: Mode };

/** An event with its name and data. */
export type LiveEvent = {
  [Name in keyof LiveEvents]: { name: Name; data: LiveEvents[Name] };
}[keyof LiveEvents];

export type LiveListener = {
  onEvent: (event: LiveEvent) => void;
  /** Called with true when the connection opens and with false when it is lost. */
  onConnected: (isUp: boolean) => void;
};

/** Dependencies of the event stream. Tests pass their own. */
export type LiveParts = {
  respond: (call: 'GET /events', input: LiveCall) => Promise<Response>;
  random: () => number;
};

/** Parameters of the event stream. */
export type LiveCall = CallInput<'GET /events', (typeof consoleCalls)['GET /events']>;

const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;
// Three heartbeats of the server. A connection that is silent for longer is dead.
const SILENCE_MS = 45_000;

/**
 * Listens until the returned function is called. Reconnects after 2 s, then after growing delays of up to 30
 * s, with jitter so that pages do not reconnect together. Stops after a permanent refusal: a 404, or a 401
 * without a new login.
 */
export function listen(
  scope: LiveScope | null,
  { onEvent, onConnected }: LiveListener,
  parts: LiveParts = { respond, random: Math.random },
): () => void {
  const stopped = new AbortController();
  let failures = 0;

  /** Opens one connection and reads it to its end. */
  async function connect(): Promise<void> {
    const silent = new AbortController();
    const signal = AbortSignal.any([stopped.signal, silent.signal]);
    const query = scope ? { project_id: scope.projectId, mode: scope.mode } : {};
    const response = await parts.respond('GET /events', { query, signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) return;
    signal.addEventListener('abort', () => void reader.cancel().catch(() => {}));
    const read = createEventReader();
    let timer = setTimeout(() => silent.abort(), SILENCE_MS);
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done || signal.aborted) return;
        clearTimeout(timer);
        timer = setTimeout(() => silent.abort(), SILENCE_MS);
        for (const event of read(value)) handle(parse(event));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  function handle(event: LiveEvent | null): void {
    if (!event) return;
    if (event.name === 'ready') {
      failures = 0;
      onConnected(true);
    }
    onEvent(event);
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      const problem = await connect().catch((error: unknown) => error);
      if (stopped.signal.aborted) return;
      onConnected(false);
      if (isFinal(problem)) return;
      await pause(retryAfterMs(problem, failures, parts.random()), stopped.signal);
      failures += 1;
    }
  }

  void run();
  return () => stopped.abort();
}

/** The delay before the next connection, after this many consecutive failures. */
function retryAfterMs(problem: unknown, failures: number, jitter: number): number {
  const requestedMs = problem instanceof ApiError ? (problem.retryAfterSeconds ?? 0) * 1000 : 0;
  const longest = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
  return Math.max(requestedMs, longest * (0.75 + 0.25 * jitter));
}

const TOO_MANY = 429;

function isFinal(problem: unknown): boolean {
  if (!(problem instanceof ApiError)) return false;
  return problem.status >= 400 && problem.status < 500 && problem.status !== TOO_MANY;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Parses an event. Returns null for an unknown one, which a newer server may send. */
function parse({ event, data }: WireEvent): LiveEvent | null {
  if (!Object.hasOwn(liveEvents, event)) return null;
  const name = event as keyof LiveEvents;
  const parsed = liveEvents[name].safeParse(jsonOf(data));
  return parsed.success ? ({ name, data: parsed.data } as LiveEvent) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// An event as sent over the wire (HTML Living Standard §9.2).
export type WireEvent = { event: string; data: string };

/**
 * Makes a function that takes the next chunk of a stream and returns the events it completes. Skips comments,
 * the fields `id` and `retry`, and events without data.
 */
export function createEventReader(): (chunk: string) => WireEvent[] {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    return blocks.map(readBlock).filter((event) => event !== null);
  };
}

function readBlock(block: string): WireEvent | null {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return data.length > 0 ? { event, data: data.join('\n') } : null;
}
