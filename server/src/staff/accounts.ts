// Staff accounts, created and removed from the command line.
import { randomInt } from 'node:crypto';
import type { StaffRole } from '@godwit/contract/staff/roles';
import { COMMAND_LINE, recordAudit } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import { hashPassword } from '../identity/passwords.ts';
import { removeFactor } from '../identity/secondFactor.ts';
import { endSessions } from '../identity/sessions.ts';
import { newId } from '../ids.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import type { Database } from '../services.ts';
import { ONE_TIME_HOURS, updateRemoved, upsertStaff } from './queries.ts';

// Without letters and digits that are mistaken for each other.
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * Adds a staff member (ADMIN by default) and returns their one-time password. An existing member is reset:
 * new one-time password, no second factor, signed out everywhere; the role stays unless one is given.
 */
export async function addStaff(
  kysely: Database,
  { email, role }: { email: string; role: StaffRole | null },
): Promise<{ id: string; role: StaffRole; password: string; hours: number } | Refusal> {
  const password = oneTimePassword();
  const passwordHash = await hashPassword(password);
  if (isRefusal(passwordHash)) return passwordHash;
  const member = await transaction(kysely, async (trx) => {
    const added = await upsertStaff(trx, { id: newId(), email, role, passwordHash });
    await endSignIns(trx, added.id);
    await recordAudit(trx, COMMAND_LINE, {
      action: 'STAFF_ADDED',
      subject: email,
      detail: { role: added.role },
    });
    return added;
  });
  return { ...member, password, hours: ONE_TIME_HOURS };
}

/** Removes a member of staff and ends their sessions; false if there is none of this e-mail. */
export function removeStaff(kysely: Database, email: string): Promise<boolean> {
  return transaction(kysely, async (trx) => {
    const removed = await updateRemoved(trx, email);
    if (!removed) return false;
    await endSignIns(trx, removed.id);
    await recordAudit(trx, COMMAND_LINE, { action: 'STAFF_REMOVED', subject: email });
    return true;
  });
}

/** No second factor, no recovery codes, no session. */
async function endSignIns(db: Database, staffId: string): Promise<void> {
  await removeFactor(db, { staff_id: staffId });
  await endSessions(db, { staff_id: staffId }, { keep: null });
}

/** Four groups of four letters: 80 bits. */
function oneTimePassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
