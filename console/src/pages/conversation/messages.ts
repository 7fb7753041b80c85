// The messages of a thread that are there, put together from pages, the blocks they are drawn in, and the
// days between them.
import type { ThreadMessage, ThreadPage } from '@godwit/contract/conversations';

/**
 * Oldest first; `older`: there are some before them. `added`: so many were put before those that it began
 * with.
 */
export type Held = { messages: ThreadMessage[]; older: boolean; added: number };

export const NOTHING: Held = { messages: [], older: false, added: 0 };

/**
 * With the newest page as it is now. Where more has come than it holds, it is all there is: what lies between
 * is read by scrolling up.
 */
export function withNewest({ messages, older, added }: Held, page: ThreadPage): Held {
  const first = page.results[0];
  const last = messages.at(-1);
  const isApart = page.older && first && last && last.id < first.id;
  if (!first || !last || isApart) return { messages: page.results, older: page.older, added: 0 };
  const before = messages.filter(({ id }) => id < first.id);
  return { messages: [...before, ...page.results], older: before.length > 0 ? older : page.older, added };
}

/** With the page before the first of them. */
export function withOlder({ messages, added }: Held, page: ThreadPage): Held {
  const first = messages[0];
  const before = first ? page.results.filter(({ id }) => id < first.id) : page.results;
  return { messages: [...before, ...messages], older: page.older, added: added + before.length };
}

/** Messages that are drawn or left out together; `at` names them; `before` is the one before them. */
export type Block = { at: number; before: ThreadMessage | undefined; messages: ThreadMessage[] };

const A_BLOCK = 50;

/** In blocks, which stay what they are when others come before or after them. */
export function inBlocks({ messages, added }: Held): Block[] {
  const blocks: Block[] = [];
  for (const [index, message] of messages.entries()) {
    const at = Math.floor((index - added) / A_BLOCK);
    const last = blocks.at(-1);
    if (last?.at === at) last.messages.push(message);
    else blocks.push({ at, before: messages[index - 1], messages: [message] });
  }
  return blocks;
}

/** A day with its messages. */
export type Day = { day: string; messages: ThreadMessage[] };

/** By days, as `dayOf` names them. */
export function byDays(messages: readonly ThreadMessage[], dayOf: (instant: string) => string): Day[] {
  const days: Day[] = [];
  for (const message of messages) {
    const day = dayOf(message.accepted_at);
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else days.push({ day, messages: [message] });
  }
  return days;
}
