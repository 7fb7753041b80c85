// All SQL of templates.
import type { Template } from '@godwit/contract/messages/templates';
import { sql } from 'kysely';
import type { FromCursor } from '../http/paging.ts';
import type { Database } from '../services.ts';

/** The team and the project that own the templates. */
export type TemplateScope = { teamId: string; projectId: string };
/** New values of a template. Fields that are missing stay. */
export type Change = { name?: string | undefined; content?: string | undefined };

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

/** A template of a project; null if the project has no such template. */
export async function selectTemplate(
  db: Database,
  { teamId, projectId }: TemplateScope,
  id: string,
): Promise<Template | null> {
  const found = await db
    .selectFrom('templates')
    .select(['id', 'name', 'content'])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** The templates that are next to a cursor: older ones, newest first, or newer ones, oldest first. */
export async function selectFromCursor(
  db: Database,
  { teamId, projectId }: TemplateScope,
  { cursor, isBack, limit }: FromCursor,
): Promise<Template[]> {
  const found = db
    .selectFrom('templates')
    .select(['id', 'name', 'content'])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .orderBy('id', isBack ? 'asc' : 'desc')
    .limit(limit);
  const rows = await (cursor === null ? found : found.where('id', isBack ? '>' : '<', cursor)).execute();
  return isBack ? rows.reverse() : rows;
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
 * Changes the fields that are given, and returns the template; null if there is none. Fails with a unique
 * violation if another one of the project has the name.
 */
export async function updateTemplate(
  db: Database,
  { teamId, projectId }: TemplateScope,
  id: string,
  { name, content }: Change,
): Promise<Template | null> {
  const changed = await db
    .updateTable('templates')
    .set({
      name: sql`coalesce(${name ?? null}, name)`,
      content: sql`coalesce(${content ?? null}, content)`,
    })
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(['id', 'name', 'content'])
    .executeTakeFirst();
  return changed ?? null;
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
