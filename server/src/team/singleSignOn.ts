// A team's single sign-on: its provider, and who must use it.
import type { TeamSso, teamSsoRequest } from '@godwit/contract/singleSignOn';
import type { z } from 'zod';
import type { OpenId, Provider } from '../identity/openId.ts';
import type { Member } from '../identity/sessions.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { listDomains } from './domains.ts';
import { mailSignOnChange } from './notify.ts';
import {
  deleteProvider,
  endSignOns,
  putProvider,
  selectProvider,
  selectProviderFor,
} from './singleSignOnQueries.ts';

export { selectSignOnOnly as isSignOnOnly, touchProvider as noteSignOn } from './singleSignOnQueries.ts';

/** A team's provider and the role of those who come for the first time. */
export type TeamProvider = Provider & { teamId: string; defaultRole: 'ADMIN' | 'SENDER' | 'VIEWER' };

const SEALED_FOR = 'single sign-on secret';

/** Where providers send browsers back to. */
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
 * Sets the provider, which is asked for its addresses first. Refused at the field that is wrong (1002), where the provider does not answer
 * (1014) or not as one (1013), and `required` before a sign-in there has worked (1013), as it would lock all others out.
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
    return refuseField('invalidArgument', 'issuer', 'The issuer must begin with https://.');
  const before = await selectProvider(kysely, teamId);
  const clientSecret = input.client_secret || (before && openSecret(services, before.sealed_secret));
  if (!clientSecret) return refuseField('invalidArgument', 'client_secret', 'The client secret is required');
  const isSame = before?.issuer === issuer && before.client_id === client_id;
  if (!isSame && before && !input.client_secret)
    // Else a new issuer would be told the secret of the one before.
    return refuseField(
      'invalidArgument',
      'client_secret',
      'The client secret of the new provider is required',
    );
  if (required && !(isSame && before?.last_used_at))
    return refuseField(
      'conflict',
      'required',
      'Save this first, and sign in with it once: then it can be required.',
    );
  const provider = { caller: `settings ${teamId}`, issuer, clientId: client_id, clientSecret };
  const asked = await openId.begin(provider, { redirectUri: redirectUri(settings), log });
  if (isRefusal(asked)) return { ...asked, fields: { issuer: saidOfIssuer(asked) } };
  const sealed_secret = secrets.seal(SEALED_FOR, clientSecret);
  const row = { team_id: teamId, issuer, client_id, sealed_secret, default_role, required };
  // The role of new members is told too, by the page that the mail leads to.
  const isNews =
    !isSame || before.required !== required || before.default_role !== default_role || !!input.client_secret;
  await kysely.transaction().execute(async (trx) => {
    await putProvider(trx, row);
    if (before && !isSame) await endSignOns(trx, teamId, { but: member.userId });
    if (isNews) await mailSignOnChange(trx, services, member, { provider: issuer, required });
  });
  return readSignOn(services, member);
}

/** For the person who sets it up, whom those who sign in are told to ask. */
function saidOfIssuer({ refused, description = '' }: Refusal): string {
  return refused === 'conflict'
    ? 'No provider of OpenID Connect on the public internet answers at this issuer. Copy the issuer from your provider again.'
    : description;
}

/** Removes the provider; everyone signs in with a password again. */
export async function removeSignOn(services: Services, member: Member): Promise<'done' | Refusal> {
  return services.kysely.transaction().execute(async (trx) => {
    const removedProvider = await deleteProvider(trx, member.teamId);
    if (removedProvider === undefined) return refuse('notFound');
    await endSignOns(trx, member.teamId, { but: member.userId });
    await mailSignOnChange(trx, services, member, { removedProvider });
    return 'done';
  });
}

/** The provider of the team that has proved an address's domain, or of that team alone; undefined where there is none. */
export async function findProvider(
  services: Pick<Services, 'secrets'>,
  db: Database,
  { email, teamId }: { email: string; teamId?: string },
): Promise<TeamProvider | undefined> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const row = await selectProviderFor(db, { domain, ...(teamId && { teamId }) });
  return row && asProvider(services, row);
}

/** The provider of a team; undefined where it has none. */
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
