// Reads the rows of a statement in pieces.
import type { ClientBase, QueryResultRow } from 'pg';

/** Yields the rows of a bound statement up to `size` at a time, by a cursor of the caller's transaction. */
export async function* readInPieces<Row extends QueryResultRow>(
  client: ClientBase,
  { text, values }: { text: string; values: unknown[] },
  size: number,
): AsyncGenerator<Row[]> {
  await client.query(`declare pieces no scroll cursor for ${text}`, values);
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${size} from pieces`);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
  }
}
