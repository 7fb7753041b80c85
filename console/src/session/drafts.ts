// A person's drafts, kept in the browser's storage. Other pages get no notice of them, unlike of the data in
// storage.ts; a tab gets one of its own drafts.
import type { Mode } from '@godwit/contract/messages/statuses';

/**
 * The drafts of a person: the unsent state of Send SMS or of a campaign, a request that has no answer yet,
 * and the tab that has it (draftSlot.ts); a reply to a thread; the person's own mobile number. All are
 * deleted with the person's other data, by forgetPerson.
 */
export type DraftKey =
  | `${'sms' | 'campaign'}_${'draft' | 'sent' | 'tab'}.${string}`
  | `reply.${Mode}.${string}`
  | `own_number.${string}`;

/** Returns the stored text of a key, unchanged; null if there is none. */
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

/** Parses a stored object; an empty one if there is none, or none of ours. */
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

/** Returns a text that a tab keeps over a reload, and no other tab knows; null if there is none. */
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
