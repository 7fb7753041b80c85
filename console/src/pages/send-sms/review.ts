// A review of messages before they are sent, and what became of each.
import type { SendForm } from '../../api/messages.ts';
import type { Entry } from './numbers.ts';
import type { Outcome } from './outcome.ts';

export type Recipient = {
  /** E.164. */
  to: string;
  shown: string;
  /** ISO 3166 alpha-2; null if unknown. */
  country: string | null;
};

export type Review = {
  recipients: Recipient[];
  /** Numbers that do not receive the message. */
  leftOut: Entry[];
  /** Recipients in E.164 whose key has expired. Their message may have been sent already. */
  outdated: string[];
  form: Omit<SendForm, 'to'>;
  /** The segments of each message. */
  segments: number;
  /** The sending time as shown. */
  sendTime: string;
  /** The time zone and offset of a scheduled time; null for immediate sending. */
  zone: string | null;
};

export type Outcomes = ReadonlyMap<string, Outcome>;
