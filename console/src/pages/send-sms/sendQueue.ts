// Sends one request per recipient, a few at a time, each with an idempotency key that makes retries safe.
import { randomUuid } from '../../randomUuid.ts';

export const MAX_CONCURRENT = 4;

/**
 * Runs `call` for each item in order, at most `concurrency` at a time. `call` handles its own errors and
 * resolves to 'stop' to start no further calls. Resolves when all started calls have ended.
 */
export async function sendAll<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<'next' | 'stop'>,
  concurrency = MAX_CONCURRENT,
): Promise<void> {
  let next = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) {
      if ((await call(items[index]!)) === 'stop') next = items.length;
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
}

const PAUSES_MS = [250, 500, 1_000, 2_000, ...Array.from({ length: 14 }, () => 4_000)];

/**
 * Repeats a call while the server reports that the previous one is still in progress, because only its
 * response has the outcome. After about a minute it rejects with that error.
 */
export async function retryWhileInProgress<Answer>(
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

/** The server stores a key for a day. The margin covers requests that are in flight when the day ends. */
const KEY_LIFETIME_MS = 24 * 3_600_000 - 5 * 60_000;

/**
 * The requests for one content that have no response yet: the key of each recipient and the time of its first
 * use.
 */
export type Unanswered = { content: string; keys: Record<string, { key: string; since: number }> };

/** The idempotency keys of requests, by content and recipient. */
export type Keys = {
  /**
   * Returns the key of this content for a recipient. It stays the same until the outcome is known or the
   * server has deleted the key.
   */
  keyFor: (content: object, to: string) => string;
  /**
   * Returns the recipients whose key the server has deleted since. Another request may send their message
   * twice.
   */
  outdated: (content: object, recipients: readonly string[]) => string[];
  /** Removes the keys of recipients whose outcome is known. */
  settled: (content: object, recipients: Iterable<string>) => void;
  /** Removes all keys, so the same content becomes a new message. */
  clear: () => void;
};

/**
 * Creates the keys of a page. They outlive the review dialog, so a retry does not send a message twice.
 * `store` keeps the keys of the latest content beyond the page. `stored` are those of the previous page.
 */
export function createKeys(
  stored: Unanswered | null,
  store: (unanswered: Unanswered | null) => void,
  { random = randomUuid, now = Date.now }: { random?: () => string; now?: () => number } = {},
): Keys {
  const keysByContent = new Map<string, Unanswered['keys']>(stored ? [[stored.content, stored.keys]] : []);
  const isOutdated = ({ since }: { since: number }) => now() - since >= KEY_LIFETIME_MS;
  function change(content: object, update: (keys: Unanswered['keys']) => void): void {
    const json = JSON.stringify(content);
    const keys = keysByContent.get(json) ?? {};
    update(keys);
    keysByContent.set(json, keys);
    store(Object.keys(keys).length > 0 ? { content: json, keys } : null);
  }
  return {
    keyFor: (content, to) => {
      const known = keysByContent.get(JSON.stringify(content))?.[to];
      if (known && !isOutdated(known)) return known.key;
      const key = random();
      change(content, (keys) => {
        keys[to] = { key, since: now() };
      });
      return key;
    },
    outdated: (content, recipients) => {
      const known = keysByContent.get(JSON.stringify(content)) ?? {};
      return recipients.filter((to) => known[to] && isOutdated(known[to]));
    },
    settled: (content, recipients) => {
      change(content, (keys) => {
        for (const to of recipients) delete keys[to];
      });
    },
    clear: () => {
      keysByContent.clear();
      store(null);
    },
  };
}
