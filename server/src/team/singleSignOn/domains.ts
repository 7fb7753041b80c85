// Email domains of a team's single sign-on: each counts while its TXT record proves ownership.
import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import type { SsoDomain } from '@godwit/contract/accounts/singleSignOn';
import {
  DOMAIN_OF_OTHER_TEAM,
  NAME_SERVERS_SILENT,
  TOO_MANY_DOMAINS,
  TXT_RECORD_MISSING,
} from '@godwit/contract/sentences/team';
import { recordAudit, SERVICE } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import type { Member } from '../../identity/sessions.ts';
import { doEach, type Loop, startLoop } from '../../jobs/loop.ts';
import { type Refusal, RefusalError, refuse, refuseField } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import { mailOwners, mailSignOnChange } from '../notify.ts';
import { lockTeam } from '../queries.ts';
import {
  claimDomains,
  type DomainKey,
  deleteDomain,
  insertDomain,
  lockDomain,
  proveDomain,
  selectDomains,
  selectProvedTeam,
  storeCheck,
  unproveDomain,
} from './domainQueries.ts';

/** Tests use other name servers than this machine's. */
export type Names = { nameServers?: readonly string[] };

type Looking = Pick<Services, 'kysely' | 'settings' | 'log'>;

const MOST_DOMAINS = 20;
const TXT_HOST = '_godwit';
const TXT_PREFIX = 'godwit-verification=';
const DNS = { timeout: 1_500, tries: 2 };
/** The name or its TXT record does not exist. Any other error proves nothing about the record. */
const GONE = ['ENOTFOUND', 'ENODATA'];
const EVERY_MS = 60_000;
const AT_ONCE = 10;
/** A domain is lost this many days after the first daily check that missed its record. */
const GRACE_DAYS = 3;

/** A team's domains, with the records that prove them. */
export async function listDomains(db: Database, teamId: string): Promise<SsoDomain[]> {
  return (await selectDomains(db, teamId)).map(({ domain, proof, proved_at, looks_gone }) => ({
    domain,
    txt_name: `${TXT_HOST}.${domain}`,
    txt_value: TXT_PREFIX + proof,
    proved_at: proved_at?.toISOString() ?? null,
    record_missing: looks_gone > 0,
  }));
}

/** Adds a domain, which counts once it is proved. */
export async function addDomain(
  { kysely }: Services,
  member: Member,
  domain: string,
): Promise<'done' | Refusal> {
  return transaction(kysely, async (trx) => {
    // Two concurrent additions are counted one after the other.
    await lockTeam(trx, member.teamId);
    if ((await selectDomains(trx, member.teamId)).length >= MOST_DOMAINS)
      return refuseField('conflict', 'domain', TOO_MANY_DOMAINS);
    await insertDomain(trx, member.teamId, domain, randomBytes(16).toString('hex'));
    return 'done';
  });
}

/**
 * Looks up a domain's TXT record and activates the domain if it exists. Refused (1013) if it does not, or
 * if the record of another team that had the domain first still exists; (1014) if no name server answers.
 */
export async function checkDomain(
  services: Services,
  names: Names,
  member: Member,
  domain: string,
): Promise<'done' | Refusal> {
  const key = { teamId: member.teamId, domain };
  const found = (await selectDomains(services.kysely, key.teamId)).find((one) => one.domain === domain);
  if (!found) return refuse('notFound');
  const values = await readValues(names, domain);
  if (values === null) return unanswered();
  if (!values.includes(TXT_PREFIX + found.proof)) {
    const description = TXT_RECORD_MISSING;
    return refuse('conflict', { description });
  }
  return transaction(services.kysely, async (trx) => {
    await lockDomain(trx, domain);
    const holder = await selectProvedTeam(trx, domain);
    if (holder && holder.teamId !== key.teamId) {
      // Both records share a name, so this lookup also checked the other team's.
      if (values.includes(TXT_PREFIX + holder.proof))
        return refuse('conflict', { description: DOMAIN_OF_OTHER_TEAM });
      await loseDomain(trx, services, { teamId: holder.teamId, domain }, { toAnotherTeam: true });
    }
    // Throws, so the other team keeps the domain.
    if (!(await proveDomain(trx, key))) throw new RefusalError(refuse('notFound'));
    if (found.proved_at === null) await mailSignOnChange(trx, services, member, { proved: domain });
    return 'done';
  });
}

/** Removes a domain. Its addresses then sign in with a password again. */
export async function removeDomain(
  services: Services,
  member: Member,
  domain: string,
): Promise<'done' | Refusal> {
  return transaction(services.kysely, async (trx) => {
    const row = await deleteDomain(trx, member.teamId, domain);
    if (!row) return refuse('notFound');
    if (row.proved_at) await mailSignOnChange(trx, services, member, { removedDomain: domain });
    return 'done';
  });
}

/** Checks the proved domains that are due, and returns how many they were. */
export async function lookAtDomains(services: Looking, names: Names = {}): Promise<number> {
  const due = await claimDomains(services.kysely, AT_ONCE);
  await doEach(
    due.map((one) => () => lookAgain(services, names, one)),
    AT_ONCE,
  );
  return due.length;
}

/** Starts the loop that checks each proved domain once a day. */
export function startLookingAtDomains(services: Looking): Loop {
  return startLoop({
    name: 'looking at domains of single sign-on',
    log: services.log,
    everyMs: EVERY_MS,
    round: async () => ((await lookAtDomains(services)) < AT_ONCE ? undefined : 0),
  });
}

async function lookAgain(
  services: Looking,
  names: Names,
  { proof, ...key }: DomainKey & { proof: string },
): Promise<void> {
  const values = await readValues(names, key.domain);
  if (values === null) return;
  const isThere = values.includes(TXT_PREFIX + proof);
  const link = new URL('/team', services.settings.publicUrl).href;
  await transaction(services.kysely, async (trx) => {
    const looksGone = await storeCheck(trx, key, isThere);
    if (looksGone === 1)
      await mailOwners(trx, key, (mails) =>
        mails.domainMissing({ domain: key.domain, days: GRACE_DAYS, link }),
      );
    if (looksGone > GRACE_DAYS) await loseDomain(trx, services, key, { toAnotherTeam: false });
  });
}

/** Marks a domain as no longer proved, because its record is gone. Its addresses sign in with a password. */
async function loseDomain(
  trx: Database,
  services: Pick<Services, 'settings'>,
  { teamId, domain }: DomainKey,
  { toAnotherTeam }: { toAnotherTeam: boolean },
): Promise<void> {
  await unproveDomain(trx, { teamId, domain });
  const detail = { to_another_team: toAnotherTeam };
  await recordAudit(trx, SERVICE, { action: 'DOMAIN_LOST', teamId, subject: domain, detail });
  await mailSignOnChange(trx, services, { teamId }, { lostDomain: domain });
}

/** The TXT values at the name of a domain's proof; null if no name server answers. */
async function readValues({ nameServers }: Names, domain: string): Promise<string[] | null> {
  const resolver = new Resolver(DNS);
  if (nameServers) resolver.setServers(nameServers);
  try {
    return (await resolver.resolveTxt(`${TXT_HOST}.${domain}`)).map((parts) => parts.join(''));
  } catch (error) {
    return GONE.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
}

function unanswered(): Refusal {
  const description = `${NAME_SERVERS_SILENT} Try again in a moment.`;
  return refuse('unavailable', { description, retryAfterSeconds: 60 });
}
