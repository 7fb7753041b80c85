// One call per recipient, a few at a time, each under a key that makes repeating it harmless.
import { randomUuid } from '../../randomUuid.ts';

/** How many calls may be on their way at once. */
export const AT_ONCE = 4;

/**
 * Performs `call` for every item in order, at most `atOnce` at a time. `call` deals with its own failures and resolves to
 * 'stop' to begin no further ones. Resolves when every call that was begun has ended.
 */
export async function sendAll<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<'next' | 'stop'>,
  atOnce = AT_ONCE,
): Promise<void> {
  let next = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < items.length; at = next++) {
      if ((await call(items[at]!)) === 'stop') next = items.length;
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
}

/** What was begun to be sent: a content, and the keys of the recipients that no answer has come for. */
export type Begun = { content: string; keys: Record<string, string> };

/** Keys by what is sent under them. */
export type Keys = {
  /** The key of this content for a recipient: the same one until it is known what became of it, then a new one for a new message. */
  keyFor: (content: object, to: string) => string;
  /** It is known what became of these. */
  settled: (content: object, recipients: Iterable<string>) => void;
  /** What is written from now on is new, also where it is the same. */
  forget: () => void;
};

/**
 * Makes the book of keys of a page. A key outlives its dialog, so that an unanswered call is never sent twice; `keep` has those of the
 * newest content outlive the page too, which begins with what was `kept`.
 */
export function createKeys(
  kept: Begun | null,
  keep: (begun: Begun | null) => void,
  random: () => string = randomUuid,
): Keys {
  const book = new Map<string, Record<string, string>>(kept ? [[kept.content, kept.keys]] : []);
  function change(content: object, make: (keys: Record<string, string>) => void): Record<string, string> {
    const name = JSON.stringify(content);
    const keys = book.get(name) ?? {};
    make(keys);
    book.set(name, keys);
    keep(Object.keys(keys).length > 0 ? { content: name, keys } : null);
    return keys;
  }
  return {
    keyFor: (content, to) => {
      const known = book.get(JSON.stringify(content))?.[to];
      if (known !== undefined) return known;
      const key = random();
      change(content, (keys) => {
        keys[to] = key;
      });
      return key;
    },
    settled: (content, recipients) => {
      change(content, (keys) => {
        for (const to of recipients) delete keys[to];
      });
    },
    forget: () => {
      book.clear();
      keep(null);
    },
  };
}
