// Opt-outs that staff note on a recipient's request.
import { isTeamsOwn, OPT_OUT_SOURCES } from '@godwit/contract/optOuts';
import type { Database } from '../services.ts';
import { deleteOptOutRow, insertStaffOptOut } from './staffQueries.ts';

/**
 * Puts a number on a team's list, or takes off what staff or the recipient have put there: what the team has put there is the team's. Returns whether
 * the list has changed.
 */
export function optOutByStaff(
  trx: Database,
  { teamId, number, isAdded }: { teamId: string; number: string; isAdded: boolean },
): Promise<boolean> {
  if (isAdded) return insertStaffOptOut(trx, teamId, number);
  return deleteOptOutRow(
    trx,
    teamId,
    number,
    OPT_OUT_SOURCES.filter((source) => !isTeamsOwn(source)),
  );
}
