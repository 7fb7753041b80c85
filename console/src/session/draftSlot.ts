// The slot in which a tab stores its draft. Each tab has its own slot, so two tabs never overwrite each
// other's draft. A new tab takes the latest draft; an open tab that had it continues in another slot.
import { randomUuid } from '../randomUuid.ts';
import {
  type DraftKey,
  draftKeys,
  parseObject,
  rememberedInTab,
  rememberInTab,
  storeDraft,
  storedDraft,
} from './drafts.ts';

/**
 * The owner and the kind of a draft. `of` is the mode of a message, the origin of a campaign (new, or made
 * from another one), or the subject of a request.
 */
export type DraftScope = {
  kind: 'sms' | 'campaign' | 'sender';
  of: string;
  projectId: string;
  personId: string;
};

type Part = 'draft' | 'sent' | 'tab';

const keyOf = (part: Part, id: string, { kind, of, projectId, personId }: DraftScope): DraftKey =>
  `${kind}_${part}.${of}.${id}.${projectId}.${personId}`;

/** The slot with the most recent draft of all tabs, or null. */
function newestOf(scope: DraftScope): string | null {
  const [before, after] = keyOf('draft', ' ', scope).split(' ') as [string, string];
  const ids = draftKeys()
    .filter((key) => key.startsWith(before) && key.endsWith(after))
    .map((key) => key.slice(before.length, -after.length));
  const writtenAt = (id: string) =>
    Number(parseObject(storedDraft(keyOf('draft', id, scope))).writtenAt) || 0;
  return ids.toSorted((a, b) => writtenAt(b) - writtenAt(a))[0] ?? null;
}

export type DraftSlot = {
  /** The stored draft when the slot was opened, or null. */
  draft: string | null;
  /** The submitted request that has no answer yet, or null. */
  sent: () => string | null;
  /** Stores a draft; null deletes it. */
  keepDraft: (draft: object | null) => void;
  keepSent: (sent: object | null) => void;
  /** Starts listening for other tabs; returns a function that stops. */
  listen: () => () => void;
};

/** Opens the slot of this tab, which `tab` identifies. */
export function openDraftSlot(scope: DraftScope, tab: string = randomUuid()): DraftSlot {
  const { kind, of, projectId, personId } = scope;
  const remembered = `${kind}_slot.${of}.${projectId}.${personId}`;
  let id = rememberedInTab(remembered) ?? newestOf(scope) ?? randomUuid();
  const opened = storedDraft(keyOf('draft', id, scope));
  let draftText = opened;
  let sentText = storedDraft(keyOf('sent', id, scope));

  function store(): void {
    rememberInTab(remembered, id);
    const isUsed = draftText !== null || sentText !== null;
    storeDraft(keyOf('tab', id, scope), isUsed ? tab : null);
    storeDraft(keyOf('draft', id, scope), draftText);
    storeDraft(keyOf('sent', id, scope), sentText);
  }
  function onStorage({ key, newValue }: StorageEvent): void {
    if (key !== keyOf('tab', id, scope) || newValue === null || newValue === tab) return;
    // Another tab has taken the draft, so later changes in this tab go to a new slot, with the keys of the
    // first draft. Nothing is copied yet: a draft that the other tab sends must not come back here.
    id = randomUuid();
  }
  store();
  return {
    draft: opened,
    sent: () => sentText,
    keepDraft(next) {
      draftText = next && JSON.stringify({ ...next, writtenAt: Date.now() });
      store();
    },
    keepSent(next) {
      sentText = next && JSON.stringify(next);
      store();
    },
    listen() {
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}
