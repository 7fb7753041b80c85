// The messages of a thread that are there, put together from pages, and the days between them.
import type { ThreadMessage, ThreadPage } from '@godwit/contract/conversations';

/** Oldest first; `older`: there are some before them. */
export type Held = { messages: ThreadMessage[]; older: boolean };

export const NOTHING: Held = { messages: [], older: false };

/** With the newest page as it is now. Where more has come than it holds, it is all there is: what lies between is read by scrolling up. */
export function withNewest({ messages, older }: Held, page: ThreadPage): Held {
  const first = page.results[0];
  const last = messages.at(-1);
  const isApart = page.older && first && last && last.id < first.id;
  if (!first || !last || isApart) return { messages: page.results, older: page.older };
  const before = messages.filter(({ id }) => id < first.id);
  return { messages: [...before, ...page.results], older: before.length > 0 ? older : page.older };
}

/** With the page before the first of them. */
export function withOlder({ messages }: Held, page: ThreadPage): Held {
  const first = messages[0];
  const before = first ? page.results.filter(({ id }) => id < first.id) : page.results;
  return { messages: [...before, ...messages], older: page.older };
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
