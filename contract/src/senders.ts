// Sender ids: the name that recipients see, and requests for one.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { bool, checkBy, commaList, id, instant, line, NO_CONTROLS } from './common.ts';
import { CONTENT_CLASSES, type ContentClass, classOfBoolean, isPromotional } from './contentClass.ts';
import { documentAnswer, documentList } from './files.ts';
import { ownerDetailFields, ownerDetails } from './ownerDetails.ts';
import { ALWAYS, addOwnerProblems, lack, nameOwner, ownerFields, ownerScheme } from './owners.ts';
import type { NameForm } from './rules/file.ts';
import type { Otherwise } from './rules/otherwise.ts';
import * as settings from './sentences/settings.ts';
import { requestStatus } from './verification.ts';

/** The sender id that every project has in TEST. */
export const SANDBOX_SENDER = 'SANDBOX';

const MIN_SENDER = 3;
export const MAX_SENDER = 11;
/** The characters of a sender id. */
export const SENDER_CHARACTERS = /^[A-Za-z0-9_ ]*$/;

/**
 * Whether a text can be an alphanumeric sender id: 3 to 11 letters, digits, spaces or underscores, with at
 * least one letter. GSM 03.40 §9.1.2.5 allows eleven characters. Blanks at either end would be lost on air.
 */
export function isSenderId(text: string): boolean {
  return senderProblem(text) === null;
}

/** The sets of characters of names: see `nameForm` in rules/file.ts. */
const CHARACTERS: Record<NameForm['characters'], RegExp> = {
  PLAIN: SENDER_CHARACTERS,
  PRINTABLE: /^[ -~]*$/,
};

/**
 * Returns why a name does not have the form that a country requires, as a sentence; null if it has.
 */
export function formProblem({ shortest, characters }: NameForm, text: string): string | null {
  if (characters === 'PLAIN' && shortest === MIN_SENDER) return senderProblem(text);
  if (!CHARACTERS[characters].test(text))
    return characters === 'PLAIN' ? settings.SENDER_CHARACTER_RULE : settings.SENDER_PRINTABLE;
  if (/^[ _]|[ _]$/.test(text)) return settings.SENDER_ENDS;
  if (text.length < shortest) return shortest === 2 ? settings.SENDER_SHORT_2 : settings.SENDER_SHORT;
  if (text.length > MAX_SENDER) return settings.SENDER_LONG;
  return isName(text) ? null : settings.LETTER_REQUIRED;
}

/** The length and the characters of names of a form, in words. */
export const formWords = ({ shortest, characters }: NameForm): string =>
  `${shortest} to ${MAX_SENDER} ${characters === 'PLAIN' ? 'letters, digits, spaces or underscores' : 'printable ASCII characters'}`;

/** Whether a sender is a name and not a number: it has a letter. */
export const isName = (sender: string): boolean => /[A-Za-z]/.test(sender);

/**
 * Returns why a name cannot be requested although it could be a sender id, as a sentence; null if it can: a
 * general word alone, or "Unverified". `barredAlone`: the general words, in lower case.
 */
export function requestedProblem(barredAlone: ReadonlySet<string>, text: string): string | null {
  const plain = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (plain.includes(UNVERIFIED_SENDER.toLowerCase())) return settings.SENDER_UNVERIFIED;
  return barredAlone.has(plain) ? settings.SENDER_GENERIC : null;
}

/** Returns why a text cannot be a sender id, as a sentence; null if it can. */
export function senderProblem(text: string): string | null {
  if (!SENDER_CHARACTERS.test(text)) return settings.SENDER_CHARACTER_RULE;
  if (text.trim() !== text) return settings.SENDER_SPACES;
  if (text.length < MIN_SENDER) return settings.SENDER_SHORT;
  if (text.length > MAX_SENDER) return settings.SENDER_LONG;
  return isName(text) ? null : settings.LETTER_REQUIRED;
}

/** A country (ISO 3166 alpha-2) that registers sender ids. */
export const registrationCountry = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Give a country as two letters, such as AU');

/**
 * The states of a sender id in a register. DRAFT: not handed in. SUBMITTED: the register has it. REFUSED by
 * the register. EXPIRED: it was registered until its end. WITHDRAWN: staff took it away.
 */
export const REGISTRATION_STATES = [
  'DRAFT',
  'SUBMITTED',
  'REGISTERED',
  'REFUSED',
  'EXPIRED',
  'WITHDRAWN',
] as const;
export const registrationState = z.enum(REGISTRATION_STATES);
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** The side that has to act: our staff, the register, or the owner of the name. */
export const REGISTRATION_TURNS = ['US', 'REGISTER', 'OWNER'] as const;
export const registrationTurn = z.enum(REGISTRATION_TURNS);
export type RegistrationTurn = (typeof REGISTRATION_TURNS)[number];

/** Before its end, a registration is renewed from so many days on. */
export const RENEWAL_DAYS = 30;

/**
 * A sender id in the register of a country, or of one of its mobile networks; `network` is `*` if the country
 * has one register. `turn` is null if nobody has to do anything. `refusal`: why the
 * register refused it. `lacks`: what has to be there before it can be handed in; null if nothing. `telcos`:
 * those whose links show the name; empty for all.
 */
export const senderRegistration = z.object({
  country: registrationCountry,
  network: z.string(),
  state: registrationState,
  turn: registrationTurn.nullable(),
  expires_at: instant.nullable(),
  refusal: z.string().nullable(),
  lacks: lack.nullable(),
  telcos: z.array(z.string()),
});
export type SenderRegistration = z.infer<typeof senderRegistration>;

/**
 * The proof that the owner has to give now: an ABN, or a document instead of one that is over; null if
 * nothing. A name that was registered without it stays registered until its end, and cannot be renewed.
 */
export function ownerLack({
  state,
  turn,
  lacks,
}: Pick<SenderRegistration, 'state' | 'turn' | 'lacks'>): 'ABN' | 'EVIDENCE' | null {
  if (lacks === null || lacks === 'CHECK') return null;
  const isNow = state === 'REGISTERED' ? turn === 'US' : state !== 'REFUSED' && state !== 'WITHDRAWN';
  return isNow ? lacks : null;
}

/** The name under which a register holds a sender id: registers do not tell upper from lower case (ASCII). */
export const senderKey = (sender: string): string =>
  sender.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The name that recipients see instead of one that the register of their country does not hold. */
export const UNVERIFIED_SENDER = 'Unverified';

/** The messages that show "Unverified", of counts by country. A server of an older version counts none. */
export const unverifiedIn = (byCountry: Readonly<Record<string, number>> = {}): number =>
  Object.values(byCountry).reduce((sum, count) => sum + count, 0);

/**
 * Returns the sender that recipients see whose register has a name in a state; null if they get no message.
 */
export function shownSender(sender: string, state: RegistrationState, otherwise: Otherwise): string | null {
  if (state === 'REGISTERED' || otherwise === 'PASS') return sender;
  return otherwise === 'STAMP' ? UNVERIFIED_SENDER : null;
}

/** The most countries that a request names. */
const MAX_COUNTRIES = 20;
const countries = z
  .array(registrationCountry)
  .max(MAX_COUNTRIES, `At most ${MAX_COUNTRIES} countries`)
  .transform((codes) => [...new Set(codes)]);

// The rules of the team's country decide the rest.
const senderId = z
  .string({ error: settings.SENDER_REQUIRED })
  .min(1, settings.SENDER_REQUIRED)
  .max(40, settings.SENDER_LONG);

/**
 * `class` has no default, because it decides when a message may be sent. Older callers give `is_promotional`
 * alone; see `classAsked`. `sample`: a message as it will be sent. `countries`: those that it will be sent
 * to, in whose registers we enter the name.
 */
const requestFields = z.object({
  sender_id: senderId,
  class: z.enum(CONTENT_CLASSES, { error: settings.CLASS_INVALID }).optional(),
  is_promotional: bool('Give true or false').optional(),
  description: z
    .string({ error: settings.DESCRIPTION_REQUIRED })
    .trim()
    .min(1, settings.DESCRIPTION_REQUIRED)
    .max(1_000, 'The description is too long: at most 1000 characters'),
  sample: z.string().trim().max(1_600, 'The example is too long: at most 1600 characters').default(''),
  countries: countries.default([]),
  legal_name: line(200, {
    required: settings.LEGAL_NAME_REQUIRED,
    tooLong: 'The legal name is too long: at most 200 characters',
    controls: NO_CONTROLS,
  }),
  ...ownerFields,
  ...ownerDetailFields,
});

type Asked = { class?: ContentClass | undefined; is_promotional?: boolean | undefined };

/** The class that a request is for. */
export const classAsked = ({ class: asked, is_promotional: promotional }: Asked): ContentClass =>
  asked ?? classOfBoolean(promotional === true);

/** A request says its class in one of two ways, or in both if they agree. */
function checkClass(asked: Asked, context: z.core.$RefinementCtx): void {
  const { class: given, is_promotional: promotional } = asked;
  const isClear = given === undefined ? promotional !== undefined : promotional !== !isPromotional(given);
  if (!isClear) context.addIssue({ code: 'custom', path: ['class'], message: settings.CLASS_INVALID });
}

/** A request without its documents, as a form checks it. `form`: of names in the team's country. */
export const senderIdFields = (form: NameForm) =>
  requestFields
    .extend({ sender_id: senderId.check(checkBy((text) => (text === '' ? null : formProblem(form, text)))) })
    .superRefine(addOwnerProblems, ALWAYS)
    .superRefine(checkClass, ALWAYS);

/** POST /projects/{id}/sender_id_requests. */
export const senderIdRequest = requestFields
  .extend({ documents: documentList.default([]) })
  .superRefine(addOwnerProblems, ALWAYS)
  .superRefine(checkConsent, ALWAYS)
  .superRefine(checkClass, ALWAYS);
export type SenderIdForm = z.input<typeof senderIdRequest>;

type Consent = { for_client: boolean; consent_document: string | null; documents: { id: string }[] };

/** The consent of a client is one of the documents. */
function checkConsent(
  { for_client: forClient, consent_document: consent, documents }: Consent,
  context: z.core.$RefinementCtx,
): void {
  const isThere = Array.isArray(documents) && documents.some((document) => document?.id === consent);
  if (forClient !== true || isThere) return;
  context.addIssue({ code: 'custom', path: ['consent_document'], message: settings.CONSENT_REQUIRED });
}

/** A request as its team sees it. WITHDRAWN: the team withdrew it before a decision. */
const senderIdRequestAnswer = z.object({
  id,
  sender_id: z.string(),
  class: z.enum(CONTENT_CLASSES),
  is_promotional: z.boolean(),
  description: z.string(),
  sample: z.string(),
  countries: z.array(z.string()),
  legal_name: z.string(),
  owner: nameOwner.nullable(),
  /** The document that is the consent of the owner; null if there is none. */
  consent_document: id.nullable(),
  owner_details: ownerDetails.nullable(),
  status: requestStatus,
  reason: z.string().nullable(),
  created_at: instant,
  decided_at: instant.nullable(),
  documents: z.array(documentAnswer),
});
export type SenderIdRequest = z.infer<typeof senderIdRequestAnswer>;

const senderIdRequestsAnswer = z.array(senderIdRequestAnswer);

/**
 * GET /projects/{id}/sender_id_checks: a name while it is typed, and the parts of its request that decide
 * about it. `countries` are separated by commas.
 */
const senderIdCheck = z.object({
  sender_id: z.string().max(40, settings.SENDER_LONG),
  legal_name: z.string().trim().max(200).default(''),
  owner_scheme: ownerScheme,
  owner_number: z.string().trim().max(40).default(''),
  countries: commaList.pipe(countries).default([]),
});
export type SenderIdCheck = z.output<typeof senderIdCheck>;

/**
 * `problem`: why the name cannot be requested; null if it can. `elsewhere`: why the other countries would not
 * take it. `suggestion`: a name that all of them accept; null if they accept this one, or if none was found.
 */
const senderIdCheckAnswer = z.object({
  problem: z.string().nullable(),
  elsewhere: z.array(z.object({ country: registrationCountry, problem: z.string() })),
  suggestion: z.string().nullable(),
});
export type SenderIdChecked = z.infer<typeof senderIdCheckAnswer>;

export const senderCalls = {
  'GET /projects/:id/sender_id_requests': { answer: senderIdRequestsAnswer },
  'GET /projects/:id/sender_id_checks': { query: senderIdCheck, answer: senderIdCheckAnswer },
  'POST /projects/:id/sender_id_requests': { body: senderIdRequest, answer: senderIdRequestAnswer },
  /** 409/1013 once it is decided or withdrawn. */
  'POST /projects/:id/sender_id_requests/:request_id/withdraw': { answer: senderIdRequestAnswer },
} satisfies Calls;
