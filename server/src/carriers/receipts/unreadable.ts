// Sets aside what carriers push and no profile can read, so staff see it. Bounded in rows, bytes and queries.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { insertUnreadable } from './inboxQueries.ts';

/** Rows of a link that are set aside, and the bytes that are kept of each. */
export const MAX_SET_ASIDE = 1_000;
const MAX_BYTES = 1_024;
/** A link that has all its rows is not looked at again for this long. */
const FULL_FOR_MS = 10_000;
const FAILURES = {
  receipt: 'the profile finds no id and state in what the carrier sent',
  message: 'the profile finds no id, sender, recipient and text in an incoming message that the carrier sent',
};

const writtenOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

/** Opens the store. `add` resolves when the contents are stored, or dropped because the link has too many. */
export function openUnreadable({ pool, log }: { pool: Pool; log: Logger }) {
  const fullUntilMs = new Map<string, number>();
  return {
    async add(linkId: string, contents: readonly unknown[], what: keyof typeof FAILURES): Promise<void> {
      if (contents.length === 0 || performance.now() < (fullUntilMs.get(linkId) ?? 0)) return;
      const bytes = contents.map((content) => Buffer.from(writtenOf(content)).subarray(0, MAX_BYTES));
      const unreadable = { linkId, contents: bytes, failure: FAILURES[what], most: MAX_SET_ASIDE };
      const stored = await insertUnreadable(pool, unreadable);
      if (stored < contents.length) fullUntilMs.set(linkId, performance.now() + FULL_FOR_MS);
      log.warn({ link: linkId, stored }, `${what}s could not be read; they are set aside`);
    },
  };
}
