// Replies that are begun, by thread and person, kept in the browser's storage: another thread, another page
// or a reload takes none of them away.
import { useSyncExternalStore } from 'react';
import type { Scope } from '../../api/conversations.ts';
import { randomUuid } from '../../randomUuid.ts';
import { type DraftKey, parseObject, storeDraft, storedDraft } from '../../session/drafts.ts';

/** `key` is the idempotency key of `content`, which was sent and is not known to have arrived. */
type Reply = { body: string; content: string; key: string };

/** Names the reply of a person to a thread. */
export type ReplyKey = Extract<DraftKey, `reply.${string}`>;

export const replyKey = ({ project_id, mode }: Scope, number: string, personId: string): ReplyKey =>
  `reply.${mode}.${project_id}.${number}.${personId}`;

const NONE: Reply = { body: '', content: '', key: '' };
const replies = new Map<ReplyKey, Reply>();
const listeners = new Set<() => void>();

function replyTo(thread: ReplyKey): Reply {
  const known = replies.get(thread);
  if (known) return known;
  const stored = parseObject(storedDraft(thread));
  const textOf = (name: keyof Reply) => (typeof stored[name] === 'string' ? stored[name] : '');
  const reply = { body: textOf('body'), content: textOf('content'), key: textOf('key') };
  replies.set(thread, reply);
  return reply;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keep(thread: ReplyKey, reply: Reply): void {
  const isNone = reply.body === '' && reply.key === '';
  replies.set(thread, isNone ? NONE : reply);
  storeDraft(thread, isNone ? null : JSON.stringify(reply));
  for (const listener of listeners) listener();
}

/** The reply that is begun to a thread, and writing it. */
export function useBegunReply(thread: ReplyKey) {
  const body = useSyncExternalStore(subscribe, () => replyTo(thread).body);
  return { body, write: (next: string) => keep(thread, { ...replyTo(thread), body: next }) };
}

/** The key that a reply is sent with: the one of before where it is sent again as it was. */
export function keyFor(thread: ReplyKey, content: string): string {
  const reply = replyTo(thread);
  if (reply.content === content) return reply.key;
  const key = randomUuid();
  keep(thread, { ...reply, content, key });
  return key;
}

/** Forgets what has arrived; what was written meanwhile stays. */
export function forgetReply(thread: ReplyKey, { body, key }: Pick<Reply, 'body' | 'key'>): void {
  const reply = replyTo(thread);
  const isLast = reply.key === key;
  keep(thread, {
    body: reply.body === body ? '' : reply.body,
    content: isLast ? '' : reply.content,
    key: isLast ? '' : reply.key,
  });
}
