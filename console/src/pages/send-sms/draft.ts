// What is being written on Send SMS, and what stands in the way of sending it.
import type { RegionCode } from '@godwit/contract/accounts';
import type { SegmentCount } from '@godwit/contract/segments';
import { type ScheduleError, scheduleError } from '../../components/schedule.ts';

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
