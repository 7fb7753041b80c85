// Maps refusals to replies of SMTP, with their enhanced status codes (RFC 3463). docs/switch-from-email.md
// repeats the table.
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import { isOutcomeUnknown } from '../../db/commit/batchCommit.ts';
import { asRefusal, toErrorAnswer } from '../../http/errors.ts';
import type { Refusal } from '../../refusal.ts';

/** A reply that is no success; smtp-server sends `responseCode` and the message. */
export class SmtpError extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, text: string) {
    super(toLine(text));
    this.responseCode = responseCode;
  }
}

type Reply = readonly [code: number, enhanced: string];

const NUMBER: Reply = [550, '5.1.1'];
const TOO_LARGE: Reply = [552, '5.3.4'];
const MONEY: Reply = [552, '5.2.2'];
const LATER: Reply = [451, '4.3.0'];
const REFUSED: Reply = [550, '5.7.1'];

const REPLIES: Partial<Record<ErrorName, Reply>> = {
  ...{ invalidNumber: NUMBER, invalidNumberFormat: NUMBER, numberLacksCountryCode: NUMBER },
  ...{ bodyTooLong: TOO_LARGE, tooLarge: TOO_LARGE },
  ...{ insufficientBalance: MONEY, dailyLimit: MONEY, keyCap: MONEY, priceAboveMax: MONEY },
  ...{ unavailable: LATER, unexpected: LATER, idempotencyInProgress: LATER, tooManyRequests: LATER },
  invalidSender: [553, '5.7.1'],
  invalidCredentials: [535, '5.7.8'],
  invalidArgument: [550, '5.6.0'],
};

const NOT_CHARGED = 'Nothing was sent or charged.';
const SAYS_SO = /charged|nothing (?:was|is|has)/i;
const MAY_BE_SENT =
  'The database was lost, so it is unknown whether this was sent and charged. Send the same mail again: with its Message-ID it counts once.';
/** RFC 5321 §4.5.3.1.5 allows 512 octets with the code and the line end. */
const LONGEST_LINE = 480;

/** The reply to an error. `isUnexpected`: it has to be logged. */
export function replyTo(error: unknown): { reply: SmtpError; isUnexpected: boolean } {
  if (error instanceof SmtpError) return { reply: error, isUnexpected: false };
  const refusal = asRefusal(error);
  const [code, enhanced] = REPLIES[refusal.refused] ?? REFUSED;
  const text = code === LATER[0] ? laterText(refusal, error) : textOf(refusal);
  const number = ERRORS[refusal.refused].code;
  return {
    reply: new SmtpError(code, `${enhanced} ${number}: ${text}`),
    isUnexpected: refusal.refused === 'unexpected',
  };
}

function textOf(refusal: Refusal): string {
  const { description } = toErrorAnswer(refusal);
  const sentence = /[.!?]$/.test(description) ? description : `${description}.`;
  return SAYS_SO.test(sentence) ? sentence : `${sentence} ${NOT_CHARGED}`;
}

/** Our texts about repeating a call are about HTTP. */
function laterText({ refused, retryAfterSeconds }: Refusal, error: unknown): string {
  if (error instanceof Error && isOutcomeUnknown(error)) return MAY_BE_SENT;
  const when = retryAfterSeconds === undefined ? 'shortly' : `after ${retryAfterSeconds} s`;
  const cause = {
    tooManyRequests: 'Too many mails at once',
    idempotencyInProgress: 'The same mail is being taken now',
  }[refused as string];
  return `${cause ?? 'This mail cannot be taken now'}. ${NOT_CHARGED} Send it again ${when}.`;
}

/** Replies are ASCII, and one line. */
function toLine(text: string): string {
  const ascii = text.replace(/[‘’]/g, "'").replace(/[^\x20-\x7e]/g, '?');
  return ascii.length > LONGEST_LINE ? `${ascii.slice(0, LONGEST_LINE - 3)}...` : ascii;
}
