// What a person is writing, kept in the browser's storage. Other pages are not told of it, unlike of what storage.ts keeps; a tab is, of
// what it has kept itself.
import type { Mode } from '@godwit/contract/statuses';

/**
 * A person's unsent campaign in a project: one that was begun anew, one made from another, and what went out without an answer. The same
 * of Send SMS, in a mode and a tab, and which tab has it. A reply to a thread. And the person's own mobile number. All end with the person, by whom
 * forgetPerson finds them.
 */
export type DraftKey =
  | `campaign_${'draft' | 'copy' | 'sent'}.${string}`
  | `sms_${'draft' | 'sent' | 'tab'}.${Mode}.${string}`
  | `reply.${Mode}.${string}`
  | `own_number.${string}`;

/** What is kept under a key, as it was given; null where there is nothing. */
export function storedDraft(key: DraftKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The keys that anything is kept under. */
export function draftKeys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  } catch {
    return [];
  }
}

/** What is kept, as the object it was; an empty one where there is nothing, or nothing of ours. */
export function parseObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return value !== null && typeof value === 'object' ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Keeps a text; null forgets it. */
export function storeDraft(key: DraftKey, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is full or off: what is written stays as long as its page does.
  }
}

/** What a tab remembers over a reload, and no other tab knows; null where there is nothing. */
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
