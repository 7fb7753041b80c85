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

/** Keys by what is sent under them. */
export type Keys = {
  /** The key of this content: the same one until it is known to have arrived, then a new one for a new message. */
  keyFor: (content: object) => string;
  arrived: (content: object) => void;
};

/** Makes the book of keys of a page. A key outlives its dialog, so that an unanswered call is never sent twice. */
export function createKeys(random: () => string = randomUuid): Keys {
  const keys = new Map<string, string>();
  return {
    keyFor: (content) => {
      const name = JSON.stringify(content);
      const key = keys.get(name) ?? random();
      keys.set(name, key);
      return key;
    },
    arrived: (content) => {
      keys.delete(JSON.stringify(content));
    },
  };
}
