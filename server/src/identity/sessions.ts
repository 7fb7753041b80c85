// Sessions of customers and staff: begin with a password, complete with a code if needed, checked on every
// call, end by idle time, age or sign-out.
import type { Session } from '@godwit/contract/accounts/accounts';
import type { StaffRole } from '@godwit/contract/staff/roles';
import type { Database } from '../services.ts';
import { countryName, deviceName } from './browsers.ts';
import {
  endSession,
  insertSession,
  type Owner,
  type StaffFound,
  selectSessions,
  selectStaff,
  touchSession,
  updateComplete,
} from './sessionQueries.ts';
import { hashToken, randomToken } from './tokens.ts';

export {
  areMembers,
  endSession,
  endSessions,
  endUserSession,
  findMember,
  findUnfinished,
  isInOthers,
  type Member,
  type Owner,
  type StaffFound,
  touchSession,
} from './sessionQueries.ts';

/** A member of staff who is signed in, at an address. */
export type Staff = { id: string; email: string; role: StaffRole; ip: string };

/**
 * The browser that signs in, as it is shown among the sessions, and the session id it had, which is dead
 * afterwards; with the team at whose provider it does, if it is single sign-on.
 */
export type SignIn = {
  browser: { ip: string; userAgent: string };
  replaces: string | null;
  signOnTeamId?: string;
};

/**
 * The browser's cookies after a sign-in step. `browserToken` identifies it at the next login; null before
 * sign-in completes.
 */
export type SignedIn = { sessionId: string; browserToken: string | null };

/**
 * Begins a session and returns its id, which is stored nowhere. `replaces`, the id the browser had, is dead
 * at once. Before it is `complete` it opens nothing but the next step of signing in.
 */
export async function startSession(
  db: Database,
  owner: Owner,
  { browser, replaces, signOnTeamId, complete }: SignIn & { complete: boolean },
): Promise<string> {
  const sessionId = randomToken();
  if (replaces !== null) await endSession(db, replaces);
  await insertSession(db, owner, {
    id_hash: hashToken(sessionId),
    complete,
    sign_on_team_id: signOnTeamId ?? null,
    ip: browser.ip,
    user_agent: browser.userAgent.slice(0, 400),
  });
  return sessionId;
}

/**
 * Completes a session after its code and returns its new id; the old one is dead. Null if the session was
 * ended in the meantime.
 */
export async function completeSession(db: Database, sessionId: string): Promise<string | null> {
  const newId = randomToken();
  return (await updateComplete(db, sessionId, newId)) ? newId : null;
}

/**
 * The member of staff of a live session and the step it lacks; undefined if there is none. Counts as use,
 * unless no one is at the page.
 */
export async function findStaff(
  db: Database,
  sessionId: string,
  unattended = false,
): Promise<StaffFound | undefined> {
  const found = await selectStaff(db, sessionId);
  if (found?.touch && !unattended) await touchSession(db, sessionId);
  return found;
}

/** Lists a user's sessions. `current` is the caller's session id; null if it is not one of theirs. */
export async function listSessions(db: Database, userId: string, current: string | null): Promise<Session[]> {
  const currentHash = current === null ? null : hashToken(current);
  const sessions = await selectSessions(db, userId);
  return sessions.map(({ id, id_hash, ip, user_agent, created_at, last_seen_at }) => ({
    id,
    country_name: countryName(ip),
    is_current_session: currentHash !== null && id_hash.equals(currentHash),
    user_agent,
    device: deviceName(user_agent),
    ip,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }));
}
