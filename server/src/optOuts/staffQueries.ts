// SQL of opt-outs in a transaction of staff. All of them are of LIVE.
import type { Database } from '../services.ts';
import type { OptOutSource } from './queries.ts';

/**
 * Adds an opt-out of all messages by staff, and replaces one that the team added. The recipient's own opt-out
 * stays. Returns false if nothing changes.
 */
export async function insertStaffOptOut(db: Database, teamId: string, number: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('scoped_opt_outs')
    .values({ team_id: teamId, mode: 'LIVE', number, scope: 'ALL', source: 'STAFF' })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'mode', 'number', 'scope'])
        .doUpdateSet({ source: 'STAFF' })
        .where('scoped_opt_outs.source', 'in', ['CONSOLE', 'API', 'IMPORT']),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Removes the opt-outs of a number that came from one of `sources`. Returns whether there was one. */
export async function deleteOptOutRows(
  db: Database,
  { teamId, number }: { teamId: string; number: string },
  sources: readonly OptOutSource[],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('scoped_opt_outs')
    .where('team_id', '=', teamId)
    .where('mode', '=', 'LIVE')
    .where('number', '=', number)
    .where('source', 'in', sources)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
