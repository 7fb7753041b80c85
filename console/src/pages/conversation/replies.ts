// Replies that are begun, by thread, for as long as the console is open: another thread, or another page, takes none of them away.
import { useSyncExternalStore } from 'react';
import type { Place } from '../../api/conversations.ts';
import { randomUuid } from '../../randomUuid.ts';

/** `key` is the idempotency key of `content`, which was sent and is not known to have arrived. */
type Reply = { body: string; content: string; key: string };

const NONE: Reply = { body: '', content: '', key: '' };
const replies = new Map<string, Reply>();
const listeners = new Set<() => void>();

const threadOf = ({ project_id, mode }: Place, number: string) => `${project_id} ${mode} ${number}`;
const replyTo = (thread: string) => replies.get(thread) ?? NONE;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(thread: string, reply: Reply): void {
  if (reply.body === '' && reply.key === '') replies.delete(thread);
  else replies.set(thread, reply);
  for (const listener of listeners) listener();
}

/** The reply that is begun to a thread, and writing it. */
export function useBegunReply(place: Place, number: string) {
  const thread = threadOf(place, number);
  const body = useSyncExternalStore(subscribe, () => replyTo(thread).body);
  return { body, write: (next: string) => keep(thread, { ...replyTo(thread), body: next }) };
}

/** The key that a reply is sent with: the one of before where it is sent again as it was. */
export function keyFor(place: Place, number: string, content: string): string {
  const thread = threadOf(place, number);
  const reply = replyTo(thread);
  if (reply.content === content) return reply.key;
  const key = randomUuid();
  keep(thread, { ...reply, content, key });
  return key;
}

/** Forgets what has arrived; what was written meanwhile stays. */
export function forgetReply(place: Place, number: string, { body, key }: Pick<Reply, 'body' | 'key'>): void {
  const thread = threadOf(place, number);
  const reply = replyTo(thread);
  const isLast = reply.key === key;
  keep(thread, {
    body: reply.body === body ? '' : reply.body,
    content: isLast ? '' : reply.content,
    key: isLast ? '' : reply.key,
  });
}
