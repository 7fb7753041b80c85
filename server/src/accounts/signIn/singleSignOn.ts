// Single sign-on: finds a team's provider by email domain and signs in the person who returns from it.
import {
  EMAIL_NOT_VERIFIED_BY_PROVIDER,
  EMAIL_OF_OTHER_ACCOUNT,
  EMAIL_OF_OTHER_DOMAIN,
  NO_LONGER_IN_TEAM,
  SIGN_ON_EXPIRED,
  SINGLE_SIGN_ON_NOT_SET_UP,
  TOO_MANY_NEW_PEOPLE,
} from '@godwit/contract/sentences/access';
import { transaction } from '../../db/transaction.ts';
import type { Limiter } from '../../http/rateLimit.ts';
import { type Claims, linkSubject, type OpenId } from '../../identity/openId.ts';
import type { Attempt } from '../../identity/openIdAttempt.ts';
import { hashPassword } from '../../identity/passwords.ts';
import { hasFactor } from '../../identity/secondFactor.ts';
import { endSessions, type SignedIn, type SignIn, startSession } from '../../identity/sessions.ts';
import { browserToken } from '../../identity/throttle.ts';
import { randomToken } from '../../identity/tokens.ts';
import { newId } from '../../ids.ts';
import { MAILS } from '../../mail/mails.ts';
import { queueMail } from '../../mail/queue.ts';
import { isRefusal, orThrow, type Refusal, refuse, refuseField } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import { addMember, lockTeam, wasMember } from '../../team/members.ts';
import { mailOwners } from '../../team/notify.ts';
import {
  findProvider,
  findTeamProvider,
  noteSignOn,
  redirectUri,
  type TeamProvider,
} from '../../team/singleSignOn/singleSignOn.ts';
import { insertUser, lockByEmail, markEmailVerified, selectUser } from '../queries.ts';

const LONGEST_PATH = 1_000;
const TOO_MANY = `${TOO_MANY_NEW_PEOPLE} Try again later.`;

type Went = { url: string; attempt: Attempt };

/**
 * Finds the provider for an email by its domain alone, which reveals nothing about accounts. Refused (1002)
 * if there is none.
 */
export async function startSignOn(
  services: Services,
  openId: OpenId,
  { email, to }: { email: string; to: string | null },
): Promise<Went | Refusal> {
  const { kysely, settings, log } = services;
  const provider = await findProvider(services, kysely, { email });
  if (!provider) {
    const description = SINGLE_SIGN_ON_NOT_SET_UP;
    return refuseField('invalidArgument', 'email', description);
  }
  const begun = await openId.begin(provider, { redirectUri: redirectUri(settings), email, log });
  if (isRefusal(begun)) return begun;
  const { teamId, issuer } = provider;
  return { url: begun.url, attempt: { teamId, issuer, checks: begun.checks, to: pathInside(to) } };
}

/**
 * Signs in the person who returns from the provider, and adds them to the team if they are new. The
 * provider replaces the password only: a second factor of their own is still required. Refused if this
 * browser began nothing (4003), the answer does not match the request (1013), the team may not vouch for
 * the address (1012), or the provider created too many accounts (1006, see `limitAccounts`).
 */
export async function finishSignOn(
  services: Services,
  openId: OpenId,
  attempt: Attempt | null,
  { query, signIn, limitAccounts }: { query: string; signIn: SignIn; limitAccounts: Limiter },
): Promise<(SignedIn & { teamId: string; to: string | null }) | Refusal> {
  const { settings, secrets, kysely, log } = services;
  const provider = attempt?.teamId ? await findTeamProvider(services, attempt.teamId) : undefined;
  if (!attempt || provider?.issuer !== attempt.issuer) return notBegun();
  const { checks, to } = attempt;
  const claims = await openId.finish(provider, { redirectUri: redirectUri(settings), query, checks, log });
  if (isRefusal(claims)) return claims;
  const { email } = claims;
  if (email === null || !claims.emailVerified) return notAllowed(EMAIL_NOT_VERIFIED_BY_PROVIDER);
  // A new account's password is one that nobody knows: asking for a new one by mail sets the first.
  const passwordHash = await hashPassword(randomToken());
  if (isRefusal(passwordHash)) return passwordHash;
  return transaction(kysely, async (trx) => {
    // A person who is removed at this moment, or whose team closes, is not added again.
    await lockTeam(trx, provider.teamId);
    // Checked again: the domain or the provider may have changed in between.
    const vouched = await findProvider(services, trx, { email, teamId: provider.teamId });
    if (vouched && (vouched.issuer !== provider.issuer || vouched.clientId !== provider.clientId))
      return notBegun();
    if (!vouched) return notAllowed(EMAIL_OF_OTHER_DOMAIN);
    const user = await findOrAddUser(trx, { ...claims, email }, passwordHash);
    if (user.isNew) limitAccounts(provider.teamId, null, TOO_MANY);
    const user_id = user.id;
    const link = { issuer: provider.issuer, client_id: provider.clientId, subject: claims.subject };
    const linked = await linkSubject(trx, link, { user_id });
    if (!linked)
      // Thrown, so that nothing of it stays.
      return orThrow(notAllowed(EMAIL_OF_OTHER_ACCOUNT));
    const place = { teamId: provider.teamId, userId: user_id };
    if (await wasMember(trx, place)) return orThrow(notAllowed(NO_LONGER_IN_TEAM));
    const added = await addMember(trx, { ...place, role: provider.defaultRole });
    await tell(services, trx, provider, { userId: user_id, isLinked: linked === 'new', added });
    await noteSignOn(trx, provider.teamId);
    const complete = !(await hasFactor(trx, { user_id }));
    const sessionId = await startSession(
      trx,
      { user_id },
      { ...signIn, signOnTeamId: provider.teamId, complete },
    );
    const known = complete ? browserToken(secrets, email) : null;
    return { sessionId, browserToken: known, teamId: provider.teamId, to };
  });
}

/**
 * Mails the person whom the provider signs in for the first time, and the owners of a team that it brought
 * them into.
 */
async function tell(
  { settings }: Services,
  trx: Database,
  { teamId, issuer, defaultRole: role }: TeamProvider,
  { userId, isLinked, added }: { userId: string; isLinked: boolean; added: boolean },
): Promise<void> {
  if (!isLinked && !added) return;
  const { email, language } = await selectUser(trx, userId);
  const link = new URL('/team', settings.publicUrl).href;
  if (isLinked)
    await queueMail(trx, { to: email, ...MAILS[language].signOnLinked({ provider: issuer, link }) });
  const joined = { person: email, role, link };
  if (added) await mailOwners(trx, { teamId, userId }, (mails) => mails.joinedBySignOn(joined));
}

/**
 * The account of a verified email. One that never was confirmed may be another person's: its password and
 * sessions end.
 */
async function findOrAddUser(
  db: Database,
  { email, firstName, lastName }: Claims & { email: string },
  passwordHash: string,
): Promise<{ id: string; isNew: boolean }> {
  const id = newId();
  const names = { first_name: firstName || email.slice(0, email.indexOf('@')), last_name: lastName };
  const isNew = await insertUser(db, { id, email, ...names, password_hash: passwordHash });
  const user = await lockByEmail(db, email);
  if (user!.email_verified_at === null) {
    await markEmailVerified(db, user!.id, { password_hash: passwordHash });
    await endSessions(db, { user_id: user!.id }, { keep: null });
  }
  return { id: user!.id, isNew };
}

/** A path of the console; null for anything that could lead elsewhere, or is too long for a cookie. */
function pathInside(to: string | null): string | null {
  if (to === null || !/^\/(?![/\\])/.test(to)) return null;
  const here = 'http://here.invalid';
  const url = URL.parse(to, here);
  const path = url?.origin === here ? url.pathname + url.search : '';
  return path !== '' && path.length <= LONGEST_PATH ? path : null;
}

function notBegun(): Refusal {
  const description = SIGN_ON_EXPIRED;
  return refuse('invalidCredentials', { description });
}

function notAllowed(description: string): Refusal {
  return refuse('notAllowed', { description });
}
