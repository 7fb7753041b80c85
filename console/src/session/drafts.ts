// What a person is writing, kept in the browser's storage. Other pages are not told of it, unlike of what storage.ts keeps.

/** A person's unsent campaign in a project: one that was begun anew, one made from another, and what went out without an answer. */
export type DraftKey = `campaign_${'draft' | 'copy' | 'sent'}.${string}`;

/** What is kept under a key, as it was given; null where there is nothing. */
export function storedDraft(key: DraftKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
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
