// Staff sessions: begun with a password, complete with a second factor, dead when idle, old or ended.
import type { Browser } from '../accounts/sessions.ts';
import { hashToken, randomToken } from '../accounts/tokens.ts';
import { type Actor, recordAudit } from '../audit/record.ts';
import type { Database } from '../services.ts';
import {
  deleteStaffSession,
  type FoundSession,
  insertStaffSession,
  selectStaffSession,
  touchStaffSession,
} from './sessionQueries.ts';

export { STAFF_SESSION_HOURS } from './sessionQueries.ts';

/** Begins a session and gives its id, which is stored nowhere. `replaces`, the id the browser had, is dead at once. */
export async function startStaffSession(
  db: Database,
  { staffId, browser, replaces, complete }: StaffSignIn & { staffId: string; complete: boolean },
): Promise<string> {
  const sessionId = randomToken();
  if (replaces !== null) await deleteStaffSession(db, hashToken(replaces));
  await insertStaffSession(db, {
    id_hash: hashToken(sessionId),
    staff_id: staffId,
    complete,
    ip: browser.ip,
    user_agent: browser.userAgent.slice(0, 400),
  });
  return sessionId;
}

/** Who signs in: the browser, and the session id it had, which is dead afterwards. */
export type StaffSignIn = { browser: Browser; replaces: string | null };

/** Whose a live session is and what it lacks; the look counts as use. */
export async function findStaffSession(db: Database, sessionId: string): Promise<FoundSession | null> {
  const hash = hashToken(sessionId);
  const found = await selectStaffSession(db, hash);
  if (found?.touch) await touchStaffSession(db, hash);
  return found ?? null;
}

/** Ends a session; one that isn't there is no error. */
export async function endStaffSession(
  db: Database,
  sessionId: string,
  { ip }: Pick<Actor, 'ip'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await deleteStaffSession(trx, hashToken(sessionId));
    if (ended?.complete) await recordAudit(trx, { ...ended, ip }, { action: 'SIGN_OUT' });
  });
}
