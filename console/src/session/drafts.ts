// A person's drafts in the browser's storage. Unlike storage.ts, changes notify no subscribers.
import type { Mode } from '@godwit/contract/messages/statuses';

/**
 * The kinds of drafts: the unsent state of Send SMS, of a campaign or of a request for a sender id, its
 * submitted request without an answer, and its tab (draftSlot.ts); a reply to a thread; the person's own
 * number; the results of the search that they opened last. forgetPerson deletes them all.
 */
export type DraftKey =
  | `${'sms' | 'campaign' | 'sender'}_${'draft' | 'sent' | 'tab'}.${string}`
  | `reply.${Mode}.${string}`
  | `own_number.${string}`
  | `recent.${string}`;

/** Returns the stored text of a key, or null. */
export function storedDraft(key: DraftKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** All keys in the browser's storage. */
export function draftKeys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  } catch {
    return [];
  }
}

/** Parses a stored object. Returns an empty one if it is missing or invalid. */
export function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return value !== null && typeof value === 'object' ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Stores a text; null deletes it. */
export function storeDraft(key: DraftKey, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The storage is full or disabled: the text lives only as long as its page.
  }
}

/** Returns a text that only this tab has and that survives a reload, or null. */
export function rememberedInTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberInTab(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // As above.
  }
}
