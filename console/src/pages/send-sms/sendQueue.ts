// One call per recipient, a few at a time, each under a key that makes repeating it harmless.
import { randomUuid } from '../../randomUuid.ts';

/** How many calls may be on their way at once. */
export const AT_ONCE = 4;

/**
 * Performs `call` for every item in order, at most `atOnce` at a time. `call` deals with its own failures and
 * resolves to 'stop' to begin no further ones. Resolves when every call that was begun has ended.
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

const PAUSES_MS = [250, 500, 1_000, 2_000, ...Array.from({ length: 14 }, () => 4_000)];

/**
 * Makes a call, and the same one again for as long as the one before it is still in progress: only its answer
 * tells what became of it. After a minute it rejects with that.
 */
export async function untilAnswered<Answer>(
  call: () => Promise<Answer>,
  isInProgress: (error: unknown) => boolean,
  pause: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Answer> {
  for (const ms of PAUSES_MS) {
    try {
      return await call();
    } catch (error) {
      if (!isInProgress(error)) throw error;
    }
    await pause(ms);
  }
  return call();
}

/** How long the server knows a key: a day, but for what is on its way just then. */
const REMEMBERED_MS = 24 * 3_600_000 - 5 * 60_000;

/**
 * What was begun to be sent: a content, and for the recipients that no answer has come for the key, and since
 * when it is used.
 */
export type Begun = { content: string; keys: Record<string, { key: string; since: number }> };

/** Keys by what is sent under them. */
export type Keys = {
  /**
   * The key of this content for a recipient: the same one until it is known what became of it, then a new one
   * for a new message. Also a new one where the server has forgotten it.
   */
  keyFor: (content: object, to: string) => string;
  /**
   * Those of the recipients whose message was begun so long ago that the server has forgotten its key:
   * another call may send it twice.
   */
  outdated: (content: object, recipients: readonly string[]) => string[];
  /** It is known what became of these. */
  settled: (content: object, recipients: Iterable<string>) => void;
  /** What is written from now on is new, also where it is the same. */
  forget: () => void;
};

/**
 * Makes the book of keys of a page. A key outlives its dialog, so that an unanswered call is never sent
 * twice; `keep` has those of the newest content outlive the page too, which begins with what was `kept`.
 */
export function createKeys(
  kept: Begun | null,
  keep: (begun: Begun | null) => void,
  { random = randomUuid, now = Date.now }: { random?: () => string; now?: () => number } = {},
): Keys {
  const book = new Map<string, Begun['keys']>(kept ? [[kept.content, kept.keys]] : []);
  const isOutdated = ({ since }: { since: number }) => now() - since >= REMEMBERED_MS;
  function change(content: object, make: (keys: Begun['keys']) => void): Begun['keys'] {
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
      if (known && !isOutdated(known)) return known.key;
      const key = random();
      change(content, (keys) => {
        keys[to] = { key, since: now() };
      });
      return key;
    },
    outdated: (content, recipients) => {
      const known = book.get(JSON.stringify(content)) ?? {};
      return recipients.filter((to) => known[to] && isOutdated(known[to]));
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
