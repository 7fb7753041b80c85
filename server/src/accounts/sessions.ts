// Sessions in the database: begun at login, looked up on every call of the console, dead when idle, old or ended.
import type { Session } from '@godwit/contract/accounts';
import type { Database } from '../services.ts';
import { deviceName } from './devices.ts';
import { countryName } from './locations.ts';
import {
  deleteSession,
  deleteSessions,
  deleteUserSession,
  insertSession,
  type Member,
  selectSession,
  selectSessions,
  touch,
} from './sessionQueries.ts';
import { hashToken, randomToken } from './tokens.ts';

export { type Member, SESSION_DAYS } from './sessionQueries.ts';

/** Where a login came from; shown to the user among the sessions. */
export type Browser = { ip: string; userAgent: string };

/** Who signs in: the browser, and the session id it had, which is dead afterwards. */
export type SignIn = { browser: Browser; replaces: string | null };

/** What a browser gets that is signed in: its session, and what it is known by at the next login. */
export type SignedIn = { sessionId: string; browserToken: string };

/** Begins a session and gives its id, which is stored nowhere. `replaces`, the id the browser had, is dead at once. */
export async function startSession(
  db: Database,
  { userId, browser, replaces }: SignIn & { userId: string },
): Promise<string> {
  const sessionId = randomToken();
  if (replaces !== null) await endSession(db, replaces);
  await insertSession(db, {
    id_hash: hashToken(sessionId),
    user_id: userId,
    ip: browser.ip,
    user_agent: browser.userAgent.slice(0, 400),
  });
  return sessionId;
}

/** Ends a session; one that isn't there is no error. */
export async function endSession(db: Database, sessionId: string): Promise<void> {
  await deleteSession(db, hashToken(sessionId));
}

/**
 * Who a live session stands for, in the team asked for or the user's first; null where the session isn't alive, `member`
 * null where its user isn't in that team. `touch`: it is time to note that the session is in use.
 */
export function findMember(
  db: Database,
  sessionId: string,
  teamId: string | null,
): Promise<{ member: Member | null; touch: boolean } | null> {
  return selectSession(db, hashToken(sessionId), teamId);
}

/** Notes that a session is in use now. */
export function touchSession(db: Database, sessionId: string): Promise<void> {
  return touch(db, hashToken(sessionId));
}

/** Where a user is signed in, `current` being the session that asks; null where somebody else does. */
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

/** Ends all sessions of a user but the one to keep, where there is one; their next request finds nobody. */
export async function endSessions(
  db: Database,
  userId: string,
  { keep }: { keep: string | null },
): Promise<void> {
  await deleteSessions(db, userId, { keep: keep === null ? null : hashToken(keep) });
}

/** Ends one session of a user by its public id; false where they have none of it. */
export function endUserSession(db: Database, userId: string, id: string): Promise<boolean> {
  return deleteUserSession(db, userId, id);
}
