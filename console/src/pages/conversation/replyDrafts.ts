// Unsent replies by thread and person. The browser's storage keeps them while the user opens other threads or
// pages, or reloads.
import { useSyncExternalStore } from 'react';
import type { Scope } from '../../api/conversations.ts';
import { randomUuid } from '../../randomUuid.ts';
import { type DraftKey, parseObject, storeDraft, storedDraft } from '../../session/drafts.ts';

/** `key` is the idempotency key of `content`, a request that was sent and has no response yet. */
type ReplyDraft = { body: string; content: string; key: string };

/** Identifies a person's reply to a thread. */
export type ReplyKey = Extract<DraftKey, `reply.${string}`>;

export const replyKey = ({ project_id, mode }: Scope, number: string, personId: string): ReplyKey =>
  `reply.${mode}.${project_id}.${number}.${personId}`;

const EMPTY: ReplyDraft = { body: '', content: '', key: '' };
const drafts = new Map<ReplyKey, ReplyDraft>();
const listeners = new Set<() => void>();

function draftOf(thread: ReplyKey): ReplyDraft {
  const known = drafts.get(thread);
  if (known) return known;
  const stored = parseObject(storedDraft(thread));
  const textOf = (name: keyof ReplyDraft) => (typeof stored[name] === 'string' ? stored[name] : '');
  const draft = { body: textOf('body'), content: textOf('content'), key: textOf('key') };
  drafts.set(thread, draft);
  return draft;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function store(thread: ReplyKey, draft: ReplyDraft): void {
  const isEmpty = draft.body === '' && draft.key === '';
  drafts.set(thread, isEmpty ? EMPTY : draft);
  storeDraft(thread, isEmpty ? null : JSON.stringify(draft));
  for (const listener of listeners) listener();
}

/** Returns the text of the draft, and a function that changes it. */
export function useReplyDraft(thread: ReplyKey) {
  const body = useSyncExternalStore(subscribe, () => draftOf(thread).body);
  return { body, write: (next: string) => store(thread, { ...draftOf(thread), body: next }) };
}

/** Returns the idempotency key for a reply. A retry with the same content has the same key. */
export function keyFor(thread: ReplyKey, content: string): string {
  const draft = draftOf(thread);
  if (draft.content === content) return draft.key;
  const key = randomUuid();
  store(thread, { ...draft, content, key });
  return key;
}

/** Removes a sent reply from the draft. A text that the user wrote while it was sent stays. */
export function clearSentReply(thread: ReplyKey, { body, key }: Pick<ReplyDraft, 'body' | 'key'>): void {
  const draft = draftOf(thread);
  const isLast = draft.key === key;
  store(thread, {
    body: draft.body === body ? '' : draft.body,
    content: isLast ? '' : draft.content,
    key: isLast ? '' : draft.key,
  });
}
