// Planner fences: parts of statements that keep PostgreSQL to one plan. Without them the plan follows
// statistics, which know nothing about a team newer than the last `analyze`, or a table that was empty then.
// A statement could then read a whole table for each row.
import { type Fragment, fragment, raw } from './sql.ts';

/**
 * Ends a subquery that must run as it is written. PostgreSQL may merge a lateral subquery into its parent and
 * join in any order. It does not merge one with an `offset`, so each row is looked up by the index that the
 * subquery's conditions name.
 */
export const FENCE = fragment`offset 0`;

/**
 * Writes `column = value` as a range. With an equality the planner drops the column from a requested order,
 * so any index would do. With a range it keeps the column, and only the index with that order avoids a sort.
 */
export const inOrder = (column: string, value: string): Fragment =>
  raw(`${column} between ${value} and ${value}`);
