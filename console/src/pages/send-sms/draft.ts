// What is being written on Send SMS, what stands in the way of sending it, and what of it a tab keeps.
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import { MAX_CHARACTERS, type SegmentCount } from '@godwit/contract/messages/segments';
import type { Mode } from '@godwit/contract/messages/statuses';
import { PICKED, type ScheduleError, scheduleError } from '../../components/message/schedule.ts';
import { openDraftSlot } from '../../session/draftSlot.ts';
import { parseObject } from '../../session/drafts.ts';
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

/**
 * Opens the slot of this tab: the draft and what was begun to be sent and got no answer, null if there is
 * none. `tab` names this opening of it.
 */
export function openSlot({ mode: of, projectId, personId }: Place, tab?: string) {
  const { draft, sent, keepDraft, keepSent, listen } = openDraftSlot(
    { kind: 'sms', of, projectId, personId },
    tab,
  );
  return {
    draft: parseDraft(draft),
    begun: parseBegun(sent()),
    /** Keeps a draft, and forgets one that has nothing in it. */
    keepDraft: (next: Draft) => keepDraft(isEmpty(next) ? null : next),
    keepBegun: (begun: Begun | null) => keepSent(begun),
    listen,
  };
}
export type Slot = ReturnType<typeof openSlot>;
