// The messages of a block of an archive, as a table in SQL.
import { fragment } from './sql.ts';

/**
 * The messages of one block, as a table of the same columns as `messages`: its rows, and its texts if they
 * are given. Texts of ids before `textsFrom` are not shown.
 */
export const ARCHIVED = fragment`(
    select m.* from rows from (jsonb_array_elements(${'rows'}::jsonb), jsonb_array_elements_text(${'texts'}::jsonb)) as r (line, body)
      cross join lateral jsonb_populate_record(null::messages, r.line || jsonb_build_object('body',
        case when (r.line ->> 'id')::uuid >= ${'textsFrom'}::uuid then coalesce(r.body, '') else '' end)) as m)`;

/** The messages of a block as JSON: a list of rows, and one of their texts in the same order. */
export type BlockText = { rows: string; texts: string | null };

/** The values of `ARCHIVED` for one block. */
export type Loaded = BlockText & { textsFrom: string };
