// The checks of accept that need no transaction, as a list of steps: each adds one thing to the message or refuses it.

import { heldUntil } from '@godwit/contract/countryClocks';
import { isTwoWayNumber } from '@godwit/contract/phoneNumbers';
import { priceFor } from '@godwit/contract/prices';
import { countSegments } from '@godwit/contract/segments';
import { isSenderId, takesNames } from '@godwit/contract/senders';
import type { Mode, Platform } from '@godwit/contract/statuses';
import { checkCallbackUrl } from '../callbacks/url.ts';
import { instantOf, newId } from '../ids.ts';
import type { OptOutLink, OptOutLinks } from '../optOuts/links.ts';
import { parseRecipient, type Recipient } from '../phoneNumbers.ts';
import { countedDay } from '../projects/days.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { traceParent } from '../tracing.ts';
import type { Message, NewMessage } from './queries.ts';
import { parseSendAt } from './sendAt.ts';
import { pricesAt, type SendingProfile } from './sendingProfile.ts';

/** An address as SMPP has it: type of number, numbering plan, and the address itself. */
export type SmppAddress = { ton: number; npi: number; address: string };

/**
 * The receipt a customer asks for. `systemId`: what it is bound as; `toldId`: the id that the submit is answered with, where that is not the
 * message's own; `wanted`: 1 of any end, 2 of failures only, 3 of success only.
 */
export type ReceiptRequest = {
  systemId: string;
  toldId: string | null;
  wanted: number;
  source: SmppAddress;
  destination: SmppAddress;
};

/** A message as a caller hands it in; all texts are as typed. */
export type Submission = {
  /** The id it is to have, where that was told before. */
  id?: string | undefined;
  projectId: string;
  mode: Mode;
  platform: Platform;
  to: string;
  from: string;
  body: string;
  sendAt?: string | null | undefined;
  statusCallback?: string | null | undefined;
  idempotency?: { key: string; bodyHash: Buffer } | undefined;
  campaignId?: string | undefined;
  /** The one confirmation of a STOP, which may go to a number that has opted out. */
  passesOptOut?: boolean | undefined;
  /** How long it may wait for a carrier, if not a day. */
  validityMs?: number | undefined;
  /** The SMPP receipt that its customer asks for. */
  receipt?: ReceiptRequest | undefined;
};

/** Finds the link group for a number, or null where no carrier link takes it. */
export type FindLinkGroup = (mode: Mode, e164: string) => string | null;

/** What the checks need besides the profile. */
export type Rules = { linkGroup: FindLinkGroup; optOutLinks: OptOutLinks };

/** A message to store, where it goes, what is known about its recipient, and the token of the opt-out link that it carries. */
export type Draft = NewMessage &
  Pick<Message, 'numberMetadata'> & { dialCode: string; linkGroup: string; optOutToken: string | null };

/** Nothing is sent from an archived project. */
export const ARCHIVED = refuse('conflict', {
  description:
    'This project is archived: nothing is sent from it. An owner of the team can bring it back in its settings.',
});

/** Checks a submission against its profile and makes the row to store. Refusals: the catalogue's 1002 to 4008 codes and 1014. */
export function draftMessage(
  profile: SendingProfile,
  submission: Submission,
  rules: Rules,
  now: Date,
): Draft | Refusal {
  const { mode, platform, campaignId = null } = submission;
  const id = submission.id ?? newId();
  const acceptedAt = instantOf(id);
  // The id of a message in parts is of when its first part came: its price is that of now.
  const examined = examine(profile, submission, rules, now);
  if (isRefusal(examined)) return examined;
  const askedFor = parseSendAt(submission.sendAt, now);
  if (isRefusal(askedFor)) return askedFor;
  const sendAt = examined.promotional ? holdBack(profile, examined.country, askedFor, now) : askedFor;
  const statusCallback = checkCallbackUrl(submission.statusCallback, 'status_callback');
  if (isRefusal(statusCallback)) return statusCallback;

  return {
    ...examined,
    teamId: profile.teamId,
    id,
    projectId: profile.projectId,
    mode,
    apiType: platform === 'CAMPAIGN' ? 'CAMPAIGN' : 'MESSAGING',
    platform,
    chargedMicros: mode === 'LIVE' ? examined.costMicros : 0n,
    day: countedDay(profile, acceptedAt),
    statusCallback,
    sendAt,
    heldSince: sendAt === askedFor ? null : (askedFor ?? acceptedAt),
    acceptedAt,
    campaignId,
    traceParent: traceParent(),
  };
}

/** The checks of profile, sender, recipient and text, and the price as it is at `at`. */
export function examine(
  profile: SendingProfile,
  { mode, from, to, body }: Pick<Submission, 'mode' | 'from' | 'to' | 'body'>,
  { linkGroup, optOutLinks }: Rules,
  at: Date,
) {
  if (profile.paused) return refuse('sendingPaused');
  if (profile.archived) return ARCHIVED;
  if (mode === 'LIVE' && !profile.verified) return refuse('verificationNeeded');
  const recipient = parseRecipient(to);
  if (isRefusal(recipient)) return recipient;
  const sender = chooseSender(profile, mode, from);
  if (isRefusal(sender)) return sender;
  const blocked = checkCountry(profile, recipient);
  if (blocked) return blocked;
  if (recipient.country && !isTwoWayNumber(from) && !takesNames(recipient.country))
    return refuse('senderCapability');
  const text = measure(body, sender.promotional);
  if (isRefusal(text)) return text;
  const price = priceFor(recipient.e164, pricesAt(profile, at));
  if (!price)
    return refuse('invalidNumber', {
      description: `There is no price for ${recipient.e164} yet. Contact support.`,
    });
  const group = linkGroup(mode, recipient.e164);
  if (!group)
    return refuse('unavailable', {
      description: 'There is no carrier link for this message now.',
      retryAfterSeconds: 60,
    });
  return {
    sender: from,
    promotional: sender.promotional,
    recipient: recipient.e164,
    country: recipient.country,
    dialCode: recipient.dialCode,
    numberMetadata: recipient.metadata,
    ...text,
    ...(sender.promotional
      ? withLink(text, optOutLinks(profile.teamId, recipient.e164))
      : { optOutToken: null }),
    costMicros: price.price_micros * BigInt(text.segments),
    linkGroup: group,
  };
}

/** When a promotional message goes: at the end of the recipient's quiet hours where it would go within them, else when it was asked for. */
function holdBack(
  { quietHours }: SendingProfile,
  country: string | null,
  sendAt: Date | null,
  now: Date,
): Date | null {
  if (!quietHours || country === null) return sendAt;
  const due = sendAt ?? now;
  const until = heldUntil(country, due, quietHours);
  return until > due ? until : sendAt;
}

/** Appends the opt-out link. `measure` has kept the characters that it takes free, so that segments are not counted again. */
function withLink({ body, characters }: { body: string; characters: number }, link: OptOutLink) {
  if (body.includes(link.url)) return { optOutToken: link.token };
  return {
    body: body + link.line,
    characters: characters + link.line.length,
    optOutToken: link.token,
  };
}

/** Whether the project blocks the recipient's country now; also checked again just before a message is submitted. */
export function checkCountry(profile: SendingProfile, recipient: Recipient): Refusal | null {
  if (profile.blockedCodes.has(recipient.dialCode)) return refuse('countryBlocked');
  return null;
}

/** The sender as the project has it; in TEST any well-formed one. Refusal: invalidSender. */
export function chooseSender(
  profile: SendingProfile,
  mode: Mode,
  from: string,
): { promotional: boolean } | Refusal {
  const approved = profile.senders.get(from);
  if (approved) return approved;
  const number = profile.numbers.get(from);
  // In TEST a number of LIVE is as good as any name; one of TEST is no sender in LIVE.
  if (number && (mode === 'TEST' || number === 'LIVE')) return { promotional: false };
  if (mode === 'TEST' && isSenderId(from)) return { promotional: false };
  const description =
    mode === 'TEST'
      ? 'The sender id must be 3 to 11 letters, digits, blanks or underscores with at least one letter, such as SANDBOX.'
      : 'This sender id is not approved for the project. Request it in the project’s settings.';
  return refuse('invalidSender', { description, fields: { from: description } });
}

/** How a text is sent and counted. Refusals, at the field `body`: invalidArgument for nothing to read, bodyTooLong. */
export function measure(body: string, promotional: boolean) {
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
