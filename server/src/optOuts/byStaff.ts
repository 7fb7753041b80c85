// Opt-outs that staff record at a recipient's request: of all messages, in LIVE.
import { isTeamsOwn, OPT_OUT_SOURCES } from '@godwit/contract/optOuts';
import type { Database } from '../services.ts';
import { deleteOptOutRows, insertStaffOptOut } from './staffQueries.ts';

/**
 * Opts a number out of all messages of a team, or lifts opt-outs of both scopes by staff or the recipient.
 * The team's own entries stay.
 * Returns whether the list changed.
 */
export function optOutByStaff(
  trx: Database,
  { teamId, number, isAdded }: { teamId: string; number: string; isAdded: boolean },
): Promise<boolean> {
  if (isAdded) return insertStaffOptOut(trx, teamId, number);
  return deleteOptOutRows(
    trx,
    { teamId, number },
    OPT_OUT_SOURCES.filter((source) => !isTeamsOwn(source, 'LIVE')),
  );
}
