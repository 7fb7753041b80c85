// Where a tab keeps what is written on Send SMS: a slot of its own, so that two tabs never keep one over the other. A new tab takes over
// what was written last; a tab that is still open and had it goes on in another slot.
import { MAX_CHARACTERS } from '@godwit/contract/segments';
import type { Mode } from '@godwit/contract/statuses';
import { PICKED } from '../../components/schedule.ts';
import { randomUuid } from '../../randomUuid.ts';
import {
  type DraftKey,
  draftKeys,
  parseObject,
  rememberedInTab,
  rememberInTab,
  storeDraft,
  storedDraft,
} from '../../session/drafts.ts';
import { type Draft, isEmpty } from './draft.ts';
import type { Begun } from './sendQueue.ts';

/** Whose it is: a person's, in a project and mode. */
export type Place = { personId: string; projectId: string; mode: Mode };

type Kind = 'draft' | 'sent' | 'tab';

const keyOf = (kind: Kind, id: string, { personId, projectId, mode }: Place): DraftKey =>
  `sms_${kind}.${mode}.${id}.${projectId}.${personId}`;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

/** Null where it is none, or none that is whole. */
function parseDraft(text: string | null): Draft | null {
  const { typed, body, from, at } = parseObject(text);
  if (!Array.isArray(typed) || !typed.every(isText) || !isText(body)) return null;
  if (!isTextOrNull(from) || !isTextOrNull(at)) return null;
  return { typed, body: body.slice(0, MAX_CHARACTERS), from, at: at !== null && PICKED.test(at) ? at : null };
}

function parseBegun(text: string | null): Begun | null {
  const { content, keys } = parseObject(text);
  if (!isText(content) || keys === null || typeof keys !== 'object') return null;
  const known = Object.entries(keys).flatMap(([to, kept]) => {
    const { key, since } = parseObject(JSON.stringify(kept));
    return isText(key) && typeof since === 'number' ? [[to, { key, since }] as const] : [];
  });
  return { content, keys: Object.fromEntries(known) };
}

/** The slot in which a draft was written last, of all tabs'; null where there is none. */
function newestOf(place: Place): string | null {
  const [before, after] = keyOf('draft', ' ', place).split(' ') as [string, string];
  const ids = draftKeys()
    .filter((key) => key.startsWith(before) && key.endsWith(after))
    .map((key) => key.slice(before.length, -after.length));
  const writtenAt = (id: string) =>
    Number(parseObject(storedDraft(keyOf('draft', id, place))).writtenAt) || 0;
  return ids.toSorted((a, b) => writtenAt(b) - writtenAt(a))[0] ?? null;
}

export type Slot = {
  /** The draft that was kept; null where there is none. */
  draft: Draft | null;
  /** What was begun to be sent and got no answer; null where there is nothing. */
  begun: Begun | null;
  /** Keeps a draft, and forgets one that has nothing in it. */
  keepDraft: (draft: Draft) => void;
  keepBegun: (begun: Begun | null) => void;
  /** Hears of other tabs from now on; returns the way to stop. */
  listen: () => () => void;
};

/** Opens the slot of this tab. `tab` names this opening of it. */
export function openSlot(place: Place, tab: string = randomUuid()): Slot {
  const remembered = `sms_slot.${place.mode}.${place.projectId}.${place.personId}`;
  let id = rememberedInTab(remembered) ?? newestOf(place) ?? randomUuid();
  let draftText = storedDraft(keyOf('draft', id, place));
  let begunText = storedDraft(keyOf('sent', id, place));
  const draft = parseDraft(draftText);
  const begun = parseBegun(begunText);

  function keep(): void {
    rememberInTab(remembered, id);
    const isUsed = draftText !== null || begunText !== null;
    storeDraft(keyOf('tab', id, place), isUsed ? tab : null);
    storeDraft(keyOf('draft', id, place), draftText);
    storeDraft(keyOf('sent', id, place), begunText);
  }
  function onStorage({ key, newValue }: StorageEvent): void {
    if (key !== keyOf('tab', id, place) || newValue === null || newValue === tab) return;
    // Another tab has it now. What this one changes from here on goes to a slot of its own, with the keys of what was begun; before that
    // nothing is kept twice, so that what the other tab sends does not come back as a draft.
    id = randomUuid();
  }
  keep();
  return {
    draft,
    begun,
    keepDraft(next) {
      draftText = isEmpty(next) ? null : JSON.stringify({ ...next, writtenAt: Date.now() });
      keep();
    },
    keepBegun(next) {
      begunText = next && JSON.stringify(next);
      keep();
    },
    listen() {
      addEventListener('storage', onStorage);
      return () => removeEventListener('storage', onStorage);
    },
  };
}
