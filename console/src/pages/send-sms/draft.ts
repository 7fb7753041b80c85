// What is being written on Send SMS, and what stands in the way of sending it.
import type { SegmentCount } from '@godwit/contract/segments';
import dayjs from 'dayjs';

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
  | 'send.timePast'
  | 'send.timeFar';

export type FieldErrors = Partial<Record<Field, FieldError>>;

// The server allows a minute for clocks that differ.
const PAST_ALLOWED_MS = 60_000;

/** What the picker gives and takes: local time. */
export const PICKER_FORMAT = 'YYYY-MM-DD HH:mm:ss';

/** A picked time as people read it, the specification's `MM/dd/yyyy h:mm aa`. */
export const formatPicked = (at: string): string => dayjs(at).format('MM/DD/YYYY h:mm A');

/** The time the picker starts with. */
export function nextHour(now: Date): string {
  return dayjs(now).add(1, 'hour').startOf('hour').format(PICKER_FORMAT);
}

/** The picked local time as an instant for the server: ISO 8601 UTC without fractions; null is now. */
export function sendAtOf(at: string | null): string | null {
  return at === null ? null : `${dayjs(at).toISOString().slice(0, 19)}Z`;
}

function timeError(at: string | null, now: Date): FieldError | null {
  if (at === null) return null;
  const time = dayjs(at).valueOf();
  if (time < now.getTime() - PAST_ALLOWED_MS) return 'send.timePast';
  return time > dayjs(now).add(1, 'year').valueOf() ? 'send.timeFar' : null;
}

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
  const time = timeError(draft.at, now);
  if (time) errors.time = time;
  return errors;
}

/** What is left to send: sent numbers go, and once no number is left the text goes with them. */
export function afterSending(draft: Draft, stays: (typed: string) => boolean): Draft {
  const typed = draft.typed.filter(stays);
  return typed.length > 0 ? { ...draft, typed } : { ...EMPTY_DRAFT, from: draft.from };
}
