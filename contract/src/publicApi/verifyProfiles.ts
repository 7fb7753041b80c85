// Profiles of verifications in the public API: a sender, texts and limits of codes under a name.
import { z } from 'zod';
import { givenId, id, instant, line, money, NO_CONTROLS } from '../common.ts';
import * as api from '../sentences/verifyProfiles.ts';
import { errors, type PublicCall, WITH_BODY } from './call.ts';
import { codeText, VERIFY_LIMITS } from './verify.ts';

/** The maximum number of profiles of a project. One more returns 1013. */
export const MAX_PROFILES = 20;
const MAX_NAME = 60;
const MAX_CODES = 1_000_000;

const NAME_REQUIRED = 'Give the name in `name`';
const name = line(MAX_NAME, {
  required: NAME_REQUIRED,
  tooLong: `name must be at most ${MAX_NAME} characters`,
  controls: NO_CONTROLS,
}).describe(api.PROFILE_NAME);

const LOCALE = /^(default|[a-z]{2,3}(-[a-z0-9]{2,8})*)$/;
const TEXTS_INVALID = 'texts must have a text for each locale, such as default, en or pt-br';
const texts = z
  .record(z.string().regex(LOCALE, TEXTS_INVALID), codeText, { error: TEXTS_INVALID })
  .refine((given) => Object.keys(given).length <= 20, 'texts must have at most 20 locales');
const COUNTRIES_INVALID = 'countries must be a list of ISO 3166 codes, such as LK';
const countries = z
  .array(z.string().regex(/^[A-Z]{2}$/, COUNTRIES_INVALID), { error: COUNTRIES_INVALID })
  .min(1, COUNTRIES_INVALID)
  .max(250, COUNTRIES_INVALID);

function whole(field: string, least: number, most: number) {
  const error = `${field} must be a whole number from ${least} to ${most.toLocaleString('en-US')}`;
  return z.int(error).min(least, error).max(most, error);
}
const { codeLength, lifetimeS } = VERIFY_LIMITS;

const settings = {
  from: z
    .string({ error: 'from must be a sender id' })
    .min(1, 'from must be a sender id')
    .max(16, 'from must be a sender id')
    .nullable()
    .describe(api.PROFILE_FROM),
  texts: texts.nullable().describe(api.PROFILE_TEXTS),
  code_length: whole('code_length', codeLength.least, codeLength.most)
    .nullable()
    .describe(api.PROFILE_CODE_LENGTH),
  expires_in_s: whole('expires_in_s', lifetimeS.least, lifetimeS.most)
    .nullable()
    .describe(api.PROFILE_EXPIRES_IN),
  max_checks: whole('max_checks', 1, 10).nullable().describe(api.PROFILE_MAX_CHECKS),
  max_sends: whole('max_sends', 1, 10).nullable().describe(api.PROFILE_MAX_SENDS),
  resend_after_s: whole('resend_after_s', 15, 240).nullable().describe(api.PROFILE_RESEND_AFTER),
  countries: countries.nullable().describe(api.PROFILE_COUNTRIES),
  max_price: money
    .min(0, 'max_price must be an amount such as 1.6')
    .max(999_999_999, 'max_price must be an amount such as 1.6')
    .multipleOf(0.000001, 'max_price must have at most six decimals')
    .nullable()
    .describe(api.PROFILE_MAX_PRICE),
  daily_cap: whole('daily_cap', 1, MAX_CODES).nullable().describe(api.PROFILE_DAILY_CAP),
};
const settingsOf = z.object(settings);
/** The sender, texts and limits of a profile. Null: as without a profile. */
export type ProfileSettings = z.infer<typeof settingsOf>;

const isDefault = z.boolean({ error: 'is_default must be true or false' }).describe(api.PROFILE_DEFAULT);

/** PATCH /v1/verification_profiles/{id}: fields that are missing stay. */
export const changeProfileRequest = settingsOf.partial().extend({
  name: name.optional(),
  is_default: isDefault.optional(),
});

/** POST /v1/verification_profiles. */
export const createProfileRequest = changeProfileRequest.extend({ name });

export const verifyProfile = z.object({
  id: id.describe(api.PROFILE_ID),
  name: z.string().describe(api.PROFILE_NAME),
  is_default: isDefault,
  ...settings,
  created_at: instant.describe(api.PROFILE_CREATED_AT),
});
export type VerifyProfile = z.infer<typeof verifyProfile>;

/** GET /v1/verification_profiles. */
export const listProfilesAnswer = z.object({
  results: z.array(verifyProfile).describe(api.PROFILES_RESULTS),
});
export const oneProfile = z.object({ id: givenId.pipe(z.string()).describe(api.PROFILE_ID) });
export const deletedProfileAnswer = z.object({ deleted: z.number().int().describe(api.PROFILE_DELETED) });

const EXAMPLE: VerifyProfile = {
  ...{ id: '019aa0b9-2c40-7d1e-8f55-3a6b9c0d7e21', name: 'Payments', is_default: false },
  from: 'SANDBOX',
  texts: { default: '{code} confirms your payment.', si: 'ඔබගේ ගෙවීම තහවුරු කිරීමේ කේතය {code}.' },
  ...{ code_length: 8, expires_in_s: 300, max_checks: 3, max_sends: 3, resend_after_s: 60 },
  ...{ countries: ['LK'], max_price: 2.5, daily_cap: 1_000 },
  created_at: '2026-11-20T06:30:00.000Z',
};
const { id: _id, created_at: _createdAt, ...FIELDS } = EXAMPLE;
const THE_PROFILE = {
  status: 200,
  description: 'The profile.',
  schema: verifyProfile,
  example: EXAMPLE,
} as const;
const READING = { tag: 'Verifications', scope: 'verify' } as const;
/** A scope of its own: a program that sends codes must not lift its own limits. */
const CHANGING = { ...READING, scope: 'verify:profiles' } as const;
const PATH = '/v1/verification_profiles';
const OF_CHANGE = [...WITH_BODY, 'keyMismatch'] as const;

export const PROFILE_CALLS: readonly PublicCall[] = [
  {
    ...{ ...READING, id: 'listVerificationProfiles', method: 'GET', path: PATH },
    summary: 'List the profiles',
    description: api.LIST_PROFILES_CALL,
    answer: {
      status: 200,
      description: 'The profiles.',
      schema: listProfilesAnswer,
      example: { results: [EXAMPLE] },
    },
    errors: errors(),
  },
  {
    ...{ ...CHANGING, id: 'createVerificationProfile', method: 'POST', path: PATH },
    summary: 'Create a profile',
    description: api.CREATE_PROFILE_CALL,
    body: { schema: createProfileRequest, example: FIELDS, forms: false },
    answer: { ...THE_PROFILE, status: 201 },
    errors: errors(...OF_CHANGE, 'conflict'),
  },
  {
    ...{ ...READING, id: 'getVerificationProfile', method: 'GET', path: `${PATH}/{id}` },
    summary: 'Get a profile',
    description: api.GET_PROFILE_CALL,
    params: oneProfile,
    answer: THE_PROFILE,
    errors: errors('notFound'),
  },
  {
    ...{ ...CHANGING, id: 'changeVerificationProfile', method: 'PATCH', path: `${PATH}/{id}` },
    summary: 'Change a profile',
    description: api.CHANGE_PROFILE_CALL,
    params: oneProfile,
    body: { schema: changeProfileRequest, example: { daily_cap: 2_000 }, forms: false },
    answer: { ...THE_PROFILE, example: { ...EXAMPLE, daily_cap: 2_000 } },
    errors: errors(...OF_CHANGE, 'notFound', 'conflict'),
  },
  {
    ...{ ...CHANGING, id: 'deleteVerificationProfile', method: 'DELETE', path: `${PATH}/{id}` },
    summary: 'Delete a profile',
    description: api.DELETE_PROFILE_CALL,
    params: oneProfile,
    answer: {
      status: 200,
      description: 'The profile is deleted.',
      schema: deletedProfileAnswer,
      example: { deleted: 1 },
    },
    errors: errors(...OF_CHANGE, 'notFound'),
  },
];
