// What is being written on Send SMS, what stands in the way of sending it, and where a tab keeps it: in a slot of its own, so that two tabs
// never keep one over the other. A new tab takes over what was written last; a tab that is still open and had it goes on in another slot.
import type { RegionCode } from '@godwit/contract/accounts';
import { MAX_CHARACTERS, type SegmentCount } from '@godwit/contract/segments';
import type { Mode } from '@godwit/contract/statuses';
import { PICKED, type ScheduleError, scheduleError } from '../../components/schedule.ts';
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
import type { Begun } from './sendQueue.ts';

export type Draft = {
  /** Phone numbers as typed, wrong and repeated ones too. */
  typed: string[];
  body: string;
  /** The chosen sender id; null while the default of the mode holds. */
  from: string | null;
  /** On the clocks of the project as the picker has it, `yyyy-MM-dd HH:mm:ss`; null is immediately. */
  at: string | null;
};

export const EMPTY_DRAFT: Draft = { typed: [], body: '', from: null, at: null };

/** Whether anything in it would be missed. */
export const isEmpty = ({ typed, body }: Draft): boolean => typed.length === 0 && body === '';

/** The simulator delivers at once to numbers that end so; one of the team's country. */
const DELIVERED: Record<RegionCode, string> = { LK: '+94770000001', AU: '+61400000001' };

/** What a team's very first message begins with: only its text is missing. */
export const firstDraft = (region: RegionCode): Draft => ({ ...EMPTY_DRAFT, typed: [DELIVERED[region]] });

/** What is wrong with a field, as the name of its sentence. */
export type FieldError =
  | 'send.numbersRequired'
  | 'send.contentRequired'
  | 'send.tooLong'
  | 'send.senderRequired'
  | ScheduleError;

export type FieldErrors = Partial<Record<keyof Draft, FieldError>>;

type Around = {
  /** How many good numbers there are. */
  sendable: number;
  count: SegmentCount;
  from: string | null;
  timezone: string;
  now: Date;
};

/** Every field that keeps the draft from being sent at `now`, in the order of the page. */
export function checkDraft(draft: Draft, { sendable, count, from, timezone, now }: Around): FieldErrors {
  const errors: FieldErrors = {};
  if (sendable === 0) errors.typed = 'send.numbersRequired';
  if (draft.body.trim() === '') errors.body = 'send.contentRequired';
  else if (count.tooLong) errors.body = 'send.tooLong';
  if (from === null) errors.from = 'send.senderRequired';
  const time = scheduleError(draft.at, timezone, now);
  if (time) errors.at = time;
  return errors;
}

/** What is left to send: sent numbers go, and once no number is left the text goes with them. */
export function afterSending(draft: Draft, stays: (typed: string) => boolean): Draft {
  const typed = draft.typed.filter(stays);
  return typed.length > 0 ? { ...draft, typed } : { ...EMPTY_DRAFT, from: draft.from };
}

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
