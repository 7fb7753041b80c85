import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { doEach, type Round, startLoop } from './loop.ts';

const HOUR_MS = 3_600_000;

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const running: { stop(): Promise<void> }[] = [];
/** The next rounds; later ones do nothing. */
let rounds: ((round: Round) => Promise<number | undefined>)[] = [];
let begun = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  rounds = [];
  begun = 0;
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((loop) => loop.stop()));
  vi.useRealTimers();
  vi.clearAllMocks();
});

/** Starts a loop and awaits its first round, unless that blocks. */
async function start(options: Partial<Parameters<typeof startLoop>[0]> = {}) {
  const round = (given: Round) => {
    begun++;
    return rounds.shift()?.(given) ?? Promise.resolve(undefined);
  };
  const loop = startLoop({ name: 'looking', log, everyMs: HOUR_MS, round, ...options });
  running.push(loop);
  await pass(0);
  return loop;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const failing = (words: string) => () => Promise.reject(new Error(words));
/** Work that lasts until the test ends it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  return { run: () => promise, end: () => resolve(undefined), fail: reject };
}

describe('a loop', () => {
  it('runs a round at once, and then periodically', async () => {
    await start({ everyMs: 1_000 });
    expect(begun).toBe(1);
    await pass(999);
    expect(begun).toBe(1);
    await pass(1);
    expect(begun).toBe(2);
    await pass(5_000);
    expect(begun).toBe(7);
  });

  it('waits as long as a round requests', async () => {
    rounds = [async () => 0, async () => 0, async () => 70, async () => Infinity];
    const loop = await start({ everyMs: 1_000 });
    expect(begun).toBe(3);
    await pass(70);
    expect(begun).toBe(4);
    await pass(24 * HOUR_MS);
    expect(begun).toBe(4);
    loop.wake();
    await pass(0);
    expect(begun).toBe(5);
  });

  it('runs a round when woken, directly or by a signal', async () => {
    const hub = new EventEmitter();
    const signals = {
      on(topic: string, listener: (detail: string) => void) {
        hub.on(topic, listener);
        return () => void hub.off(topic, listener);
      },
    };
    const loop = await start({ wakeOn: { signals, topic: 'news' } });
    loop.wake();
    await pass(0);
    expect(begun).toBe(2);
    hub.emit('news');
    await pass(0);
    expect(begun).toBe(3);
    hub.emit('something else');
    await pass(0);
    expect(begun).toBe(3);
    await loop.stop();
    expect(hub.listenerCount('news')).toBe(0);
  });

  it('runs one more round for all wake-ups during a round', async () => {
    const first = work();
    rounds = [first.run];
    const loop = await start();
    for (let i = 0; i < 5; i++) loop.wake();
    await pass(0);
    expect(begun).toBe(1);
    first.end();
    await pass(0);
    expect(begun).toBe(2);
    await pass(HOUR_MS - 1);
    expect(begun).toBe(2);
  });

  it('runs one round for simultaneous wake-ups', async () => {
    const loop = await start();
    for (let i = 0; i < 5; i++) loop.wake();
    await pass(0);
    expect(begun).toBe(2);
  });

  it('never runs two rounds at a time', async () => {
    let inRound = 0;
    let most = 0;
    const loop = await start({
      async round() {
        most = Math.max(most, ++inRound);
        await new Promise((resolve) => setTimeout(resolve, 10));
        inRound--;
        return 0;
      },
    });
    for (let i = 0; i < 20; i++) {
      loop.wake();
      await pass(3);
    }
    expect(most).toBe(1);
    const stopped = loop.stop();
    await pass(10);
    await stopped;
  });
});

describe('a loop that fails', () => {
  it('continues, with waits doubled up to its usual one', async () => {
    rounds = Array.from({ length: 20 }, () => failing('no'));
    await start({ everyMs: 5_000 });
    for (const waitMs of [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]) {
      const before = begun;
      await pass(waitMs - 1);
      expect(begun).toBe(before);
      await pass(1);
      expect(begun).toBe(before + 1);
    }
  });

  it('waits at most a second if its usual wait is shorter, and starts over once it works', async () => {
    rounds = [...Array.from({ length: 6 }, () => failing('no')), async () => undefined, failing('no')];
    await start({ everyMs: 20 });
    await pass(100 + 200 + 400 + 800 + 1_000);
    expect(begun).toBe(6);
    await pass(1_000);
    expect(begun).toBe(7);
    await pass(20);
    expect(begun).toBe(8);
    // From the beginning.
    await pass(100);
    expect(begun).toBe(9);
  });

  it('is retried when woken, but never in a tight loop', async () => {
    rounds = Array.from({ length: 20 }, () => failing('no'));
    const loop = await start();
    await pass(100 + 200 + 400);
    expect(begun).toBe(4);
    loop.wake();
    await pass(99);
    expect(begun).toBe(4);
    await pass(1);
    expect(begun).toBe(5);
    await pass(101);
    loop.wake();
    await pass(0);
    expect(begun).toBe(6);
  });

  it('is logged once per change', async () => {
    rounds = [failing('one'), failing('one'), failing('two'), failing('two'), async () => undefined];
    await start();
    await pass(100 + 200 + 400);
    expect(log.error.mock.calls.map(([{ err, loop }]) => [loop, err.message])).toEqual([
      ['looking', 'one'],
      ['looking', 'two'],
    ]);
    expect(log.info).not.toHaveBeenCalled();
    await pass(800);
    expect(log.info).toHaveBeenCalledExactlyOnceWith({ loop: 'looking', failures: 4 }, expect.any(String));
    rounds = [failing('two')];
    await pass(HOUR_MS);
    expect(log.error).toHaveBeenCalledTimes(3);
  });

  it('behaves the same if the round throws synchronously', async () => {
    await start({
      round() {
        begun++;
        throw new Error('no');
      },
    });
    await pass(100);
    expect(begun).toBe(2);
  });
});

describe('a long round', () => {
  it('is logged', async () => {
    const first = work();
    rounds = [first.run];
    await start();
    await pass(59_999);
    expect(log.warn).not.toHaveBeenCalled();
    await pass(HOUR_MS);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith({ loop: 'looking' }, expect.any(String));
    first.end();
  });
});

describe('background tasks of a loop', () => {
  it('run beside its rounds, which know their number, and wake it when they end', async () => {
    const [one, two] = [work(), work()];
    const seen: number[] = [];
    rounds = [
      async ({ begin }) => {
        begin(one.run, {});
        begin(two.run, {});
        return undefined;
      },
      async ({ inFlight }) => void seen.push(inFlight) as undefined,
      async ({ inFlight }) => void seen.push(inFlight) as undefined,
    ];
    await start();
    one.end();
    await pass(0);
    two.end();
    await pass(0);
    expect(seen).toEqual([1, 0]);
  });

  it('fail alone, and are logged with their subject', async () => {
    const [bad, good] = [work(), work()];
    let isDone = false;
    rounds = [
      async ({ begin }) => {
        begin(bad.run, { mail: 'm1' });
        begin(() => good.run().then(() => (isDone = true)), { mail: 'm2' });
        return undefined;
      },
    ];
    await start();
    bad.fail(new Error('no'));
    await pass(0);
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.objectContaining({ message: 'no' }), loop: 'looking', mail: 'm1' },
      expect.any(String),
    );
    expect(begun).toBe(2);
    good.end();
    await pass(0);
    expect(isDone).toBe(true);
  });
});

describe('a stop', () => {
  it('ends the wait, even after a failure, and starts no other round', async () => {
    const idle = await start();
    await idle.stop();
    rounds = [failing('no')];
    const failed = await start();
    await failed.stop();
    const full = await start({ round: async () => Infinity });
    await full.stop();
    await pass(24 * HOUR_MS);
    expect(begun).toBe(2);
  });

  it('waits for the running round, whose signal aborts, and for begun tasks', async () => {
    const [first, other] = [work(), work()];
    let signal: AbortSignal | undefined;
    rounds = [
      (round) => {
        signal = round.signal;
        round.begin(other.run, {});
        return first.run();
      },
    ];
    const loop = await start();
    expect(signal!.aborted).toBe(false);
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
    });
    expect(signal!.aborted).toBe(true);
    await pass(HOUR_MS);
    first.end();
    await pass(0);
    expect(isStopped).toBe(false);
    other.end();
    await stopped;
    expect(begun).toBe(1);
  });

  it('abandons tasks that exceed its limit, and tasks these would start', async () => {
    const [first, other] = [work(), work()];
    const late = vi.fn(async () => undefined);
    rounds = [
      async ({ begin }) => {
        begin(other.run, {});
        await first.run();
        begin(late, {});
        return undefined;
      },
    ];
    const loop = await start({ stopMs: 2_000 });
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
    });
    await pass(1_999);
    expect(isStopped).toBe(false);
    await pass(1);
    await stopped;
    first.end();
    other.end();
    await pass(HOUR_MS);
    expect(late).not.toHaveBeenCalled();
    expect(begun).toBe(1);
  });
});

describe('steps', () => {
  it('run one after another, even after a failed one', async () => {
    const done: string[] = [];
    const step = (name: string) => async () => void done.push(name);
    await doEach([step('a'), step('b')]);
    await expect(doEach([step('c'), failing('no'), step('d')])).rejects.toThrow(/^no$/);
    await expect(doEach([failing('no'), step('e'), failing('neither')])).rejects.toThrow(
      'Error: no; Error: neither',
    );
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
