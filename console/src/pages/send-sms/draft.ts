// What is being written on Send SMS, and what stands in the way of sending it.
import type { SegmentCount } from '@godwit/contract/segments';
import { type ScheduleError, scheduleError } from '../../components/schedule.ts';

export type Draft = {
  /** Phone numbers as typed, wrong and repeated ones too. */
  typed: string[];
  body: string;
  /** The chosen sender id; null while the default of the mode holds. */
  from: string | null;
  /** Local date and time as the picker has it, `yyyy-MM-dd HH:mm:ss`; null is immediately. */
  at: string | null;
};

export const EMPTY_DRAFT: Draft = { typed: [], body: '', from: null, at: null };

export type Field = 'numbers' | 'content' | 'sender' | 'time';

/** What is wrong with a field, as the name of its sentence. */
export type FieldError =
  | 'send.numbersRequired'
  | 'send.contentRequired'
  | 'send.tooLong'
  | 'send.senderRequired'
  | ScheduleError;

export type FieldErrors = Partial<Record<Field, FieldError>>;

/** Every field that keeps the draft from being sent at `now`, in the order of the page. `sendable` counts good numbers. */
export function checkDraft(
  draft: Draft,
  { sendable, count, from, now }: { sendable: number; count: SegmentCount; from: string | null; now: Date },
): FieldErrors {
  const errors: FieldErrors = {};
  if (sendable === 0) errors.numbers = 'send.numbersRequired';
  if (draft.body.trim() === '') errors.content = 'send.contentRequired';
  else if (count.tooLong) errors.content = 'send.tooLong';
  if (from === null) errors.sender = 'send.senderRequired';
  const time = scheduleError(draft.at, now);
  if (time) errors.time = time;
  return errors;
}

/** What is left to send: sent numbers go, and once no number is left the text goes with them. */
export function afterSending(draft: Draft, stays: (typed: string) => boolean): Draft {
  const typed = draft.typed.filter(stays);
  return typed.length > 0 ? { ...draft, typed } : { ...EMPTY_DRAFT, from: draft.from };
}
