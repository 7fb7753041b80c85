// Single sign-on by OpenID Connect: signing in at a team's own provider, and its settings.
import { z } from 'zod';
import { email, signInAnswer } from './accounts.ts';
import { flag, id, instant } from './common.ts';
import { role } from './roles.ts';

/** POST /sso/start, while signed out. `to` is the page to come to afterwards. */
export const ssoStartRequest = z.object({ email, to: z.string().max(2_000).optional() });

/** `url` is where to go: the provider's page. */
export const ssoStartAnswer = z.object({ url: z.string() });

/** POST /sso/finish: the query that the provider sent the browser back with. */
export const ssoFinishRequest = z.object({ query: z.string().max(8_000) });

/** `team_id` is the team that was signed in to, `to` a path inside the console. A second factor of one's own is asked for as after a password. */
export const ssoFinishAnswer = signInAnswer.extend({ team_id: id, to: z.string().nullable() });
export type SsoFinishAnswer = z.infer<typeof ssoFinishAnswer>;

/**
 * A domain whose addresses sign in at the team's provider, once `proved_at` is there: a TXT record `txt_name` that holds `txt_value`. Where it was
 * gone when it was last looked at (`record_missing`), it proves the domain for three days more.
 */
export const ssoDomain = z.object({
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

/** GET /team/single_sign_on: `provider` is null before it is set up, `redirect_uri` what the provider asks for. The secret is not shown again. */
export const teamSso = z.object({
  provider: provider.nullable(),
  redirect_uri: z.string(),
  domains: z.array(ssoDomain),
});
export type TeamSso = z.infer<typeof teamSso>;

const ISSUER = 'The issuer must be an address such as https://login.example.com, without a query.';

/** PUT /team/single_sign_on. Without `client_secret` the one that is there stays. People who come for the first time get `default_role`. */
export const teamSsoRequest = z.object({
  issuer: z
    .string({ error: ISSUER })
    .trim()
    .max(500, ISSUER)
    .regex(/^https?:\/\/[^\s?#@]+$/, ISSUER)
    .refine((text) => URL.canParse(text), ISSUER),
  client_id: z
    .string({ error: 'The client id is required' })
    .trim()
    .min(1, 'The client id is required')
    .max(500, 'The client id has at most 500 characters'),
  client_secret: z.string().trim().max(1_000, 'The client secret has at most 1000 characters').optional(),
  default_role: role.exclude(['OWNER'], { error: 'default_role must be ADMIN, SENDER or VIEWER' }),
  required: flag,
});
export type TeamSsoRequest = z.input<typeof teamSsoRequest>;

const DOMAIN = 'This is not a domain such as example.com';

/** POST /team/single_sign_on/domains. */
export const ssoDomainRequest = z.object({
  domain: z
    .string({ error: DOMAIN })
    .trim()
    .toLowerCase()
    .max(200, DOMAIN)
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, DOMAIN),
});
