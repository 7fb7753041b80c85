// Signing in at a team's provider: where to go by one's email, and who comes back.
import type { Limiter } from '../http/rateLimit.ts';
import { type Claims, linkSubject, type OpenId } from '../identity/openId.ts';
import type { Attempt } from '../identity/openIdAttempt.ts';
import { hashPassword } from '../identity/passwords.ts';
import { hasFactor } from '../identity/secondFactor.ts';
import { endSessions, type SignedIn, type SignIn, startSession } from '../identity/sessions.ts';
import { browserToken } from '../identity/throttle.ts';
import { randomToken } from '../identity/tokens.ts';
import { newId } from '../ids.ts';
import { MAILS } from '../mail/mails.ts';
import { queueMail } from '../mail/queue.ts';
import { isRefusal, orThrow, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { addMember, lockTeam, wasMember } from '../team/members.ts';
import { mailOwners } from '../team/notify.ts';
import {
  findProvider,
  findTeamProvider,
  noteSignOn,
  redirectUri,
  type TeamProvider,
} from '../team/singleSignOn.ts';
import { insertUser, lockByEmail, markEmailVerified, selectUser } from './queries.ts';

const LONGEST_PATH = 1_000;
const TOO_MANY = 'Too many new people have joined your team by single sign-on. Try again later.';

type Went = { url: string; attempt: Attempt };

/** Where a person with this email signs in; it depends on the domain alone, so that it tells nothing of accounts. Refused (1002) where nowhere. */
export async function startSignOn(
  services: Services,
  openId: OpenId,
  { email, to }: { email: string; to: string | null },
): Promise<Went | Refusal> {
  const { kysely, settings, log } = services;
  const provider = await findProvider(services, kysely, { email });
  if (!provider) {
    const description = 'Single sign-on is not set up for this email. Sign in with your password.';
    return refuseField('invalidArgument', 'email', description);
  }
  const begun = await openId.begin(provider, { redirectUri: redirectUri(settings), email, log });
  if (isRefusal(begun)) return begun;
  const { teamId, issuer } = provider;
  return { url: begun.url, attempt: { teamId, issuer, checks: begun.checks, to: pathInside(to) } };
}

/**
 * Signs in who comes back from the provider, and adds them to the team where they are new. Their own second factor, where one is on, is asked
 * for as after a password: a provider stands for the password, and only its own team has chosen it. Refused where the browser began nothing
 * (4003), where what comes back is not what was asked for (1013), where the address is none that the team may vouch for (1012), and where the provider
 * has made too many accounts (1006), which `limitAccounts` counts.
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
  if (email === null || !claims.emailVerified)
    return notAllowed(
      'The provider did not say that your email is verified. Confirm it there, then start again.',
    );
  // A new account's password is one that nobody knows: asking for a new one by mail sets the first.
  const passwordHash = await hashPassword(randomToken());
  if (isRefusal(passwordHash)) return passwordHash;
  return kysely.transaction().execute(async (trx) => {
    // Who is removed at this moment, or has the team closed, is not added again.
    await lockTeam(trx, provider.teamId);
    // Asked again, as a domain counts until it is taken away, and a provider until there is another one.
    const vouched = await findProvider(services, trx, { email, teamId: provider.teamId });
    if (vouched && (vouched.issuer !== provider.issuer || vouched.clientId !== provider.clientId))
      return notBegun();
    if (!vouched)
      return notAllowed(
        'The email of your account at the provider is of another domain. Choose your work account there, or ask an owner of your team to add the domain.',
      );
    const user = await findOrAddUser(trx, { ...claims, email }, passwordHash);
    if (user.isNew) limitAccounts(provider.teamId, null, TOO_MANY);
    const user_id = user.id;
    const link = { issuer: provider.issuer, client_id: provider.clientId, subject: claims.subject };
    const linked = await linkSubject(trx, link, { user_id });
    if (!linked)
      // Thrown, so that nothing of it stays.
      return orThrow(
        notAllowed('This email belongs to another account of your provider. Ask an owner of your team.'),
      );
    const place = { teamId: provider.teamId, userId: user_id };
    if (await wasMember(trx, place))
      return orThrow(
        notAllowed('You are no longer in this team. Ask an owner or admin of it for an invitation.'),
      );
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

/** Mails the person whom the provider signs in for the first time, and the owners of a team that it brought them into. */
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

/** The account of a verified email. One that never was confirmed may be another person's: its password and sessions end. */
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
  const description = 'This sign-in was begun in another browser, or too long ago. Start again.';
  return refuse('invalidCredentials', { description });
}

function notAllowed(description: string): Refusal {
  return refuse('notAllowed', { description });
}
