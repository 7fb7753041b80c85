// The event stream of a page: received events and reconnects.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './errors.ts';
import { type LiveCall, type LiveEvent, listen } from './live.ts';

const SCOPE = { projectId: 'p1', mode: 'TEST' } as const;
const READY = 'event: ready\ndata: {}\n\n';

const close: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of close.splice(0)) stop();
  vi.useRealTimers();
});

/** Listens to a server whose answers the test controls: a stream or an error. */
function setUp() {
  const calls: (LiveCall & { call: string })[] = [];
  const received: (LiveEvent | 'up' | 'down')[] = [];
  const waiting: ((answer: Response | Error) => void)[] = [];
  const stop = listen(
    SCOPE,
    { onEvent: (event) => received.push(event), onConnected: (isUp) => received.push(isUp ? 'up' : 'down') },
    {
      respond: (call, input) => {
        calls.push({ call, ...input });
        return new Promise((resolve, reject) => {
          waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
        });
      },
      random: () => 1,
    },
  );
  close.push(stop);

  async function settle() {
    await vi.advanceTimersByTimeAsync(0);
  }
  async function refuse(status: number, retryAfterSeconds: number | null = null) {
    waiting.shift()?.(new ApiError(status, { code: 0, description: '' }, null, retryAfterSeconds));
    await settle();
  }
  async function accept() {
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
    });
    waiting.shift()?.(new Response(body));
    await settle();
    return {
      write: async (text: string) => {
        stream?.enqueue(new TextEncoder().encode(text));
        await settle();
      },
      end: async () => {
        stream?.close();
        await settle();
      },
    };
  }
  return { calls, received, stop, refuse, accept };
}

describe('received events', () => {
  it('are the valid events of the contract with their data', async () => {
    const { calls, received, accept } = setUp();
    const server = await accept();
    await server.write(`retry: 2000\n\n${READY}`);
    await server.write('event: message\ndata: {"id":"m1","status":"SENT"}\n\n');
    await server.write('event: weather\ndata: {"id":"w1"}\n\nevent: message\ndata: nonsense\n\n');
    expect(calls.map(({ call, query }) => ({ call, query }))).toEqual([
      { call: 'GET /events', query: { project_id: 'p1', mode: 'TEST' } },
    ]);
    expect(received).toEqual([
      'up',
      { name: 'ready', data: {} },
      { name: 'message', data: { id: 'm1', status: 'SENT' } },
    ]);
  });

  it('end when the page stops listening', async () => {
    const { received, stop, accept, calls } = setUp();
    const server = await accept();
    await server.write(READY);
    stop();
    await server.write('event: refresh\ndata: {}\n\n');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(received).toHaveLength(2);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.signal?.aborted).toBe(true);
  });
});

describe('a lost connection', () => {
  it('is retried after 2 s, then after doubled delays of up to 30 s, and after 2 s again once it was open', async () => {
    const { calls, refuse, accept } = setUp();
    for (const waitMs of [2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const before = calls.length;
      await refuse(0);
      await vi.advanceTimersByTimeAsync(waitMs - 1);
      expect(calls).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(calls).toHaveLength(before + 1);
    }
    const server = await accept();
    await server.write(READY);
    await server.end();
    await vi.advanceTimersByTimeAsync(2000);
    expect(calls).toHaveLength(8);
  });

  it('is detected by silence', async () => {
    const { calls, received, accept } = setUp();
    const server = await accept();
    await server.write(READY);
    await vi.advanceTimersByTimeAsync(40_000);
    await server.write(': still here\n\n');
    await vi.advanceTimersByTimeAsync(44_000);
    expect(received.at(-1)).not.toBe('down');
    await vi.advanceTimersByTimeAsync(1000);
    expect(received.at(-1)).toBe('down');
    await vi.advanceTimersByTimeAsync(2000);
    expect(calls).toHaveLength(2);
  });

  it('waits as long as the server requests', async () => {
    const { calls, refuse } = setUp();
    await refuse(429, 60);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toHaveLength(2);
  });

  it.each([401, 404])('stays lost after a %d', async (status) => {
    const { calls, refuse } = setUp();
    await refuse(status);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(calls).toHaveLength(1);
  });
});
