// A team's single sign-on: its provider, who must use it, and the domains whose addresses sign in there.
import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { TeamSso, teamSsoRequest } from '@godwit/contract/singleSignOn';
import type { z } from 'zod';
import type { OpenId, Provider } from '../identity/openId.ts';
import { requireRole } from '../identity/roles.ts';
import type { Member } from '../identity/sessions.ts';
import type { SignOnChange } from '../mail/letter.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { mailOwners } from './notify.ts';
import { lockTeam } from './queries.ts';
import {
  deleteDomain,
  deleteProvider,
  endSignOns,
  insertDomain,
  proveDomain,
  putProvider,
  selectDomains,
  selectProvider,
  selectProviderFor,
} from './singleSignOnQueries.ts';

export { selectSignOnOnly as isSignOnOnly, touchProvider as noteSignOn } from './singleSignOnQueries.ts';

/** A team's provider and the role of those who come for the first time. */
export type TeamProvider = Provider & { teamId: string; defaultRole: 'ADMIN' | 'SENDER' | 'VIEWER' };

/** What asks the name servers, which a test has of its own, and the providers. */
export type SignOnParts = { openId: OpenId; nameServers?: readonly string[] };

const SEALED_FOR = 'single sign-on secret';
const MOST_DOMAINS = 20;
const TXT_HOST = '_godwit';
const TXT_PREFIX = 'godwit-verification=';
const DNS = { timeout: 1_500, tries: 2 };

/** Where providers send browsers back to. */
export function redirectUri({ publicUrl }: Services['settings']): string {
  return new URL('/sso', publicUrl).href;
}

/** The settings; owners alone see them (1012). */
export async function readSignOn({ kysely, settings }: Services, member: Member): Promise<TeamSso> {
  requireRole(member, 'owners');
  const [row, domains] = [
    await selectProvider(kysely, member.teamId),
    await selectDomains(kysely, member.teamId),
  ];
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
    domains: domains.map(({ domain, proof, proved_at }) => ({
      domain,
      txt_name: `${TXT_HOST}.${domain}`,
      txt_value: TXT_PREFIX + proof,
      proved_at: proved_at?.toISOString() ?? null,
    })),
  };
}

/**
 * Sets the provider, which is asked for its addresses first. Refused at the field that is wrong (1002), where the provider does not answer
 * (1014) or not as one (1013), and `required` before a sign-in there has worked (1013), as it would lock all others out.
 */
export async function changeSignOn(
  services: Services,
  { openId }: SignOnParts,
  member: Member,
  input: z.output<typeof teamSsoRequest>,
): Promise<TeamSso | Refusal> {
  requireRole(member, 'owners');
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
    if (isNews) await tell(trx, services, member, { provider: issuer, required });
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
  requireRole(member, 'owners');
  return services.kysely.transaction().execute(async (trx) => {
    const removedProvider = await deleteProvider(trx, member.teamId);
    if (removedProvider === undefined) return refuse('notFound');
    await endSignOns(trx, member.teamId, { but: member.userId });
    await tell(trx, services, member, { removedProvider });
    return 'done';
  });
}

/** Every change leaves a mail with each owner, in its transaction: a provider decides who gets into the team. */
function tell(trx: Database, { settings }: Services, member: Member, change: SignOnChange): Promise<void> {
  const link = new URL('/team', settings.publicUrl).href;
  return mailOwners(trx, member, (mails, person) => mails.signOnChanged({ person, change, link }));
}

/** Adds a domain, which counts once it is proved. */
export async function addDomain(
  services: Services,
  member: Member,
  domain: string,
): Promise<TeamSso | Refusal> {
  requireRole(member, 'owners');
  const { kysely } = services;
  const full = await kysely.transaction().execute(async (trx) => {
    // Two at once count in turn.
    await lockTeam(trx, member.teamId);
    if ((await selectDomains(trx, member.teamId)).length >= MOST_DOMAINS)
      return refuseField('conflict', 'domain', 'A team has at most 20 domains.');
    await insertDomain(trx, member.teamId, domain, randomBytes(16).toString('hex'));
    return null;
  });
  return full ?? readSignOn(services, member);
}

/** Looks for a domain's TXT record, and has the domain count if it is there; refused (1013) where it is not, or another team proved it. */
export async function checkDomain(
  services: Services,
  { nameServers }: SignOnParts,
  member: Member,
  domain: string,
): Promise<TeamSso | Refusal> {
  requireRole(member, 'owners');
  const { kysely } = services;
  const found = (await selectDomains(kysely, member.teamId)).find((one) => one.domain === domain);
  if (!found) return refuse('notFound');
  const resolver = new Resolver(DNS);
  if (nameServers) resolver.setServers(nameServers);
  const records = await resolver.resolveTxt(`${TXT_HOST}.${domain}`).catch((): string[][] => []);
  if (!records.some((parts) => parts.join('') === TXT_PREFIX + found.proof)) {
    const description = 'The TXT record is not there yet. It can take an hour until a new one is seen.';
    return refuse('conflict', { description });
  }
  const proved = await kysely.transaction().execute(async (trx) => {
    const done = await proveDomain(trx, member.teamId, domain);
    if (done && found.proved_at === null) await tell(trx, services, member, { proved: domain });
    return done;
  });
  if (!proved) return refuse('conflict', { description: 'Another team has proved this domain already.' });
  return readSignOn(services, member);
}

/** Removes a domain; its addresses sign in with a password again. */
export async function removeDomain(
  services: Services,
  member: Member,
  domain: string,
): Promise<TeamSso | Refusal> {
  requireRole(member, 'owners');
  const removed = await services.kysely.transaction().execute(async (trx) => {
    const row = await deleteDomain(trx, member.teamId, domain);
    if (row?.proved_at) await tell(trx, services, member, { removedDomain: domain });
    return row !== undefined;
  });
  return removed ? readSignOn(services, member) : refuse('notFound');
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
