// Staff sign-in at the operator's provider (OIDC_STAFF_ISSUER). The provider proves the email; only `godwit
// staff` grants staff access and roles.
import { EMAIL_NOT_VERIFIED_BY_PROVIDER, SIGN_ON_EXPIRED } from '@godwit/contract/sentences/access';
import type { SignInStep } from '@godwit/contract/staff/accounts';
import { recordAudit } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import { type Claims, linkSubject, type OpenId, type Provider } from '../../identity/openId.ts';
import type { Attempt } from '../../identity/openIdAttempt.ts';
import { findStaff, type SignIn, startSession } from '../../identity/sessions.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { lockStaffByEmail } from '../queries.ts';

type Settings = Services['settings'];

/** The provider of staff; null if there is none. */
export function staffProvider({
  oidcStaffIssuer: issuer,
  oidcStaffClientId: clientId,
  oidcStaffClientSecret: clientSecret,
}: Settings): Provider | null {
  return issuer && clientId && clientSecret ? { caller: 'staff', issuer, clientId, clientSecret } : null;
}

/** The provider address for staff sign-in; refused (1001) if there is no provider. */
export async function startStaffSignOn(
  { settings, log }: Services,
  openId: OpenId,
): Promise<{ url: string; attempt: Attempt } | Refusal> {
  const provider = staffProvider(settings);
  if (!provider) return refuse('notFound');
  const acr = settings.oidcStaffAcr?.join(' ') ?? null;
  const begun = await openId.begin(provider, { redirectUri: redirectUri(settings), acr, log });
  if (isRefusal(begun)) return begun;
  const attempt = { teamId: null, issuer: provider.issuer, checks: begun.checks, to: null };
  return { url: begun.url, attempt };
}

/**
 * Signs in the person who returns. The session is complete if the provider reports a second factor (amr,
 * acr); otherwise the next step is our own code. Refused if the browser began nothing (4003), the answer
 * does not match the request (1013), or the verified email is no member's (1012).
 */
export async function finishStaffSignOn(
  { settings, kysely, log }: Services,
  openId: OpenId,
  attempt: Attempt | null,
  { query, signIn }: { query: string; signIn: SignIn },
): Promise<{ sessionId: string; next: SignInStep } | Refusal> {
  const provider = staffProvider(settings);
  if (!attempt || provider?.issuer !== attempt.issuer) {
    const description = SIGN_ON_EXPIRED;
    return refuse('invalidCredentials', { description });
  }
  const came = { redirectUri: redirectUri(settings), query, checks: attempt.checks, log };
  const claims = await openId.finish(provider, came);
  if (isRefusal(claims)) return claims;
  const { email, subject } = claims;
  if (email === null || !claims.emailVerified)
    return refuse('notAllowed', {
      description: EMAIL_NOT_VERIFIED_BY_PROVIDER,
    });
  const complete = hadSecondFactor(claims, settings);
  const sessionId = await transaction(kysely, async (trx) => {
    const staff = await lockStaffByEmail(trx, email);
    if (!staff) return notStaff();
    const who = { ...staff, ip: signIn.browser.ip };
    const link = { issuer: provider.issuer, client_id: provider.clientId, subject };
    // Logged and refused, which undoes nothing else.
    if (!(await linkSubject(trx, link, { staff_id: staff.id }))) {
      await recordAudit(trx, who, { action: 'SIGN_IN_FAILED', detail: { step: 'SINGLE_SIGN_ON' } });
      return notStaff();
    }
    const id = await startSession(trx, { staff_id: staff.id }, { ...signIn, complete });
    if (complete) await recordAudit(trx, who, { action: 'SIGN_IN', detail: { by: provider.issuer } });
    return id;
  });
  if (isRefusal(sessionId)) return sessionId;
  const found = await findStaff(kysely, sessionId);
  return found ? { sessionId, next: found.next } : refuse('notSignedIn');
}

function hadSecondFactor({ amr, acr }: Claims, { oidcStaffAcr }: Settings): boolean {
  return amr.includes('mfa') || (acr !== null && (oidcStaffAcr ?? []).includes(acr));
}

function redirectUri({ publicUrl }: Settings): string {
  return new URL('/staff/sso', publicUrl).href;
}

function notStaff(): Refusal {
  return refuse('notAllowed', {
    description:
      'No member of staff has the email of your account at the provider. Ask the operator to add it with godwit staff add.',
  });
}
