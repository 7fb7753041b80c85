// A team's single sign-on: its provider, and whether members must use it.
import type { TeamSso, teamSsoRequest } from '@godwit/contract/accounts/singleSignOn';
import {
  CLIENT_SECRET_REQUIRED,
  ISSUER_NOT_HTTPS,
  NEW_CLIENT_SECRET_REQUIRED,
  NO_PROVIDER_AT_ISSUER,
  SIGN_ON_BEFORE_REQUIRING,
} from '@godwit/contract/sentences/team';
import type { z } from 'zod';
import { transaction } from '../../db/transaction.ts';
import type { OpenId, Provider } from '../../identity/openId.ts';
import type { Member } from '../../identity/sessions.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import { mailSignOnChange } from '../notify.ts';
import { listDomains } from './domains.ts';
import { deleteProvider, endSignOns, putProvider, selectProvider, selectProviderFor } from './queries.ts';

export { isSignOnOnly, noteSignOn } from './queries.ts';

/** A team's provider and the role of those who come for the first time. */
export type TeamProvider = Provider & { teamId: string; defaultRole: 'ADMIN' | 'SENDER' | 'VIEWER' };

const SEALED_FOR = 'single sign-on secret';

/** Redirect addresses of providers. */
export function redirectUri({ publicUrl }: Services['settings']): string {
  return new URL('/sso', publicUrl).href;
}

/** The settings. */
export async function readSignOn({ kysely, settings }: Services, member: Member): Promise<TeamSso> {
  const row = await selectProvider(kysely, member.teamId);
  return {
    provider: row
      ? {
          issuer: row.issuer,
          client_id: row.client_id,
          default_role: row.default_role,
          required: row.required,
          last_used_at: row.last_used_at?.toISOString() ?? null,
        }
      : null,
    redirect_uri: redirectUri(settings),
    domains: await listDomains(kysely, member.teamId),
  };
}

/**
 * Sets the provider, after a request for its metadata. Refused at the wrong field (1002), if the provider
 * does not answer (1014) or answers invalidly (1013). `required` before a successful sign-in there is
 * refused (1013), because it would lock everybody out.
 */
export async function changeSignOn(
  services: Services,
  openId: OpenId,
  member: Member,
  input: z.output<typeof teamSsoRequest>,
): Promise<TeamSso | Refusal> {
  const { kysely, secrets, settings, log } = services;
  const { teamId } = member;
  const { issuer, client_id, default_role, required } = input;
  if (!issuer.startsWith('https://') && !settings.callbacksAllowPrivate)
    return refuseField('invalidArgument', 'issuer', ISSUER_NOT_HTTPS);
  const before = await selectProvider(kysely, teamId);
  const clientSecret = input.client_secret || (before && openSecret(services, before.sealed_secret));
  if (!clientSecret) return refuseField('invalidArgument', 'client_secret', CLIENT_SECRET_REQUIRED);
  const isSame = before?.issuer === issuer && before.client_id === client_id;
  if (!isSame && before && !input.client_secret)
    // Otherwise a new issuer would receive the secret of the one before.
    return refuseField('invalidArgument', 'client_secret', NEW_CLIENT_SECRET_REQUIRED);
  if (required && !(isSame && before?.last_used_at))
    return refuseField('conflict', 'required', SIGN_ON_BEFORE_REQUIRING);
  const provider = { caller: `settings ${teamId}`, issuer, clientId: client_id, clientSecret };
  const asked = await openId.begin(provider, { redirectUri: redirectUri(settings), log });
  if (isRefusal(asked)) return { ...asked, fields: { issuer: issuerProblem(asked) } };
  const sealed_secret = secrets.seal(SEALED_FOR, clientSecret);
  const row = { team_id: teamId, issuer, client_id, sealed_secret, default_role, required };
  // A changed role of new members is news too: the page behind the mail shows it.
  const isNews =
    !isSame || before.required !== required || before.default_role !== default_role || !!input.client_secret;
  await transaction(kysely, async (trx) => {
    await putProvider(trx, row);
    if (before && !isSame) await endSignOns(trx, teamId, { but: member.userId });
    if (isNews) await mailSignOnChange(trx, services, member, { provider: issuer, required });
  });
  return readSignOn(services, member);
}

/** For the person who sets it up: people who cannot sign in are referred to them. */
function issuerProblem({ refused, description = '' }: Refusal): string {
  return refused === 'conflict' ? NO_PROVIDER_AT_ISSUER : description;
}

/** Removes the provider; everyone signs in with a password again. */
export async function removeSignOn(services: Services, member: Member): Promise<'done' | Refusal> {
  return transaction(services.kysely, async (trx) => {
    const removedProvider = await deleteProvider(trx, member.teamId);
    if (removedProvider === undefined) return refuse('notFound');
    await endSignOns(trx, member.teamId, { but: member.userId });
    await mailSignOnChange(trx, services, member, { removedProvider });
    return 'done';
  });
}

/**
 * The provider of the team that has proved an address's domain, or of that team alone; undefined if there
 * is none.
 */
export async function findProvider(
  services: Pick<Services, 'secrets'>,
  db: Database,
  { email, teamId }: { email: string; teamId?: string },
): Promise<TeamProvider | undefined> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const row = await selectProviderFor(db, { domain, ...(teamId && { teamId }) });
  return row && asProvider(services, row);
}

/** The provider of a team; undefined if it has none. */
export async function findTeamProvider(
  services: Services,
  teamId: string,
): Promise<TeamProvider | undefined> {
  const row = await selectProvider(services.kysely, teamId);
  return row && asProvider(services, row);
}

function asProvider(
  services: Pick<Services, 'secrets'>,
  row: NonNullable<Awaited<ReturnType<typeof selectProvider>>>,
): TeamProvider {
  return {
    teamId: row.team_id,
    caller: row.team_id,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: openSecret(services, row.sealed_secret),
    // The table has no OWNER here.
    defaultRole: row.default_role as TeamProvider['defaultRole'],
  };
}

function openSecret({ secrets }: Pick<Services, 'secrets'>, sealed: Buffer): string {
  return secrets.open(SEALED_FOR, sealed).toString();
}
