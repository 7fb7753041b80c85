import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AT_ONCE, type Begun, createKeys, sendAll, untilAnswered } from './sendQueue.ts';

/** A call whose every answer is given by hand. */
function byHand() {
  const open: { item: number; answer: (what: 'next' | 'stop') => void }[] = [];
  const begun: number[] = [];
  const call = (item: number) =>
    new Promise<'next' | 'stop'>((answer) => {
      begun.push(item);
      open.push({ item, answer });
    });
  // An answered call begins the next one a few turns of the promise queue later.
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { open, begun, call, settled };
}

describe('sending to many', () => {
  test('every item once, never more than four at a time, whatever the order of the answers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 40 }), fc.infiniteStream(fc.nat()), async (size, choices) => {
        const { open, begun, call, settled } = byHand();
        const items = Array.from({ length: size }, (_, index) => index);
        const done = sendAll(items, call);
        for (const choice of choices) {
          if (open.length === 0) break;
          expect(open.length).toBe(Math.min(AT_ONCE, size - (begun.length - open.length)));
          open.splice(choice % open.length, 1)[0]?.answer('next');
          await settled();
        }
        await done;
        expect(begun).toEqual(items);
      }),
      { numRuns: 50 },
    );
  });

  test('after a stop no further call begins, and the end waits for those on their way', async () => {
    const { open, begun, call, settled } = byHand();
    let ended = false;
    const done = sendAll([0, 1, 2, 3, 4, 5], call).then(() => {
      ended = true;
    });
    open[1]?.answer('stop');
    await settled();
    open[0]?.answer('next');
    open[2]?.answer('next');
    await settled();
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(ended).toBe(false);
    open[3]?.answer('next');
    await done;
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  test('nobody to send to is done at once', async () => {
    await sendAll([], () => Promise.reject(new Error('nothing to call for')));
  });
});

describe('a call whose first one is still in progress', () => {
  const IN_PROGRESS = new Error('in progress');
  const isInProgress = (error: unknown) => error === IN_PROGRESS;
  /** A call that is answered so, one time after the other. */
  function answering(...answers: (Error | string)[]) {
    let calls = 0;
    const call = async () => {
      const answer = answers[Math.min(calls++, answers.length - 1)]!;
      if (typeof answer !== 'string') throw answer;
      return answer;
    };
    return { call, calls: () => calls };
  }

  test('is repeated until there is an answer, whichever', async () => {
    const sent = answering(IN_PROGRESS, IN_PROGRESS, 'sent');
    expect(await untilAnswered(sent.call, isInProgress, async () => {})).toBe('sent');
    expect(sent.calls()).toBe(3);
    const refused = new Error('refused');
    const failing = answering(IN_PROGRESS, refused, 'never asked');
    await expect(untilAnswered(failing.call, isInProgress, async () => {})).rejects.toBe(refused);
  });

  test('is given up after a minute, still without an answer', async () => {
    let waited = 0;
    const pause = async (ms: number) => {
      waited += ms;
    };
    await expect(untilAnswered(answering(IN_PROGRESS).call, isInProgress, pause)).rejects.toBe(IN_PROGRESS);
    expect(waited).toBeGreaterThan(55_000);
    expect(waited).toBeLessThan(65_000);
  });
});

describe('keys', () => {
  const content = { from: 'LankaRetail', body: 'Hello' };
  const [ANURA, NIMAL] = ['+94774128830', '+94719031127'];
  /** A book, as a page opens it; what it keeps, the next page begins with. */
  function openBook(now?: () => number) {
    let kept: Begun | null = null;
    const keep = (begun: Begun | null) => {
      kept = begun && structuredClone(begun);
    };
    return () => createKeys(kept, keep, now && { now });
  }

  test('the same content keeps its key, so that trying again sends nothing twice', () => {
    const keys = openBook()();
    expect(keys.keyFor({ ...content }, ANURA)).toBe(keys.keyFor({ ...content }, ANURA));
  });

  test('what is written after a draft was cleared is new, also where it is the same', () => {
    const open = openBook();
    const keys = open();
    const first = keys.keyFor(content, ANURA);
    keys.forget();
    expect(keys.keyFor(content, ANURA)).not.toBe(first);
    keys.forget();
    expect(open().keyFor(content, ANURA)).not.toBe(first);
  });

  test('other recipients and other texts have keys of their own', () => {
    const keys = openBook()();
    const other = { ...content, body: 'Bye' };
    const all = [keys.keyFor(content, ANURA), keys.keyFor(content, NIMAL), keys.keyFor(other, ANURA)];
    expect(new Set(all).size).toBe(3);
  });

  test('once it is known what became of it, the same content again is a new message', () => {
    const keys = openBook()();
    const [first, second] = [keys.keyFor(content, ANURA), keys.keyFor(content, NIMAL)];
    keys.settled(content, [ANURA]);
    expect(keys.keyFor(content, ANURA)).not.toBe(first);
    expect(keys.keyFor(content, NIMAL)).toBe(second);
  });

  test('what the server has forgotten is told, and goes out under a new key', () => {
    let hours = 0;
    const open = openBook(() => hours * 3_600_000);
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

  test('what got no answer keeps its key over a reload; what did is a new message', () => {
    const open = openBook();
    const before = open();
    const [first, second] = [before.keyFor(content, ANURA), before.keyFor(content, NIMAL)];
    before.settled(content, [NIMAL]);
    const after = open();
    expect(after.keyFor(content, ANURA)).toBe(first);
    expect(after.keyFor(content, NIMAL)).not.toBe(second);
  });
});
