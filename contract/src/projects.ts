// Projects: messages are sent from a project, with an API key for each mode.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { checkBy, commaList, flag, formValue, id, instant, mode, money, NO_CONTROLS } from './common.ts';
import { CONSENT_RULES } from './consentRules.ts';
import { CONTENT_CLASSES, RULED_CLASSES } from './contentClass.ts';
import { DIAL_CODES } from './numbers/dialCodes.ts';
import { quietHoursRequest } from './numbers/quietHours.ts';
import { createProjectRequest, projectName } from './projectName.ts';
import { role } from './roles.ts';
import { BRAND_RULES, isBrandName, MAX_ALIAS, MAX_ALIASES } from './rules/brandInText.ts';
import { nameForm } from './rules/file.ts';
import { otherwise } from './rules/otherwise.ts';
import { registrationCountry, senderRegistration } from './senders.ts';
import * as settings from './sentences/settings.ts';
import { DAILY_LIMIT_INVALID, TIME_ZONE_REQUIRED, TIME_ZONE_UNKNOWN } from './sentences/settings.ts';
import { knownTimezone } from './timezones.ts';

/** The time zone in which days of the project are counted. Stored as its id in GET /generic/timezones. */
const timezone = z.string({ error: TIME_ZONE_REQUIRED }).transform((typed, context) => {
  const known = knownTimezone(typed.trim());
  if (known === null)
    context.issues.push({
      code: 'custom',
      message: TIME_ZONE_UNKNOWN,
      input: typed,
    });
  return known ?? '';
});

/** PUT /projects/{id}: a name, a time zone, or both. */
const updateProjectRequest = z
  .object({ name: projectName.optional(), timezone: timezone.optional() })
  .refine((change) => change.name !== undefined || change.timezone !== undefined, {
    error: 'Give a name or a timezone',
  });

/** POST /projects/{id}/update_keys: the mode whose key to replace. */
const updateKeysRequest = z.object({ mode });

/** The new key, in the field of its mode. */
const updateKeysAnswer = z.object({
  api_key_live: z.string().optional(),
  api_key_test: z.string().optional(),
});

const WARNING_INVALID = 'The daily warning must be a share of the limit from 0 to 1, such as 0.8 for 80%';

/**
 * POST /projects/{id}/daily_limit: sets the limit in major units, the share of it (0 to 1) at which a warning
 * is sent, or both. The `clear_…` fields remove them and take precedence. A warning needs a limit, and is
 * removed with it.
 */
export const dailyLimitRequest = z
  .object({
    daily_limit: formValue.refine(
      (value) => value === '' || (/^\d{1,9}(\.\d{1,4})?$/.test(value) && Number(value) > 0),
      DAILY_LIMIT_INVALID,
    ),
    daily_warn_pct: formValue.refine(
      (value) => value === '' || /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/.test(value),
      WARNING_INVALID,
    ),
    clear_daily_limit: flag,
    clear_daily_warn: flag,
  })
  .refine(
    (change) =>
      change.daily_limit !== '' ||
      change.daily_warn_pct !== '' ||
      change.clear_daily_limit ||
      change.clear_daily_warn,
    { error: 'Give a daily limit or a daily warning, or say which to clear' },
  );

/**
 * POST /projects/{id}/blocked_codes: replaces the blocked dial codes by `codes`; `clear_codes` unblocks all
 * and takes precedence. Codes are those of GET /generic/regions and match exactly: blocking 1 does not block
 * 1876.
 */
const blockedCodesRequest = z
  .object({ codes: commaList.default([]), clear_codes: flag })
  .check(({ value: { codes, clear_codes }, issues }) => {
    const problem = clear_codes ? null : codesProblem(codes);
    if (problem) issues.push({ code: 'custom', message: problem, input: codes, path: ['codes'] });
  })
  .transform(({ codes, clear_codes }) => (clear_codes ? [] : [...new Set(codes)].sort()));

function codesProblem(codes: readonly string[]): string | null {
  if (codes.length === 0) return 'Give the dial codes to block, such as 44,1876, or clear_codes';
  if (codes.length > DIAL_CODES.size)
    return `These are ${codes.length} dial codes, and there are only ${DIAL_CODES.size}`;
  const unknown = codes.find((code) => !DIAL_CODES.has(code));
  return unknown === undefined
    ? null
    : `${unknown.slice(0, 20)} is not a dial code that can be blocked: choose those of the list, such as 44 or 1876`;
}

/** The modes of the guard of one-time codes: refuse pumped codes, only count them, or neither. */
export const GUARD_MODES = ['BLOCK', 'WATCH', 'OFF'] as const;
export const guardMode = z.enum(GUARD_MODES, { error: 'mode must be BLOCK, WATCH or OFF' });
export type GuardMode = z.infer<typeof guardMode>;

/**
 * `role` is the role of the caller in this project. An archived project sends nothing; its data stays
 * readable.
 */
const projectSummary = z.object({
  id,
  name: z.string(),
  role,
  timezone: z.string(),
  archived_at: instant.nullable(),
});
export type ProjectSummary = z.infer<typeof projectSummary>;

const projectsAnswer = z.array(projectSummary);

/**
 * A sender id of a project. `id` is the name that recipients see. Promotional senders have 120 characters per
 * segment. `otherwise`: what happens to its messages to numbers of a register that does not hold it.
 * `substitute`: the sender of the project that goes instead if a network blocks it; null if none does.
 * `aliases`: other names of it that texts may have. `owner_name`: the name of its owner as texts have it, or
 * null.
 */
const projectSender = z.object({
  id: z.string(),
  class: z.enum(CONTENT_CLASSES),
  is_promotional: z.boolean(),
  created_at: instant,
  registrations: z.array(senderRegistration.extend({ otherwise })),
  substitute: z.string().nullable(),
  aliases: z.array(z.string()),
  owner_name: z.string().nullable(),
});
export type ProjectSender = z.infer<typeof projectSender>;

/** POST /projects/{id}/substitutes: the sender that goes instead of `sender` if a network blocks it. */
const substituteRequest = z.object({
  sender: z.string().min(1).max(40),
  substitute: z.string().min(1).max(40).nullable(),
});

/** POST /projects/{id}/sender_aliases: replaces the other names of `sender` that texts may have. */
const aliasesRequest = z.object({
  sender: z.string().min(1).max(40),
  aliases: z
    .array(z.string().trim().max(200))
    .max(50)
    .transform((names) => [...new Set(names)])
    .check(checkBy(aliasesProblem)),
});

/** Returns why these cannot be the other names of a sender id, as a sentence; null if they can. */
function aliasesProblem(names: readonly string[]): string | null {
  if (names.length > MAX_ALIASES) return settings.ALIASES_MANY;
  if (names.some((name) => name.length > MAX_ALIAS)) return settings.ALIAS_LONG;
  if (names.some((name) => /\p{Cc}/u.test(name))) return NO_CONTROLS;
  return names.every(isBrandName) ? null : settings.ALIAS_SHORT;
}

const clocks = z.object({ from: z.string(), to: z.string() });
const countryRules = z.object({
  name: nameForm,
  quiet_hours: clocks,
  without_names: z.array(z.string()),
  brands_in_texts: z.record(z.string(), z.enum(BRAND_RULES)),
  classes: z.record(
    z.string(),
    z.object({
      quiet_for: z.array(z.enum(RULED_CLASSES)),
      consent: z.enum(CONSENT_RULES),
      consent_for: z.array(z.enum(RULED_CLASSES)),
    }),
  ),
  registers: z.array(
    z.object({
      country: registrationCountry,
      blocks: z.boolean(),
      networks: z.array(z.object({ name: z.string(), prefixes: z.array(z.string()) })),
    }),
  ),
});

/**
 * `daily_limt` repeats `daily_limit`, because the specification spells it so. `daily_warn_pct` is a share
 * from 0 to 1. `spent_today` counts a day in `day_timezone`: the zone of the project or, after a change, the
 * previous zone until its midnight. Keys are empty for members who may not create them. `quiet_hours` is null
 * if messages are never held. `country_rules`: the form of names and the usual quiet hours of the team's
 * country, the countries whose networks deliver no names, and those that register names. `brands_in_texts`:
 * the rule about texts without the brand of each country that has its own, and under `*` that of all others.
 * `classes`: in the same form, the classes of content that keep quiet hours, and those that need consent.
 */
export const projectAnswer = projectSummary.extend({
  api_key_live: z.string(),
  api_key_test: z.string(),
  senders: z.array(projectSender),
  blocked_codes: z.array(z.string()),
  /** The guard of one-time codes, with the prefixes that it lets pass and refuses. */
  code_guard: z.object({ mode: guardMode, allowed: z.array(z.string()), refused: z.array(z.string()) }),
  daily_limit: money.nullable(),
  daily_limt: money.nullable(),
  daily_warn_pct: z.number().nullable(),
  spent_today: money,
  day_timezone: z.string(),
  quiet_hours: clocks.nullable(),
  country_rules: countryRules,
});
export type Project = z.infer<typeof projectAnswer>;

export const projectCalls = {
  'GET /projects': { answer: projectsAnswer },
  'POST /projects': { body: createProjectRequest, answer: projectSummary },
  'GET /projects/:id': { answer: projectAnswer },
  'PUT /projects/:id': { body: updateProjectRequest, answer: projectAnswer },
  'POST /projects/:id/update_keys': { body: updateKeysRequest, answer: updateKeysAnswer },
  'POST /projects/:id/daily_limit': { body: dailyLimitRequest, answer: projectAnswer },
  'POST /projects/:id/blocked_codes': { body: blockedCodesRequest, answer: projectAnswer },
  'POST /projects/:id/quiet_hours': { body: quietHoursRequest, answer: projectAnswer },
  'POST /projects/:id/substitutes': { body: substituteRequest, answer: projectAnswer },
  'POST /projects/:id/sender_aliases': { body: aliasesRequest, answer: projectAnswer },
  'POST /projects/:id/archive': { answer: projectAnswer },
  'POST /projects/:id/unarchive': { answer: projectAnswer },
} satisfies Calls;
