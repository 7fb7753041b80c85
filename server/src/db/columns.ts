// Turns rows into column arrays for `unnest`: one statement for any number of rows.

type Value = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/**
 * The values of rows by column, in the order of `keys`, each as PostgreSQL writes an array. To have pg write
 * it takes nearly twice as long, as it escapes every value by two regular expressions.
 */
export function columnsOf<Key extends PropertyKey>(
  rows: readonly { readonly [key in Key]: Value }[],
  ...keys: Key[]
): string[] {
  return keys.map((key) => arrayOf(rows, key));
}

/** The same by the names of the columns: the values of a statement's parameters. */
export function listsOf<Key extends string>(
  rows: readonly { readonly [key in Key]: Value }[],
  ...keys: Key[]
): Record<Key, string> {
  const lists = {} as Record<Key, string>;
  for (const key of keys) lists[key] = arrayOf(rows, key);
  return lists;
}

/** Without pg, which takes nearly twice as long, as it escapes every value by two regular expressions. */
function arrayOf<Key extends PropertyKey>(
  rows: readonly { readonly [key in Key]: Value }[],
  key: Key,
): string {
  let array = '';
  for (const row of rows) array += array === '' ? elementOf(row[key]) : `,${elementOf(row[key])}`;
  return `{${array}}`;
}

function elementOf(value: Value): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string') return quote(value);
  if (value instanceof Date) return quote(instantOf(value));
  if (value instanceof Uint8Array) return quote(`\\x${Buffer.from(value).toString('hex')}`);
  return String(value);
}

/**
 * As PostgreSQL reads it: without the sign of ISO 8601 before a year of five digits, and with the era
 * instead of one before the year 0.
 */
function instantOf(date: Date): string {
  const year = date.getUTCFullYear();
  const rest = date.toISOString().replace(/^[+-]?\d+/, '');
  const written = String(year > 0 ? year : 1 - year).padStart(4, '0');
  return year > 0 ? `${written}${rest}` : `${written}${rest} BC`;
}

function quote(text: string): string {
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
