// Verifications: one-time codes that are sent by SMS and checked here. The codes themselves are nowhere in an
// answer.
import { z } from 'zod';
import { instant, mode, wholeNumberIn } from '../common.ts';
import { content, optionalText } from '../messages/messages.ts';
import { SHOW_ID } from '../sentences/api.ts';
import * as api from '../sentences/verify.ts';
import * as profiles from '../sentences/verifyProfiles.ts';

/** The limits of one verification, and of a number or a person's address. */
export const VERIFY_LIMITS = {
  codeLength: { least: 4, most: 10, usual: 6 },
  lifetimeS: { least: 60, most: 3_600, usual: 600 },
  checks: 5,
  sends: 5,
  /** Starts for a number within `numberWindowS`, and for the address of a person within an hour. */
  startsPerNumber: 5,
  numberWindowS: 600,
  startsPerAddress: 10,
} as const;

/** The shortest time between two sends of a code, in seconds. It doubles with each send, up to `longest`. */
export const RESEND_S = { first: 30, longest: 240 } as const;

/** PENDING until one of the others ends it. FAILED: the last check was wrong. */
export const VERIFICATION_STATES = ['PENDING', 'APPROVED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** The place of the code in a text. */
export const CODE_PLACE = '{code}';

/** The texts of a verification without `body`, by `locale`. */
export const VERIFY_TEXTS = {
  en: `${CODE_PLACE} is your verification code. Do not share it with anybody.`,
  si: `ඔබගේ තහවුරු කිරීමේ කේතය ${CODE_PLACE}. එය කිසිවෙකුට නොදෙන්න.`,
  ta: `உங்கள் சரிபார்ப்புக் குறியீடு ${CODE_PLACE}. இதை யாரிடமும் பகிர வேண்டாம்.`,
} as const;

const LOCALES = Object.keys(VERIFY_TEXTS) as (keyof typeof VERIFY_TEXTS)[];

const numberOf = (name: string, { least, most }: { least: number; most: number }) =>
  wholeNumberIn(
    least,
    most,
    `${name} must be a whole number from ${least} to ${most.toLocaleString('en-US')}`,
  ).nullish();

const { codeLength, lifetimeS } = VERIFY_LIMITS;
const code = z.string({ error: 'Give the code as text in `code`' }).min(1).max(32).describe(api.CODE);

const OWN_CODE = new RegExp(`^\\d{${codeLength.least},${codeLength.most}}$`);

/** A text such as '1234', if the caller chooses the code. */
export const ownCode = z
  .string({ error: 'Give your own code as text in `code`' })
  .regex(OWN_CODE, `code must be ${codeLength.least} to ${codeLength.most} digits`);

/** The text of a verification. */
export const codeText = z
  .string()
  .max(1_600)
  .refine((text) => text.split(CODE_PLACE).length === 2, {
    error: `The text must contain ${CODE_PLACE} exactly once`,
  });

const profile = z.string({ error: 'profile must be the id or the name of a profile' }).max(64).nullish();

/** A start whose fields have been taken from its profile. */
export const startVerificationRequest = z.object({
  to: content.to,
  from: content.from,
  body: codeText.nullish().describe(api.BODY),
  locale: z
    .enum(LOCALES, { error: `locale must be ${LOCALES.join(', ')}` })
    .nullish()
    .describe(api.LOCALE),
  code_length: numberOf('code_length', codeLength).describe(api.CODE_LENGTH),
  code: ownCode.nullish().describe(api.OWN_CODE),
  channel: z.string({ error: 'channel must be sms' }).nullish().describe(api.CHANNEL),
  expires_in_s: numberOf('expires_in_s', lifetimeS).describe(api.EXPIRES_IN),
  end_user_ip: z
    .union([z.ipv4(), z.ipv6()], { error: 'end_user_ip must be an IP address' })
    .nullish()
    .describe(api.END_USER_IP),
  project_id: optionalText(64, api.PROJECT),
  mode: optionalText(8, api.MODE),
  profile: profile.describe(profiles.START_PROFILE),
});
/** POST /v1/verifications. The profile may have the sender, and texts of other locales. */
export const startRequest = startVerificationRequest.extend({
  from: content.from.optional(),
  locale: z.string().nullish().describe(api.LOCALE),
});
export type StartVerificationRequest = z.infer<typeof startVerificationRequest>;

/** POST /v1/verifications/{id}/check. */
export const checkVerificationRequest = z.object({ code });

/** POST /v1/verifications/check. */
export const checkNumberRequest = z.object({
  to: content.to,
  code,
  profile: profile.describe(profiles.CHECK_PROFILE),
});

/** Outcomes of a code that the customer generated: the person typed it in, or did not. */
export const OUTCOMES = ['CONFIRMED', 'UNCONFIRMED'] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** Feedback is accepted for this many days after a message. */
export const FEEDBACK_DAYS = 7;
const outcome = z.enum(OUTCOMES, { error: `outcome must be ${OUTCOMES.join(' or ')}` });

/** POST /v1/messages/{id}/feedback. */
export const feedbackRequest = z.object({ outcome: outcome.describe(api.OUTCOME) });

/** The feedback that counts. */
export const feedbackAnswer = z.object({
  message_id: z.string().describe(SHOW_ID),
  outcome: outcome.describe(api.OUTCOME_NOW),
});

/** A verification as it is now. */
export const verification = z.object({
  id: z.string().describe(api.ID),
  status: z.enum(VERIFICATION_STATES).describe(api.STATUS),
  mode: mode.describe(api.VERIFICATION_MODE),
  to: z.string().nullable().describe(api.TO),
  from: z.string().describe(api.FROM),
  sends: z.number().int().describe(api.SENDS),
  checks_left: z.number().int().describe(api.CHECKS_LEFT),
  resend_at: instant.nullable().describe(api.RESEND_AT),
  created_at: instant.describe(api.CREATED_AT),
  expires_at: instant.describe(api.EXPIRES_AT),
  message_id: z.string().nullable().describe(api.CODE_MESSAGE_ID),
  profile: z.string().optional().describe(profiles.VERIFICATION_PROFILE),
});
export type Verification = z.infer<typeof verification>;

/** The answer of a check: a wrong code is no error. */
export const checkAnswer = z.object({
  id: z.string().describe(api.ID),
  status: z.enum(VERIFICATION_STATES).describe(api.STATUS),
  valid: z.boolean().describe(api.VALID),
  checks_left: z.number().int().describe(api.CHECKS_LEFT),
});
export type CheckAnswer = z.infer<typeof checkAnswer>;
