import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AT_ONCE, createKeys, sendAll } from './sendQueue.ts';

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

describe('keys', () => {
  const message = { to: '+94774128830', body: 'Hello' };

  test('the same content keeps its key, so that trying again sends nothing twice', () => {
    const keys = createKeys();
    expect(keys.keyFor({ ...message })).toBe(keys.keyFor({ ...message }));
  });

  test('other recipients and other texts have keys of their own', () => {
    const keys = createKeys();
    const all = [message, { ...message, to: '+94719031127' }, { ...message, body: 'Bye' }].map(keys.keyFor);
    expect(new Set(all).size).toBe(3);
  });

  test('once it has arrived, the same content again is a new message', () => {
    const keys = createKeys();
    const first = keys.keyFor(message);
    keys.arrived(message);
    expect(keys.keyFor(message)).not.toBe(first);
  });
});
