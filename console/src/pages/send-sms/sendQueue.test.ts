import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKeys, MAX_CONCURRENT, retryWhileInProgress, sendAll, type Unanswered } from './sendQueue.ts';

/** A call whose responses the test gives one by one. */
function manualCall() {
  const open: { item: number; answer: (result: 'next' | 'stop') => void }[] = [];
  const started: number[] = [];
  const call = (item: number) =>
    new Promise<'next' | 'stop'>((answer) => {
      started.push(item);
      open.push({ item, answer });
    });
  // The next call starts a few microtasks after a response.
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { open, started, call, settled };
}

describe('sending to many', () => {
  test('sends every item once, at most four at a time, in any order of responses', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 40 }), fc.infiniteStream(fc.nat()), async (size, choices) => {
        const { open, started, call, settled } = manualCall();
        const items = Array.from({ length: size }, (_, index) => index);
        const done = sendAll(items, call);
        for (const choice of choices) {
          if (open.length === 0) break;
          expect(open.length).toBe(Math.min(MAX_CONCURRENT, size - (started.length - open.length)));
          open.splice(choice % open.length, 1)[0]?.answer('next');
          await settled();
        }
        await done;
        expect(started).toEqual(items);
      }),
      { numRuns: 50 },
    );
  });

  test('starts no call after a stop, and waits for those in flight', async () => {
    const { open, started, call, settled } = manualCall();
    let ended = false;
    const done = sendAll([0, 1, 2, 3, 4, 5], call).then(() => {
      ended = true;
    });
    open[1]?.answer('stop');
    await settled();
    open[0]?.answer('next');
    open[2]?.answer('next');
    await settled();
    expect(started).toEqual([0, 1, 2, 3]);
    expect(ended).toBe(false);
    open[3]?.answer('next');
    await done;
    expect(started).toEqual([0, 1, 2, 3]);
  });

  test('resolves immediately without items', async () => {
    await sendAll([], () => Promise.reject(new Error('nothing to call for')));
  });
});

describe('a request that is still in progress', () => {
  const IN_PROGRESS = new Error('in progress');
  const isInProgress = (error: unknown) => error === IN_PROGRESS;
  /** A call with these responses, one after the other. */
  function answering(...answers: (Error | string)[]) {
    let calls = 0;
    const call = async () => {
      const answer = answers[Math.min(calls++, answers.length - 1)]!;
      if (typeof answer !== 'string') throw answer;
      return answer;
    };
    return { call, calls: () => calls };
  }

  test('is repeated until there is a response, whether success or error', async () => {
    const sent = answering(IN_PROGRESS, IN_PROGRESS, 'sent');
    expect(await retryWhileInProgress(sent.call, isInProgress, async () => {})).toBe('sent');
    expect(sent.calls()).toBe(3);
    const refused = new Error('refused');
    const failing = answering(IN_PROGRESS, refused, 'never returned');
    await expect(retryWhileInProgress(failing.call, isInProgress, async () => {})).rejects.toBe(refused);
  });

  test('is given up after a minute without a response', async () => {
    let waited = 0;
    const pause = async (ms: number) => {
      waited += ms;
    };
    await expect(retryWhileInProgress(answering(IN_PROGRESS).call, isInProgress, pause)).rejects.toBe(
      IN_PROGRESS,
    );
    expect(waited).toBeGreaterThan(55_000);
    expect(waited).toBeLessThan(65_000);
  });
});

describe('keys', () => {
  const content = { from: 'LankaRetail', body: 'Hello' };
  const [ANURA, NIMAL] = ['+94774128830', '+94719031127'];
  /** Returns a function that opens a page's keys. Each page starts with the keys that the last one stored. */
  function keyStore(now?: () => number) {
    let stored: Unanswered | null = null;
    const store = (unanswered: Unanswered | null) => {
      stored = unanswered && structuredClone(unanswered);
    };
    return () => createKeys(stored, store, now && { now });
  }

  test('the same content keeps its key, so a retry sends nothing twice', () => {
    const keys = keyStore()();
    expect(keys.keyFor({ ...content }, ANURA)).toBe(keys.keyFor({ ...content }, ANURA));
  });

  test('the same content after clearing the draft is a new message', () => {
    const open = keyStore();
    const keys = open();
    const first = keys.keyFor(content, ANURA);
    keys.clear();
    expect(keys.keyFor(content, ANURA)).not.toBe(first);
    keys.clear();
    expect(open().keyFor(content, ANURA)).not.toBe(first);
  });

  test('each recipient and text has its own key', () => {
    const keys = keyStore()();
    const other = { ...content, body: 'Bye' };
    const all = [keys.keyFor(content, ANURA), keys.keyFor(content, NIMAL), keys.keyFor(other, ANURA)];
    expect(new Set(all).size).toBe(3);
  });

  test('the same content is a new message once the outcome is known', () => {
    const keys = keyStore()();
    const [first, second] = [keys.keyFor(content, ANURA), keys.keyFor(content, NIMAL)];
    keys.settled(content, [ANURA]);
    expect(keys.keyFor(content, ANURA)).not.toBe(first);
    expect(keys.keyFor(content, NIMAL)).toBe(second);
  });

  test('a key that the server has deleted is reported and replaced', () => {
    let hours = 0;
    const open = keyStore(() => hours * 3_600_000);
    const before = open();
    const first = before.keyFor(content, ANURA);
    hours = 23;
    const second = before.keyFor(content, NIMAL);
    expect(open().outdated(content, [ANURA, NIMAL])).toEqual([]);
    expect(open().keyFor(content, ANURA)).toBe(first);
    hours = 24;
    const after = open();
    expect(after.outdated(content, [ANURA, NIMAL])).toEqual([ANURA]);
    expect(after.outdated({ ...content, body: 'Bye' }, [ANURA])).toEqual([]);
    expect(after.keyFor(content, ANURA)).not.toBe(first);
    expect(after.keyFor(content, NIMAL)).toBe(second);
    expect(after.outdated(content, [ANURA, NIMAL])).toEqual([]);
  });

  test('a request without a response keeps its key over a reload, one with a response does not', () => {
    const open = keyStore();
    const before = open();
    const [first, second] = [before.keyFor(content, ANURA), before.keyFor(content, NIMAL)];
    before.settled(content, [NIMAL]);
    const after = open();
    expect(after.keyFor(content, ANURA)).toBe(first);
    expect(after.keyFor(content, NIMAL)).not.toBe(second);
  });
});
