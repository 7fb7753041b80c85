// Planner fences: parts of statements that keep PostgreSQL to one plan. Without them the plan follows
// statistics, and these know nothing of a team that came after the last `analyze`, or of a table that was
// empty then: a statement may read a whole table for each row.
import { type Fragment, fragment, raw } from './sql.ts';

/**
 * Ends a subquery that must run as it is written. PostgreSQL merges a lateral subquery into its parent and
 * may then join it in any order; one with an `offset` it leaves alone, so each row is looked up by the index
 * that the subquery's conditions name.
 */
export const FENCE = fragment`offset 0`;

/**
 * `column = value`, as a range. An equality drops the column from the order that a subquery asks for, so that
 * any index of the table would do; a range keeps it, and only the index with that order avoids a sort.
 */
export const inOrder = (column: string, value: string): Fragment =>
  raw(`${column} between ${value} and ${value}`);
