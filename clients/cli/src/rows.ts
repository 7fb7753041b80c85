// Prints the rows of a list, up to a limit.
import { jsonLine, type Output, plain } from './output.ts';
import { UsageError } from './settings.ts';

/** The options of every list. */
export const LIST_OPTIONS = { limit: { type: 'string', default: '100' }, json: { type: 'boolean' } } as const;

type Values = { limit?: string | undefined; json?: boolean | undefined };

/** Prints up to `--limit` rows, each as a line or an object of JSON; says if there are more. */
export async function printRows<Row extends object>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  { limit, json }: Values,
  output: Output,
  lineOf: (row: Row) => string,
): Promise<void> {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw new UsageError('--limit must be a whole number from 1.');
  let count = 0;
  for await (const row of rows) {
    if (++count > most) {
      output.warn(`There are more than ${most}. Repeat the command with a greater --limit.`);
      return;
    }
    output.print(json ? jsonLine(row) : lineOf(row));
  }
}

/** The one argument of a command, such as a number or an id. */
export function onlyOne(positionals: readonly string[], what: string): string {
  const [one, ...more] = positionals;
  if (!one || more.length > 0) throw new UsageError(`Give ${what}. Nothing was done.`);
  return one;
}

/** A text of others on one line, without what could steer a terminal. */
export const oneLine = (text: string): string => plain(text.replaceAll(/\s+/g, ' '));
