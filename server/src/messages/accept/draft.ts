// The checks of accept that need no transaction. Each one adds to the message or refuses it.

import { type ContentClass, consentRuleFor, isPromotional } from '@godwit/contract/contentClass';
import { countSegments } from '@godwit/contract/messages/segments';
import type { Mode, Platform } from '@godwit/contract/messages/statuses';
import { isTwoWayNumber } from '@godwit/contract/numbers/phoneNumbers';
import { priceFor } from '@godwit/contract/payments/priceByPrefix';
import { networkOf, type PortedTo } from '@godwit/contract/rules/mobileNetworks';
import {
  placesFor,
  type Register,
  type RuleTable,
  registerFor,
  senderSeen,
} from '@godwit/contract/rules/table';
import { formProblem, formWords, isSenderId } from '@godwit/contract/senders';
import { CONTENT_REQUIRED } from '@godwit/contract/sentences/sending';
import { advertKeyOf } from '../../advertising.ts';
import { checkCallbackUrl } from '../../callbacks/delivery/url.ts';
import { instantOf, newId } from '../../ids.ts';
import type { OptOutLink, OptOutLinks } from '../../optOuts/page/links.ts';
import { parseRecipient, type Recipient } from '../../phoneNumbers.ts';
import { countedDay } from '../../projects/days.ts';
import type { KeyCap } from '../../projects/keyLimits.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../refusal.ts';
import { type TextHold, textHoldOf } from '../../texts.ts';
import { traceparent } from '../../tracing.ts';
import { refuseBlocked } from './blocks.ts';
import { lacksBrandIn } from './brandInText.ts';
import { holdBack } from './holdBack.ts';
import { type Lane, refuseCode } from './lane.ts';
import { checkMaxPrice, type MaxPrice } from './maxPrice.ts';
import type { Message, NewMessage } from './queries.ts';
import { parseSendAt } from './sendAt.ts';
import { isRegistered, pricesAt, type SendingProfile, substituteFor } from './sendingProfile.ts';

/** An SMPP address: type of number, numbering plan, and the address itself. */
export type SmppAddress = { ton: number; npi: number; address: string };

/**
 * The receipt that an SMPP customer requests. `systemId`: its bind; `notifiedId`: the id in the submit
 * response, if not the message's own.
 * `wanted` is the receipt bits of registered_delivery (SMPP 3.4 §5.2.17): 1 for any outcome, 2 for failures
 * only, 3 for success only.
 */
export type ReceiptRequest = {
  systemId: string;
  notifiedId: string | null;
  wanted: number;
  source: SmppAddress;
  destination: SmppAddress;
};

/**
 * The format in which the URL of a message is called, if not our own, with what only that format needs. The
 * part of the service that accepts the message defines both.
 */
export type CallbackFormat = { format: string; options: Readonly<Record<string, string | number>> };

/** A message as a caller submits it; all texts are as typed. */
export type Submission = {
  /** The id it must have, if the caller was given one before. */
  id?: string | undefined;
  projectId: string;
  mode: Mode;
  platform: Platform;
  to: string;
  from: string;
  body: string;
  sendAt?: string | null | undefined;
  maxPrice?: MaxPrice;
  /** The customer's own reference, which the message and its callbacks repeat. */
  clientReference?: string | null | undefined;
  statusCallback?: string | null | undefined;
  idempotency?: { key: string; bodyHash: Buffer } | undefined;
  campaignId?: string | undefined;
  /** Set for the one confirmation of a STOP, which may go to a number that has opted out. */
  passesOptOut?: boolean | undefined;
  /** How long it may wait for a carrier, in milliseconds, if not a day, or as long as its lane allows. */
  validityMs?: number | undefined;
  /** Set for a one-time code that goes before other messages: see lane.ts. */
  lane?: Lane;
  /** The SMPP receipt that its customer requests. */
  receipt?: ReceiptRequest | undefined;
  /** The daily cap of the API key that it is sent with. */
  cap?: KeyCap | null | undefined;
  /** The text that the phone gets, sealed, if `body` shows a part of it as asterisks: see hiddenText.ts. */
  hidden?: Buffer | undefined;
  /** Optional parameters of SMPP, packed: see tlvs.ts. */
  tlvs?: Buffer | null | undefined;
  /** Its campaign looks like advertising, and is not the team's first one that does. */
  repeatsAdvert?: boolean | undefined;
  /** How `statusCallback` is called, if not in our own format. */
  callbackFormat?: CallbackFormat | undefined;
};

/** The facts of a message by which its link group is found. `country` is ISO 3166, or null if unknown. */
export type Routed = {
  mode: Mode;
  teamId: string;
  sender: string;
  contentClass: ContentClass;
  recipient: string;
  country(): string | null;
};

/** Finds the link group for a message, or null if no carrier link takes it. */
export type FindLinkGroup = (message: Routed) => string | null;

/** Whether all links of a link group pass these packed optional parameters on to their carriers. */
export type TakesTlvs = (linkGroup: string, tlvs: Buffer) => boolean;

/** The inputs of the checks besides the profile. */
export type Rules = {
  linkGroup: FindLinkGroup;
  takesTlvs: TakesTlvs;
  optOutLinks: OptOutLinks;
  countryRules(): RuleTable;
  portedTo: PortedTo;
  /**
   * Asks for the networks of recipients, if that decides about a sender of the project; null without
   * PORTED_URL.
   */
  learnNetworks: ((profile: SendingProfile, submissions: readonly Submission[]) => Promise<void>) | null;
  /** The host of the service's own links, as `hostOf` writes it. */
  ownHost: string;
  publicUrl: URL;
};

/**
 * A message to store, with its route, its recipient's details, and the token of the opt-out link in its text.
 */
export type Draft = NewMessage &
  Pick<Message, 'numberMetadata'> & {
    country: string | null;
    dialCode: string;
    linkGroup: string;
    optOutToken: string | null;
    /** The recipient's country does not allow it without consent. */
    needsConsent: boolean;
    /** Its text does not name the brand of its sender, and the recipient's country wants it. */
    lacksBrand: boolean;
    /** Why its text is held, unless staff have released such texts of the team; null if it can go. */
    textHold: TextHold | null;
  };

/** An archived project cannot send. */
export const ARCHIVED = refuse('conflict', {
  description:
    'This project is archived: nothing is sent from it. An owner of the team can bring it back in its settings.',
});

const UNLISTED_TLVS = refuseField(
  'invalidArgument',
  'tlvs',
  'The carriers of this number do not take these optional parameters, so nothing was sent or charged. Leave them out, or ask the operator to list them.',
);

/** Checks a submission against its profile. Returns the message to store, or the first refusal. */
export function draftMessage(
  profile: SendingProfile,
  submission: Submission,
  rules: Rules,
  now: Date,
): Draft | Refusal {
  const { mode, platform, campaignId = null } = submission;
  const id = submission.id ?? newId();
  const acceptedAt = instantOf(id);
  // The id of a message in parts dates from its first part, but its price is the current one.
  const examined = examine(profile, submission, rules, now);
  if (isRefusal(examined)) return examined;
  const unfit = refuseCode(submission, examined);
  if (unfit) return unfit;
  if (submission.tlvs && !rules.takesTlvs(examined.linkGroup, submission.tlvs)) return UNLISTED_TLVS;
  const requestedAt = parseSendAt(submission.sendAt, now);
  if (isRefusal(requestedAt)) return requestedAt;
  const sendAt = holdBack(profile, examined, requestedAt, { now, countries: rules.countryRules() });
  const statusCallback = checkCallbackUrl(submission.statusCallback, 'status_callback', rules);
  if (isRefusal(statusCallback)) return statusCallback;
  const tooDear = checkMaxPrice(examined.costMicros, submission.maxPrice, profile.currency);
  if (tooDear) return tooDear;

  return {
    ...examined,
    needsConsent: examined.consentRule === 'ENFORCE',
    textHold: mode === 'LIVE' ? heldText(profile, submission, examined.country, rules) : null,
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
    heldSince: sendAt === requestedAt ? null : (requestedAt ?? acceptedAt),
    acceptedAt,
    campaignId,
    traceparent: traceparent(),
  };
}

function heldText(
  { releasedTexts }: SendingProfile,
  { from, body, hidden, repeatsAdvert }: Submission,
  country: string | null,
  { countryRules, ownHost }: Rules,
): TextHold | null {
  const known = { countries: countryRules(), ownHost };
  const checked = { body, sender: from, country, hasCode: hidden !== undefined };
  const found = textHoldOf(known, checked, releasedTexts);
  const key = advertKeyOf(from);
  if (!repeatsAdvert || releasedTexts.has(key)) return found;
  // A shortened link alone is no fraud: staff who release it would release the advertising unseen.
  return found && found.reason !== 'SHORTENER' ? found : { reason: 'ADVERT', key };
}

type Examined = Pick<Submission, 'mode' | 'from' | 'to' | 'body' | 'hidden'>;

/** Checks profile, sender, recipient and text, and prices the message as of `at`. */
export function examine(
  profile: SendingProfile,
  { mode, from, to, body, hidden }: Examined,
  { linkGroup, optOutLinks, countryRules, portedTo }: Rules,
  at: Date,
) {
  if (profile.paused) return refuse('sendingPaused');
  if (profile.archived) return ARCHIVED;
  if (mode === 'LIVE' && !profile.verified) return refuse('verificationNeeded');
  const recipient = parseRecipient(to);
  if (isRefusal(recipient)) return recipient;
  const countries = countryRules();
  const sender = chooseSender(profile, { mode, from }, countries);
  if (isRefusal(sender)) return sender;
  const blocked = checkCountry(profile, recipient);
  if (blocked) return blocked;
  const seen = seenBy(profile, { mode, from }, recipient, { countries, portedTo });
  if (isRefusal(seen)) return seen;
  const { contentClass } = sender;
  const text = measure(body, contentClass);
  if (isRefusal(text)) return text;
  const stopped = refuseBlocked(profile.blocks, { teamId: profile.teamId, from, body });
  if (stopped) return stopped;
  const { country } = recipient;
  const hasCode = hidden !== undefined;
  const lacksBrand = lacksBrandIn(
    profile,
    { mode, from, hasCode, ...text, country, contentClass },
    countries,
  );
  if (isRefusal(lacksBrand)) return lacksBrand;
  const costMicros = price(profile, recipient, text.segments, at);
  if (isRefusal(costMicros)) return costMicros;
  const consentRule = consentRuleFor(contentClass, countries.of(country));
  const group = linkGroup({
    ...{ mode, teamId: profile.teamId, sender: from, contentClass },
    ...{ recipient: recipient.e164, country: () => recipient.country },
  });
  if (!group)
    return refuse('unavailable', {
      description: 'There is no carrier link for this message now.',
      retryAfterSeconds: 60,
    });
  return {
    sender: from,
    senderSent: seen,
    contentClass,
    consentRule,
    lacksBrand,
    recipient: recipient.e164,
    country,
    dialCode: recipient.dialCode,
    numberMetadata: recipient.metadata,
    ...text,
    ...(isPromotional(contentClass)
      ? withLink(text, optOutLinks({ teamId: profile.teamId, mode, number: recipient.e164 }))
      : { optOutToken: null }),
    costMicros,
    linkGroup: group,
  };
}

/** The price in micro-units: the most specific prefix of the region's list, times the segments. */
function price(profile: SendingProfile, { e164 }: Recipient, segments: number, at: Date): bigint | Refusal {
  const perSegment = priceFor(e164, pricesAt(profile, at));
  if (!perSegment)
    return refuse('invalidNumber', {
      description: `There is no price for ${e164} yet, so nothing can be sent there.`,
    });
  return perSegment.price_micros * BigInt(segments);
}

/** Appends the opt-out link. `measure` has reserved its characters, so segments are not counted again. */
function withLink({ body, characters }: { body: string; characters: number }, link: OptOutLink) {
  if (body.includes(link.address)) return { optOutToken: link.token };
  const line = link.line(body);
  return { body: body + line, characters: characters + line.length, optOutToken: link.token };
}

/** Whether the project blocks the recipient's country now. Dispatch checks this again before a submit. */
export function checkCountry(profile: SendingProfile, recipient: Recipient): Refusal | null {
  if (profile.blockedCodes.has(recipient.dialCode)) return refuse('countryBlocked');
  return null;
}

type Asked = Pick<Submission, 'mode' | 'from'>;

/**
 * The sender that the recipient sees, in a country whose register decides it; null in others. Dispatch
 * decides it again. Refusal: senderCapability, if the networks there do not deliver this sender.
 */
function seenBy(
  profile: SendingProfile,
  { mode, from }: Asked,
  { e164, country }: Recipient,
  { countries, portedTo }: { countries: RuleTable; portedTo: PortedTo },
): string | null | Refusal {
  if (isTwoWayNumber(from)) return null;
  const { takesNames, name } = countries.of(country);
  if (!takesNames) return refuse('senderCapability');
  const problem = isSenderId(from) ? null : formProblem(name, from);
  if (problem !== null)
    return refuse('senderCapability', {
      description: `This sender ID cannot be used for numbers of this country: ${problem}.`,
    });
  const register = registerFor(countries, from, e164);
  if (register === null) return null;
  const places = placesFor(register, e164, portedTo);
  const seen = senderSeen(
    register,
    { sender: from, mode },
    {
      isRegistered: isRegistered(profile, from, places),
      substitute: substituteFor(profile, { from, mode }, places),
    },
  );
  if (seen !== null) return seen;
  return refuse('senderCapability', {
    description: `${from} is not registered ${whereOf(register, networkOf(register.networks, e164, portedTo))}. Nothing was sent or charged. Request its registration, or choose a substitute, in the settings under Sender IDs.`,
    skipReason: 'unregistered',
  });
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** The register that a name lacks for a recipient, in words. */
function whereOf({ country: code, networks }: Register, network: string | null): string {
  const country = COUNTRY_NAMES.of(code) ?? code;
  if (networks.length === 0) return `in ${country}, where networks block other names`;
  return network === null
    ? `in the whole of ${country}, and the network of this number is not known`
    : `at ${network} in ${country}, which blocks other names`;
}

/** The class of numbers, and of names in TEST that nobody has approved. */
const UNCLASSED: ContentClass = 'TRANSACTIONAL';

/** The project's sender; in TEST any valid one. Refusal: invalidSender. */
export function chooseSender(
  profile: SendingProfile,
  { mode, from }: Asked,
  countries: RuleTable,
): { contentClass: ContentClass } | Refusal {
  const approved = profile.senders.get(from);
  if (approved) return approved;
  const numberMode = profile.numbers.get(from);
  // TEST accepts a LIVE number like any other name, but LIVE does not accept a TEST number.
  if (numberMode && (mode === 'TEST' || numberMode === 'LIVE')) return { contentClass: UNCLASSED };
  const { name } = countries.of(profile.region);
  const isPossible = () => isSenderId(from) || formProblem(name, from) === null;
  if (mode === 'TEST' && isPossible()) return { contentClass: UNCLASSED };
  const description =
    mode === 'TEST'
      ? `The sender id must be ${formWords(name)} with at least one letter, such as SANDBOX.`
      : 'This sender id is not approved for the project. Request it in the project’s settings.';
  return refuse('invalidSender', { description, fields: { from: description } });
}

/**
 * Chooses the encoding and counts segments. Refusals, for the field `body`: invalidArgument for an empty
 * text, bodyTooLong.
 */
export function measure(body: string, contentClass: ContentClass) {
  const text = body.toWellFormed();
  if (text.trim() === '')
    return refuse('invalidArgument', {
      description: CONTENT_REQUIRED,
      fields: { body: CONTENT_REQUIRED },
    });
  const { encoding, characters, segments, tooLong } = countSegments(text, {
    promotional: isPromotional(contentClass),
  });
  if (tooLong) return refuse('bodyTooLong', { fields: { body: 'At most 1600 characters or 10 segments.' } });
  return { body: text, encoding, characters, segments };
}
