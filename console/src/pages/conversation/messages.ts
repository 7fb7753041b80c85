// Merges pages of a thread into one list of messages, and divides it into blocks and days for rendering.
import type { ThreadMessage, ThreadPage } from '@godwit/contract/conversations';

/**
 * The messages loaded so far, oldest first. `older`: the server has earlier ones. `prepended`: the number of
 * messages that were added before the first page.
 */
export type LoadedMessages = { messages: ThreadMessage[]; older: boolean; prepended: number };

export const NO_MESSAGES: LoadedMessages = { messages: [], older: false, prepended: 0 };

/**
 * Merges the current newest page. If messages are missing between the loaded ones and this page, it replaces
 * them: the user loads the missing ones by scrolling up.
 */
export function mergeNewest(
  { messages, older, prepended }: LoadedMessages,
  page: ThreadPage,
): LoadedMessages {
  const first = page.results[0];
  const last = messages.at(-1);
  const hasGap = page.older && first && last && last.id < first.id;
  if (!first || !last || hasGap) return { messages: page.results, older: page.older, prepended: 0 };
  const before = messages.filter(({ id }) => id < first.id);
  return { messages: [...before, ...page.results], older: before.length > 0 ? older : page.older, prepended };
}

/** Adds the page before the first loaded message. */
export function prependOlder({ messages, prepended }: LoadedMessages, page: ThreadPage): LoadedMessages {
  const first = messages[0];
  const before = first ? page.results.filter(({ id }) => id < first.id) : page.results;
  return { messages: [...before, ...messages], older: page.older, prepended: prepended + before.length };
}

/**
 * Messages that are rendered or replaced by empty space together. `index` counts from the first page and is
 * negative before it. `previous` is the message before the block.
 */
export type Block = { index: number; previous: ThreadMessage | undefined; messages: ThreadMessage[] };

const BLOCK_SIZE = 50;

/** Divides messages into blocks. A block keeps its index when messages are added before or after it. */
export function toBlocks({ messages, prepended }: LoadedMessages): Block[] {
  const blocks: Block[] = [];
  for (const [position, message] of messages.entries()) {
    const index = Math.floor((position - prepended) / BLOCK_SIZE);
    const last = blocks.at(-1);
    if (last?.index === index) last.messages.push(message);
    else blocks.push({ index, previous: messages[position - 1], messages: [message] });
  }
  return blocks;
}

export type Day = { day: string; messages: ThreadMessage[] };

/** Groups messages by day. `dayOf` formats the day of an instant. */
export function groupByDay(messages: readonly ThreadMessage[], dayOf: (instant: string) => string): Day[] {
  const days: Day[] = [];
  for (const message of messages) {
    const day = dayOf(message.accepted_at);
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else days.push({ day, messages: [message] });
  }
  return days;
}
