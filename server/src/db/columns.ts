// Rows as the arrays that `unnest` makes rows of again: one statement for any number of them.

/** The values of rows by column, in the order of `keys`. */
export function columnsOf<Row>(rows: readonly Row[], ...keys: (keyof Row)[]): unknown[][] {
  return keys.map((key) => rows.map((row) => row[key]));
}
