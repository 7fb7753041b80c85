// Details of the owner of a name, which registers and telcos ask for besides its number: see owners.ts.
import { z } from 'zod';
import { NO_CONTROLS } from './common.ts';
import { COUNTRY_INVALID, WEBSITE_INVALID } from './sentences/settings.ts';

/** The legal form of an owner. */
export const OWNER_KINDS = [
  'COMPANY',
  'SOLE_TRADER',
  'PARTNERSHIP',
  'TRUST',
  'ASSOCIATION',
  'GOVERNMENT',
] as const;

/** The right of the contact to speak for the owner. */
export const AUTHORITIES = ['DIRECTOR', 'EMPLOYEE', 'AGENT'] as const;

/** The longest texts. A field may be left out or empty. */
export const OWNER_LIMITS = {
  ...{ owner_address: 300, owner_website: 200 },
  ...{ contact_name: 100, contact_role: 100 },
} as const;

const short = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Too long: at most ${most} characters`)
    .regex(/^\P{Cc}*$/u, NO_CONTROLS)
    .default('');
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(['', ...values]).default('');

const isWebsite = (text: string): boolean =>
  text === '' ||
  /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(?::\d+)?(?:[/?#]\S*)?$/iu.test(text);

/** These fields of a request. Those of the contact are personal data. */
export const ownerDetailFields = {
  owner_kind: oneOf(OWNER_KINDS),
  owner_country: z
    .string()
    .regex(/^(?:[A-Z]{2})?$/, COUNTRY_INVALID)
    .default(''),
  owner_address: short(OWNER_LIMITS.owner_address),
  owner_website: short(OWNER_LIMITS.owner_website).refine(isWebsite, WEBSITE_INVALID),
  contact_name: short(OWNER_LIMITS.contact_name),
  contact_role: short(OWNER_LIMITS.contact_role),
  contact_authority: oneOf(AUTHORITIES),
};

/** The details of an owner; empty texts for what nobody has given, or what was forgotten. */
export const ownerDetails = z.object(ownerDetailFields);
export type OwnerDetails = z.output<typeof ownerDetails>;

/** The fields about a person. They are forgotten with the documents of a request. */
export const CONTACT_FIELDS = ['contact_name', 'contact_role', 'contact_authority'] as const;

/** The details among the fields of a request; null if it gives none. */
export function detailsOf(given: OwnerDetails): OwnerDetails | null {
  const details = Object.keys(ownerDetailFields).map((name) => [name, given[name as keyof OwnerDetails]]);
  return details.some(([, value]) => value !== '') ? Object.fromEntries(details) : null;
}

/** Stored details, which may lack fields; null if there are none. */
export const readDetails = (stored: unknown): OwnerDetails | null =>
  stored === null || stored === undefined ? null : ownerDetails.parse(stored);
