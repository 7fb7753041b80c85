// Single sign-on by OpenID Connect: signing in at the provider of a team, and its settings.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { empty, flag, id, instant } from '../common.ts';
import { role } from '../roles.ts';
import * as team from '../sentences/team.ts';
import { emailAddress, signInAnswer } from './accounts.ts';

/** POST /sso/start, without a session. `to` is the page to open after sign-in. */
export const ssoStartRequest = z.object({ email: emailAddress, to: z.string().max(2_000).optional() });

/** The page of the provider to open. */
export const ssoStartAnswer = z.object({ url: z.string() });

/** POST /sso/finish: the query with which the provider redirected the browser. */
export const ssoFinishRequest = z.object({ query: z.string().max(8_000) });

/**
 * `team_id` is the team of the provider; `to` is a path in the console. The second factor of the account is
 * required as after a password.
 */
const ssoFinishAnswer = signInAnswer.extend({ team_id: id, to: z.string().nullable() });
export type SsoFinishAnswer = z.infer<typeof ssoFinishAnswer>;

/**
 * A domain whose addresses sign in at the provider of the team, once it is proved (`proved_at`) by the TXT
 * record `txt_name` with the value `txt_value`. If the last check did not find the record (`record_missing`),
 * the domain stays proved for three more days.
 */
const ssoDomain = z.object({
  domain: z.string(),
  txt_name: z.string(),
  txt_value: z.string(),
  proved_at: instant.nullable(),
  record_missing: z.boolean(),
});
export type SsoDomain = z.infer<typeof ssoDomain>;

const provider = z.object({
  issuer: z.string(),
  client_id: z.string(),
  default_role: role,
  required: z.boolean(),
  last_used_at: instant.nullable(),
});

/**
 * GET /team/single_sign_on: `provider` is null until it is set up. `redirect_uri` is for the settings of the
 * provider. The client secret is never returned.
 */
const teamSso = z.object({
  provider: provider.nullable(),
  redirect_uri: z.string(),
  domains: z.array(ssoDomain),
});
export type TeamSso = z.infer<typeof teamSso>;

/** PUT /team/single_sign_on: without `client_secret` the stored one stays. New people get `default_role`. */
export const teamSsoRequest = z.object({
  issuer: z
    .string({ error: team.ISSUER_INVALID })
    .trim()
    .max(500, team.ISSUER_INVALID)
    .regex(/^https?:\/\/[^\s?#@]+$/, team.ISSUER_INVALID)
    .refine((text) => URL.canParse(text), team.ISSUER_INVALID),
  client_id: z
    .string({ error: team.CLIENT_ID_REQUIRED })
    .trim()
    .min(1, team.CLIENT_ID_REQUIRED)
    .max(500, team.CLIENT_ID_LONG),
  client_secret: z.string().trim().max(1_000, team.CLIENT_SECRET_LONG).optional(),
  default_role: role.exclude(['OWNER'], { error: 'default_role must be ADMIN, SENDER or VIEWER' }),
  required: flag,
});
export type TeamSsoRequest = z.input<typeof teamSsoRequest>;

/** POST /team/single_sign_on/domains. */
export const ssoDomainRequest = z.object({
  domain: z
    .string({ error: team.DOMAIN_INVALID })
    .trim()
    .toLowerCase()
    .max(200, team.DOMAIN_INVALID)
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, team.DOMAIN_INVALID),
});

const ofDomain = { domain: z.string() };

export const signOnCalls = {
  'POST /sso/start': { body: ssoStartRequest, answer: ssoStartAnswer },
  'POST /sso/finish': { body: ssoFinishRequest, answer: ssoFinishAnswer },
  'GET /team/single_sign_on': { action: 'owners', answer: teamSso },
  'PUT /team/single_sign_on': { action: 'owners', body: teamSsoRequest, answer: teamSso },
  'DELETE /team/single_sign_on': { action: 'owners', answer: empty },
  'POST /team/single_sign_on/domains': { action: 'owners', body: ssoDomainRequest, answer: teamSso },
  'POST /team/single_sign_on/domains/:domain/check': { action: 'owners', params: ofDomain, answer: teamSso },
  'DELETE /team/single_sign_on/domains/:domain': { action: 'owners', params: ofDomain, answer: teamSso },
} satisfies Calls;
