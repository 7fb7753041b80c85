// The checks of accept that need no transaction, as a list of steps: each gives the message one thing more or refuses it.
import { priceFor } from '@godwit/contract/prices';
import { countSegments } from '@godwit/contract/segments';
import { isSenderId } from '@godwit/contract/senders';
import { instantOf, newId } from '../ids.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { parseRecipient, type Recipient } from './numbers.ts';
import { localDay, type Origin, pricesAt } from './origin.ts';
import type { MessageMode, NewMessage } from './queries.ts';
import { parseSendAt } from './sendAt.ts';

/** A message as a caller hands it in, from whichever door; all texts are as typed. */
export type Submission = {
  projectId: string;
  mode: MessageMode;
  apiType: 'MESSAGING' | 'CAMPAIGN';
  to: string;
  from: string;
  body: string;
  sendAt?: string | null | undefined;
  statusCallback?: string | null | undefined;
  idempotency?: { key: string; bodyHash: Buffer } | undefined;
};

// Countries whose networks replace or refuse names as senders, so that a message from one would not arrive as sent.
const NUMERIC_SENDERS_ONLY = new Set([
  'AR',
  'BR',
  'CA',
  'CL',
  'CN',
  'CO',
  'CR',
  'EC',
  'KR',
  'MX',
  'PR',
  'US',
  'UY',
  'VE',
]);
const CALLBACK_SCHEMES = new Set(['http:', 'https:']);

/** Checks a submission against its origin and makes the row to store. Refusals: the catalogue's 1002 to 4008 codes. */
export function draftMessage(origin: Origin, submission: Submission, now: Date): NewMessage | Refusal {
  const { mode, from } = submission;
  if (origin.paused) return refuse('sendingPaused');
  if (mode === 'LIVE' && !origin.verified) return refuse('verificationNeeded');

  const recipient = parseRecipient(submission.to);
  if (isRefusal(recipient)) return recipient;
  const sender = chooseSender(origin, mode, from);
  if (isRefusal(sender)) return sender;
  if (recipient.country && NUMERIC_SENDERS_ONLY.has(recipient.country)) return refuse('senderCapability');
  const blocked = checkCountry(origin, recipient);
  if (blocked) return blocked;
  const text = measure(submission.body, sender.promotional);
  if (isRefusal(text)) return text;
  const id = newId();
  const acceptedAt = instantOf(id);
  const price = priceFor(recipient.e164, pricesAt(origin, acceptedAt));
  if (!price)
    return refuse('invalidNumber', {
      description: `There is no price for ${recipient.e164} yet. Contact support.`,
    });
  const sendAt = parseSendAt(submission.sendAt, now);
  if (isRefusal(sendAt)) return sendAt;
  const statusCallback = checkCallback(submission.statusCallback);
  if (isRefusal(statusCallback)) return statusCallback;

  const costMicros = price.price_micros * BigInt(text.segments);
  return {
    teamId: origin.teamId,
    id,
    projectId: origin.projectId,
    mode,
    apiType: submission.apiType,
    sender: from,
    promotional: sender.promotional,
    recipient: recipient.e164,
    ...text,
    costMicros,
    chargedMicros: mode === 'LIVE' ? costMicros : 0n,
    day: localDay(acceptedAt, origin.timezone),
    statusCallback,
    sendAt,
    acceptedAt,
  };
}

/** Whether the project blocks the recipient's country now; also asked again just before a message is submitted. */
export function checkCountry(origin: Origin, recipient: Recipient): Refusal | null {
  if (origin.blockedCodes.has(recipient.dialCode)) return refuse('countryBlocked');
  return null;
}

function chooseSender(origin: Origin, mode: MessageMode, from: string): { promotional: boolean } | Refusal {
  const approved = origin.senders.get(from);
  if (approved) return approved;
  if (mode === 'TEST' && isSenderId(from)) return { promotional: false };
  const description =
    mode === 'TEST'
      ? 'The sender id must be 3 to 11 letters, digits, blanks or underscores with at least one letter, such as SANDBOX.'
      : 'This sender id is not approved for the project. Request it in the project’s settings.';
  return refuse('invalidSender', { description, fields: { from: description } });
}

function measure(body: string, promotional: boolean) {
  const text = body.toWellFormed();
  if (text.trim() === '')
    return refuse('invalidArgument', {
      description: 'Content is required',
      fields: { body: 'Content is required' },
    });
  const { encoding, characters, segments, tooLong } = countSegments(text, { promotional });
  if (tooLong) return refuse('bodyTooLong', { fields: { body: 'At most 1600 characters or 10 segments.' } });
  return { body: text, encoding, characters, segments };
}

function checkCallback(url: string | null | undefined): string | null | Refusal {
  if (url === null || url === undefined || url === '') return null;
  const parsed = URL.parse(url);
  if (parsed && CALLBACK_SCHEMES.has(parsed.protocol) && !parsed.username && !parsed.password) return url;
  const description =
    'status_callback must be an http or https URL without a user name, such as https://example.com/status.';
  return refuse('invalidArgument', { description, fields: { status_callback: description } });
}
