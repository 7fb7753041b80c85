// All SQL of sender ids.
import type { Database } from '../services.ts';

export function selectSenders(db: Database, teamId: string, projectId: string) {
  return db
    .selectFrom('sender_ids')
    .select(['sender', 'promotional', 'created_at'])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('sender')
    .execute();
}

export async function upsertSender(
  db: Database,
  { projectId, sender, promotional }: { projectId: string; sender: string; promotional: boolean },
): Promise<boolean> {
  const added = await db
    .insertInto('sender_ids')
    .columns(['team_id', 'project_id', 'sender', 'promotional'])
    .expression((eb) =>
      eb
        .selectFrom('projects')
        .select(['team_id', 'id', eb.val(sender).as('sender'), eb.val(promotional).as('promotional')])
        .where('id', '=', projectId),
    )
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'project_id', 'sender']).doUpdateSet({ promotional }),
    )
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
