// What is being written on Send SMS, what stands in the way of sending it, and how it is kept in the browser meanwhile.
import type { RegionCode } from '@godwit/contract/accounts';
import { MAX_CHARACTERS, type SegmentCount } from '@godwit/contract/segments';
import type { Mode } from '@godwit/contract/statuses';
import { PICKED, type ScheduleError, scheduleError } from '../../components/schedule.ts';
import { type DraftKey, parseObject, storeDraft, storedDraft } from '../../session/drafts.ts';
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

/** Whose draft it is: a person's, in a project and mode. */
export type DraftPlace = { personId: string; projectId: string; mode: Mode };

const keyOf = (kind: 'draft' | 'sent', { personId, projectId, mode }: DraftPlace): DraftKey =>
  `sms_${kind}.${mode}.${projectId}.${personId}`;

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

/** The kept draft; null where there is none, or none that is whole. */
export function readDraft(place: DraftPlace): Draft | null {
  const { typed, body, from, at } = parseObject(storedDraft(keyOf('draft', place)));
  if (!Array.isArray(typed) || !typed.every(isText) || !isText(body)) return null;
  if (!isTextOrNull(from) || !isTextOrNull(at)) return null;
  return { typed, body: body.slice(0, MAX_CHARACTERS), from, at: at !== null && PICKED.test(at) ? at : null };
}

/** Keeps a draft, and forgets one that has nothing in it. */
export function keepDraft(place: DraftPlace, draft: Draft): void {
  storeDraft(keyOf('draft', place), isEmpty(draft) ? null : JSON.stringify(draft));
}

/** What was begun to be sent and got no answer; null where there is nothing. */
export function readBegun(place: DraftPlace): Begun | null {
  const { content, keys } = parseObject(storedDraft(keyOf('sent', place)));
  if (!isText(content) || keys === null || typeof keys !== 'object') return null;
  return { content, keys: Object.fromEntries(Object.entries(keys).filter(([, key]) => isText(key))) };
}

export function keepBegun(place: DraftPlace, begun: Begun | null): void {
  storeDraft(keyOf('sent', place), begun && JSON.stringify(begun));
}
