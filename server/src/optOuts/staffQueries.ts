// SQL of opt-outs in the transaction of a member of staff.
import type { Database } from '../services.ts';
import type { OptOutSource } from './queries.ts';

/** Puts a number on a team's list as staff's, in place of what the team has put there; what the recipient has stays theirs. False where it stays as it was. */
export async function insertStaffOptOut(db: Database, teamId: string, number: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('opt_outs')
    .values({ team_id: teamId, number, source: 'STAFF' })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'number'])
        .doUpdateSet({ source: 'STAFF' })
        .where('opt_outs.source', 'in', ['CONSOLE', 'IMPORT']),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function deleteOptOutRow(
  db: Database,
  teamId: string,
  number: string,
  sources: readonly OptOutSource[],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('opt_outs')
    .where('team_id', '=', teamId)
    .where('number', '=', number)
    .where('source', 'in', sources)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
