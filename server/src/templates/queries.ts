// All SQL of templates.
import type { Template } from '@godwit/contract/messages/templates';
import { sql } from 'kysely';
import type { Database } from '../services.ts';

/** The team and the project that own the templates. */
export type TemplateScope = { teamId: string; projectId: string };
type Written = { name: string; content: string };

/** A project's templates in the order of their names. */
export function selectTemplates(db: Database, { teamId, projectId }: TemplateScope): Promise<Template[]> {
  return db
    .selectFrom('templates')
    .select(['id', 'name', 'content'])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** Lets one transaction at a time add to a project's templates, and counts them. */
export async function lockTemplates(db: Database, { teamId, projectId }: TemplateScope): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`templates ${projectId}`}, 0))`.execute(db);
  // Counted by a statement of its own, which sees what was committed while it waited.
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from templates
    where team_id = ${teamId} and project_id = ${projectId}`.execute(db);
  return rows[0]!.n;
}

/** Whether it was added: not where the project has one of that name. */
export async function insertTemplate(
  db: Database,
  { teamId, projectId }: TemplateScope,
  template: Template,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('templates')
    .values({ team_id: teamId, project_id: projectId, ...template })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/**
 * Whether there was such a template. Fails with a unique violation where another one of the project has the
 * name.
 */
export async function updateTemplate(
  db: Database,
  { teamId, projectId }: TemplateScope,
  id: string,
  change: Written,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('templates')
    .set(change)
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether there was such a template. */
export async function deleteTemplateRow(
  db: Database,
  { teamId, projectId }: TemplateScope,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('templates')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
