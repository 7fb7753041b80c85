// The slot in which a tab keeps its draft. Each tab has its own, so two tabs never overwrite each other's
// draft. A new tab takes the latest draft; a tab that is still open and had it continues in another slot.
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
 * The owner and the kind of a draft: a message in a mode, a campaign that is new or made from another one.
 */
export type DraftPlace = { kind: 'sms' | 'campaign'; of: string; projectId: string; personId: string };

type Part = 'draft' | 'sent' | 'tab';

const keyOf = (part: Part, id: string, { kind, of, projectId, personId }: DraftPlace): DraftKey =>
  `${kind}_${part}.${of}.${id}.${projectId}.${personId}`;

/** The slot in which a draft was written last, of all tabs'; null if there is none. */
function newestOf(place: DraftPlace): string | null {
  const [before, after] = keyOf('draft', ' ', place).split(' ') as [string, string];
  const ids = draftKeys()
    .filter((key) => key.startsWith(before) && key.endsWith(after))
    .map((key) => key.slice(before.length, -after.length));
  const writtenAt = (id: string) =>
    Number(parseObject(storedDraft(keyOf('draft', id, place))).writtenAt) || 0;
  return ids.toSorted((a, b) => writtenAt(b) - writtenAt(a))[0] ?? null;
}

export type DraftSlot = {
  /** The draft that was stored when the slot was opened; null if there was none. */
  draft: string | null;
  /** The request that was sent and has no answer so far; null if there is none. */
  sent: () => string | null;
  /** Keeps a draft; null forgets it. */
  keepDraft: (draft: object | null) => void;
  keepSent: (sent: object | null) => void;
  /** Hears of other tabs from now on; returns the way to stop. */
  listen: () => () => void;
};

/** Opens the slot of this tab. `tab` names this opening of it. */
export function openDraftSlot(place: DraftPlace, tab: string = randomUuid()): DraftSlot {
  const { kind, of, projectId, personId } = place;
  const remembered = `${kind}_slot.${of}.${projectId}.${personId}`;
  let id = rememberedInTab(remembered) ?? newestOf(place) ?? randomUuid();
  const opened = storedDraft(keyOf('draft', id, place));
  let draftText = opened;
  let sentText = storedDraft(keyOf('sent', id, place));

  function keep(): void {
    rememberInTab(remembered, id);
    const isUsed = draftText !== null || sentText !== null;
    storeDraft(keyOf('tab', id, place), isUsed ? tab : null);
    storeDraft(keyOf('draft', id, place), draftText);
    storeDraft(keyOf('sent', id, place), sentText);
  }
  function onStorage({ key, newValue }: StorageEvent): void {
    if (key !== keyOf('tab', id, place) || newValue === null || newValue === tab) return;
    // Another tab has it now. Later changes in this tab go to a slot of its own, with the keys of the first
    // draft. Until then nothing is stored twice, so a draft that the other tab sends does not come back here.
    id = randomUuid();
  }
  keep();
  return {
    draft: opened,
    sent: () => sentText,
    keepDraft(next) {
      draftText = next && JSON.stringify({ ...next, writtenAt: Date.now() });
      keep();
    },
    keepSent(next) {
      sentText = next && JSON.stringify(next);
      keep();
    },
    listen() {
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}
