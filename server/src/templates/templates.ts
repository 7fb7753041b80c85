// Lists, creates, changes and deletes a project's templates.
import { MAX_TEMPLATES, type Template, type templateRequest } from '@godwit/contract/messages/templates';
import type { z } from 'zod';
import { transaction } from '../db/transaction.ts';
import { pageFromCursor, type Walk } from '../http/paging.ts';
import { newId } from '../ids.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  type Change,
  deleteTemplateRow,
  insertTemplate,
  lockTemplates,
  selectFromCursor,
  selectTemplate,
  selectTemplates,
  type TemplateScope,
  updateTemplate,
} from './queries.ts';

type Form = z.output<typeof templateRequest>;
type Stored = Pick<Services, 'kysely'>;

const TAKEN = refuseField(
  'conflict',
  'name',
  'This project has a template of this name. Choose another name.',
);
const FULL = refuseField(
  'conflict',
  'name',
  `A project has at most ${MAX_TEMPLATES} templates. Delete one first.`,
);

/** A project's templates, in the order of their names. */
export function listTemplates({ kysely }: Stored, scope: TemplateScope): Promise<Template[]> {
  return selectTemplates(kysely, scope);
}

/** Reads a template. Refusals: notFound. */
export async function readTemplate(
  { kysely }: Stored,
  scope: TemplateScope,
  id: string,
): Promise<Template | Refusal> {
  return (await selectTemplate(kysely, scope, id)) ?? refuse('notFound');
}

/**
 * Reads up to `limit` templates, newest first, after or before the template of a cursor. `next`: the cursor
 * to continue with in the same direction, null at the end. Refusals: notFound, for the cursor.
 */
export async function readFromCursor(
  { kysely }: Stored,
  scope: TemplateScope,
  walk: Walk,
): Promise<{ results: Template[]; next: string | null } | Refusal> {
  const cursor = walk.before ?? walk.after;
  if (cursor !== undefined && !(await selectTemplate(kysely, scope, cursor)))
    return refuseField('notFound', walk.before === undefined ? 'after' : 'before', NO_CURSOR);
  const { rows, next } = await pageFromCursor(walk, (asked) => selectFromCursor(kysely, scope, asked));
  return { results: rows, next };
}

const NO_CURSOR = 'There is no template with this id. Start again without a cursor.';

/** Makes a template. Refusals: conflict, if the name is taken or there are as many as a project can have. */
export function createTemplate(
  { kysely }: Stored,
  scope: TemplateScope,
  form: Form,
): Promise<Template | Refusal> {
  return transaction(kysely, async (trx) => {
    if ((await lockTemplates(trx, scope)) >= MAX_TEMPLATES) return FULL;
    const template = { id: newId(), ...form };
    return (await insertTemplate(trx, scope, template)) ? template : TAKEN;
  });
}

/**
 * Changes the fields of a template that are given. Refusals: notFound; conflict, if another one has the
 * name.
 */
export async function changeTemplate(
  { kysely }: Stored,
  scope: TemplateScope,
  id: string,
  change: Change,
): Promise<Template | Refusal> {
  try {
    return (await updateTemplate(kysely, scope, id, change)) ?? refuse('notFound');
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'templates_name') return TAKEN;
    throw error;
  }
}

/** Deletes a template. Refusals: notFound. */
export async function deleteTemplate(
  { kysely }: Stored,
  scope: TemplateScope,
  id: string,
): Promise<Record<string, never> | Refusal> {
  return (await deleteTemplateRow(kysely, scope, id)) ? {} : refuse('notFound');
}
