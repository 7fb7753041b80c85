// Lists of the public API that are read from a cursor on.
import { z } from 'zod';
import { wholeNumber } from '../paging.ts';
import * as api from '../sentences/resources.ts';

export const LIMIT = 'limit must be a whole number from 1 to 100';
export const TWO_CURSORS = 'Give after or before, but not both';

/** An ignored filter would list more than was asked for, so a list refuses what it does not know. */
export const unknownParameter = (name: string): string =>
  `This list has no parameter ${name}. Leave it out; GET /v1/openapi.json has the names of those it has`;

/** A query with these parameters and no others. */
export const strictQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownParameter(String(issue.keys[0])) : undefined,
  });

/** The query of a list. `cursor`: the form of `after` and `before`; `filters`: its other fields. */
export function cursorQuery<Cursor extends z.ZodType, Filters extends z.ZodRawShape>(
  cursor: Cursor,
  filters: Filters,
) {
  return strictQuery({
    limit: wholeNumber(1, 100, LIMIT).default(25).describe(api.CURSOR_LIMIT),
    after: cursor.optional().describe(api.CURSOR_AFTER),
    before: cursor.optional().describe(api.CURSOR_BEFORE),
    ...filters,
  }).check(({ value, issues }) => {
    const { after, before } = value as { after?: unknown; before?: unknown };
    if (after !== undefined && before !== undefined)
      issues.push({ code: 'custom', message: TWO_CURSORS, path: ['before'], input: value });
  });
}

/** The answer of a list. */
export const cursorAnswer = <Row extends z.ZodType>(row: Row, description: string) =>
  z.object({
    results: z.array(row).describe(description),
    next: z.string().nullable().describe(api.CURSOR_NEXT),
  });
