// The class of a row that has one, shared by all statements.
import { type ContentClass, isPromotional } from '@godwit/contract/contentClass';
import { type RawBuilder, sql } from 'kysely';
import { type Fragment, raw } from './sql.ts';

const textOf = (row: string) =>
  `(case when ${row}.promotional then 'PROMOTIONAL'
    when ${row}.content_class = 'SERVICE' then 'SERVICE' else 'TRANSACTIONAL' end)::content_class`;

/**
 * SQL of the class of a row of sender_ids, sender_id_requests or messages. Processes from before migration
 * 130 write only `promotional`, so that decides first.
 */
export const classOf = (row: string): Fragment => raw(textOf(row));

/** The same, for a query of Kysely. */
export const selectClass = (row: string): RawBuilder<ContentClass> =>
  sql<ContentClass>`${sql.raw(textOf(row))}`;

/** The columns of a row of a class. */
export const classColumns = (contentClass: ContentClass) => ({
  promotional: isPromotional(contentClass),
  content_class: sql<ContentClass>`${contentClass}::content_class`,
});
