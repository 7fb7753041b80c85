// The draft of Send SMS: its fields, the errors that prevent sending it, and its storage in the browser.
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import { MAX_CHARACTERS, type SegmentCount } from '@godwit/contract/messages/segments';
import type { Mode } from '@godwit/contract/messages/statuses';
import { PICKED, type ScheduleError, scheduleError } from '../../components/message/schedule.ts';
import type { SentBefore } from '../../session/context.ts';
import { openDraftSlot } from '../../session/draftSlot.ts';
import { parseObject } from '../../session/drafts.ts';
import type { Unanswered } from './sendQueue.ts';

export type Draft = {
  /** Phone numbers as typed, including invalid ones and duplicates. */
  typed: string[];
  body: string;
  /** The chosen sender id; null for the default of the mode. */
  from: string | null;
  /** Local time in the project's time zone, `yyyy-MM-dd HH:mm:ss`; null sends immediately. */
  at: string | null;
  /** Whether landlines and service numbers get the message too. */
  toLandlines: boolean;
};

export const EMPTY_DRAFT: Draft = { typed: [], body: '', from: null, at: null, toLandlines: false };

/** Whether the draft has nothing worth keeping. */
export const isEmpty = ({ typed, body }: Draft): boolean => typed.length === 0 && body === '';

/** Numbers that the simulator delivers to immediately, by the team's region. */
const DELIVERED: Record<RegionCode, string> = { LK: '+94770000001', AU: '+61400000001' };

/** Returns the draft for a team's first message, which lacks only its text. */
export const firstDraft = (region: RegionCode): Draft => ({ ...EMPTY_DRAFT, typed: [DELIVERED[region]] });

/** Adds a number to a draft that does not have it; null adds none. */
const withRecipient = (draft: Draft, number: string | null): Draft =>
  number === null || draft.typed.includes(number) ? draft : { ...draft, typed: [...draft.typed, number] };

/** The draft to open the page with: a message to send again, or the stored draft with a number added. */
export const draftFor = (draft: Draft, number: string | null, again: SentBefore | null): Draft =>
  number !== null && again
    ? { ...EMPTY_DRAFT, typed: [number], body: again.body.slice(0, MAX_CHARACTERS), from: again.from }
    : withRecipient(draft, number);

/** The problem of a field, as the id of its text. */
export type FieldError =
  | 'send.numbersRequired'
  | 'send.contentRequired'
  | 'send.tooLong'
  | 'send.senderRequired'
  | ScheduleError;

export type FieldErrors = Partial<Record<keyof Draft, FieldError>>;

type CheckInput = {
  /** The number of valid phone numbers. */
  sendable: number;
  count: SegmentCount;
  from: string | null;
  timezone: string;
  now: Date;
};

/** Returns the fields that prevent sending the draft at `now`. */
export function checkDraft(draft: Draft, { sendable, count, from, timezone, now }: CheckInput): FieldErrors {
  const errors: FieldErrors = {};
  if (sendable === 0) errors.typed = 'send.numbersRequired';
  if (draft.body.trim() === '') errors.body = 'send.contentRequired';
  else if (count.tooLong) errors.body = 'send.tooLong';
  if (from === null) errors.from = 'send.senderRequired';
  const time = scheduleError(draft.at, timezone, now);
  if (time) errors.at = time;
  return errors;
}

/** Returns the draft without sent numbers. Once all are sent, only the chosen sender id remains. */
export function afterSending(draft: Draft, isUnsent: (typed: string) => boolean): Draft {
  const typed = draft.typed.filter(isUnsent);
  return typed.length > 0 ? { ...draft, typed } : { ...EMPTY_DRAFT, from: draft.from };
}

/** The person, project and mode that a draft belongs to. */
export type DraftOwner = { personId: string; projectId: string; mode: Mode };

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

/** Parses a stored draft; null if there is none or it is invalid. */
function parseDraft(text: string | null): Draft | null {
  const { typed, body, from, at, toLandlines } = parseObject(text);
  if (!Array.isArray(typed) || !typed.every(isText) || !isText(body)) return null;
  if (!isTextOrNull(from) || !isTextOrNull(at)) return null;
  return {
    ...{ typed, body: body.slice(0, MAX_CHARACTERS), from },
    at: at !== null && PICKED.test(at) ? at : null,
    toLandlines: toLandlines === true,
  };
}

/** Parses the stored requests; null if there are none or they are invalid. */
function parseUnanswered(text: string | null): Unanswered | null {
  const { content, keys } = parseObject(text);
  if (!isText(content) || keys === null || typeof keys !== 'object') return null;
  const known = Object.entries(keys).flatMap(([to, stored]) => {
    const { key, since } = parseObject(JSON.stringify(stored));
    return isText(key) && typeof since === 'number' ? [[to, { key, since }] as const] : [];
  });
  return { content, keys: Object.fromEntries(known) };
}

/**
 * Opens the draft slot of this tab, with the draft and the requests that have no response yet; null if there
 * are none. `tab` identifies this opening of the slot.
 */
export function openSlot({ mode: of, projectId, personId }: DraftOwner, tab?: string) {
  const { draft, sent, keepDraft, keepSent, listen } = openDraftSlot(
    { kind: 'sms', of, projectId, personId },
    tab,
  );
  return {
    draft: parseDraft(draft),
    unanswered: parseUnanswered(sent()),
    /** Stores a draft, or deletes the stored one if the draft is empty. */
    keepDraft: (next: Draft) => keepDraft(isEmpty(next) ? null : next),
    keepUnanswered: (unanswered: Unanswered | null) => keepSent(unanswered),
    listen,
  };
}
export type Slot = ReturnType<typeof openSlot>;
