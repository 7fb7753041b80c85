// The owner of a sender id: a business by its number, and its right to the name.
import { z } from 'zod';
import { bool, givenId, instant } from './common.ts';
import * as settings from './sentences/settings.ts';

/**
 * Numbers of businesses. ABN and ACN: Australia. BRN: Sri Lanka's Registrar of Companies. UEN: Singapore.
 */
export const OWNER_SCHEMES = ['ABN', 'ACN', 'BRN', 'UEN'] as const;
const scheme = z.enum(OWNER_SCHEMES, { error: settings.SCHEME_REQUIRED });
/** The scheme of a number in a request; null or empty if it names none. */
export const ownerScheme = z.preprocess(
  (value) => (value === '' ? null : value),
  scheme.nullable().default(null),
);
export type OwnerScheme = (typeof OWNER_SCHEMES)[number];

/** The right of a business to a name. */
export const NAME_BASES = ['BUSINESS_NAME', 'COMPANY_NAME', 'TRADE_MARK', 'DOMAIN'] as const;
const nameBasis = z.enum(NAME_BASES, { error: settings.BASIS_REQUIRED });
export type NameBasis = (typeof NAME_BASES)[number];

/** A business number as it is stored: in capitals, without blanks and hyphens. */
export const plainNumber = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

const PROBLEMS: Record<OwnerScheme, (number: string) => string | null> = {
  ABN: (number) => (isAbn(number) ? null : settings.ABN_INVALID),
  ACN: (number) => (isAcn(number) ? null : settings.ACN_INVALID),
  BRN: (number) => (/^(?=.*\d)[A-Z0-9/]{3,20}$/.test(number) ? null : settings.BRN_INVALID),
  UEN: (number) => (UEN.test(number) ? null : settings.UEN_INVALID),
};

/** Returns why a text cannot be a number of this scheme, as a sentence; null if it can. */
export const numberProblem = (scheme: OwnerScheme, text: string): string | null =>
  PROBLEMS[scheme](plainNumber(text));

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

const weighted = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * digits[at]!, 0);

/** Australian Business Register: one less than the first digit, then weights; the sum is divisible by 89. */
function isAbn(number: string): boolean {
  if (!/^[1-9]\d{10}$/.test(number)) return false;
  const [first, ...others] = [...number].map(Number);
  return weighted([first! - 1, ...others], ABN_WEIGHTS) % 89 === 0;
}

/** Australian Securities and Investments Commission: the ninth digit completes the weighted sum to tens. */
function isAcn(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false;
  const digits = [...number].map(Number);
  return (10 - (weighted(digits, [8, 7, 6, 5, 4, 3, 2, 1]) % 10)) % 10 === digits[8];
}

/** Businesses, companies and others have forms of their own. Their check letters are not published. */
const UEN = /^(?:\d{8}[A-Z]|\d{9}[A-Z]|[RST]\d{2}[A-Z]{2}\d{4}[A-Z])$/;

/**
 * The owner in a request for a sender id: all of it, or nothing. `for_client`: the team sends for the owner,
 * whose consent is the document `consent_document`.
 */
export const ownerFields = {
  owner_scheme: ownerScheme,
  owner_number: z
    .string({ error: settings.OWNER_NUMBER_REQUIRED })
    .trim()
    .max(40, settings.OWNER_NUMBER_REQUIRED)
    .default(''),
  name_basis: z.preprocess((value) => (value === '' ? null : value), nameBasis.nullable().default(null)),
  for_client: bool('Give true or false').default(false),
  consent_document: givenId.nullable().default(null),
};

type Given = {
  owner_scheme: OwnerScheme | null;
  owner_number: string;
  name_basis: NameBasis | null;
  for_client: boolean;
};

/** For a check that runs although other fields have errors: a form shows all errors at once. */
export const ALWAYS = { when: () => true };

/** Adds what is missing in an owner, at its fields. A field that is wrong by itself has its error already. */
export function addOwnerProblems(given: Given, context: z.core.$RefinementCtx): void {
  const { owner_scheme: scheme, owner_number: number, name_basis: basis, for_client: forClient } = given;
  const note = (field: keyof Given, message: string) =>
    context.addIssue({ code: 'custom', message, path: [field] });
  const isNumber = typeof number === 'string' && number !== '';
  if (scheme === null) {
    if (isNumber || basis !== null || forClient === true) note('owner_scheme', settings.SCHEME_REQUIRED);
    return;
  }
  if (!OWNER_SCHEMES.includes(scheme)) return;
  const problem = isNumber ? numberProblem(scheme, number) : settings.OWNER_NUMBER_REQUIRED;
  if (problem !== null) note('owner_number', problem);
  if (basis === null) note('name_basis', settings.BASIS_REQUIRED);
}

/**
 * The owner of a sender id. `checked_at`: when staff found the number and the name in the register of
 * businesses.
 */
export const nameOwner = z.object({
  legal_name: z.string(),
  scheme,
  number: z.string(),
  basis: nameBasis,
  for_client: z.boolean(),
  checked_at: instant.nullable(),
});
export type NameOwner = z.infer<typeof nameOwner>;

/**
 * The lacks of a name before it can be handed in or registered: its owner's ABN, a document instead of one
 * that is over, or a look at the owner by staff.
 */
export const LACKS = ['ABN', 'EVIDENCE', 'CHECK'] as const;
export const lack = z.enum(LACKS);
export type Lack = (typeof LACKS)[number];
