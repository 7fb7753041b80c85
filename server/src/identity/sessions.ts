// Sessions of customers and staff: begun with a password, complete with a code where one is asked for, looked up on every call, dead when
// idle, old or ended.
import type { Session } from '@godwit/contract/accounts';
import type { StaffRole } from '@godwit/contract/staff';
import type { Database } from '../services.ts';
import { countryName, deviceName } from './browsers.ts';
import {
  deleteSession,
  deleteSessions,
  deleteUserSession,
  insertSession,
  type Member,
  type Owner,
  type StaffFound,
  selectMember,
  selectMembers,
  selectSessions,
  selectStaff,
  selectUnfinished,
  touch,
  updateComplete,
} from './sessionQueries.ts';
import { hashToken, randomToken } from './tokens.ts';

export { type Kind, LIFETIME_SECONDS, type Member, type Owner, type StaffFound } from './sessionQueries.ts';

/** A member of staff who is signed in, at an address. */
export type Staff = { id: string; email: string; role: StaffRole; ip: string };

/** Who signs in: the browser, as it is shown among the sessions, and the session id it had, which is dead afterwards. */
export type SignIn = { browser: { ip: string; userAgent: string }; replaces: string | null };

/** What a browser gets at a step of signing in. `browserToken` is what it is known by at the next login; null before it is signed in. */
export type SignedIn = { sessionId: string; browserToken: string | null };

/**
 * Begins a session and gives its id, which is stored nowhere. `replaces`, the id the browser had, is dead at once. Before it is
 * `complete` it opens nothing but the next step of signing in.
 */
export async function startSession(
  db: Database,
  owner: Owner,
  { browser, replaces, complete }: SignIn & { complete: boolean },
): Promise<string> {
  const sessionId = randomToken();
  if (replaces !== null) await endSession(db, replaces);
  await insertSession(db, owner, {
    id_hash: hashToken(sessionId),
    complete,
    ip: browser.ip,
    user_agent: browser.userAgent.slice(0, 400),
  });
  return sessionId;
}

/** Completes a session after its code and gives its new id; the old one is dead. Null where the session was ended meanwhile. */
export async function completeSession(db: Database, sessionId: string): Promise<string | null> {
  const newId = randomToken();
  return (await updateComplete(db, hashToken(sessionId), hashToken(newId))) ? newId : null;
}

/** Ends a session; false where there is none. */
export function endSession(db: Database, sessionId: string): Promise<boolean> {
  return deleteSession(db, hashToken(sessionId));
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
  return selectMember(db, hashToken(sessionId), teamId);
}

/** Of each of these whether its session is alive and its user in the team. */
export async function areMembers(
  db: Database,
  asked: readonly { sessionId: string; teamId: string }[],
): Promise<boolean[]> {
  const found = await selectMembers(
    db,
    asked.map(({ sessionId }) => hashToken(sessionId)),
    asked.map(({ teamId }) => teamId),
  );
  const places = new Set(found);
  return asked.map((_, i) => places.has(i + 1));
}

/** The user of a session that lacks a code; undefined where it is too old, ended or complete. */
export function findUnfinished(
  db: Database,
  sessionId: string,
): Promise<{ id: string; email: string } | undefined> {
  return selectUnfinished(db, hashToken(sessionId));
}

/** Whose a live session of staff is and what it lacks; the look counts as use. */
export async function findStaff(db: Database, sessionId: string): Promise<StaffFound | undefined> {
  const found = await selectStaff(db, hashToken(sessionId));
  if (found?.touch) await touchSession(db, sessionId);
  return found;
}

/** Notes that a session is in use now. */
export function touchSession(db: Database, sessionId: string): Promise<void> {
  return touch(db, hashToken(sessionId));
}

/** Where a user is signed in, `current` being the session that asks; null where it is none of theirs. */
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

/** Ends all sessions of an owner but the one to keep, where there is one: from their next request on. */
export async function endSessions(
  db: Database,
  owner: Owner,
  { keep }: { keep: string | null },
): Promise<void> {
  await deleteSessions(db, owner, { keep: keep === null ? null : hashToken(keep) });
}

/** Ends one session of a user by its public id; false where they have none of it. */
export function endUserSession(db: Database, userId: string, id: string): Promise<boolean> {
  return deleteUserSession(db, userId, id);
}
