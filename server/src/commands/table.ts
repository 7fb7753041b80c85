// Tables for people: aligned columns, and a line that says how many rows were left out.

/** The most rows that a command lists. */
export const MOST_ROWS = 50;

/**
 * Aligns rows under their headings. Control characters in cells become blanks, because customers choose
 * some of the texts and a terminal would obey them. `total` counts the rows that there are.
 */
export function table(headings: readonly string[], cells: readonly string[][], total = cells.length): string {
  const rows = [headings, ...cells].map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, ' ')));
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...(total > cells.length ? [`and ${total - cells.length} more`] : [])].join('\n');
}

/** An age in its largest useful unit, such as 90 s, 12 min or 5 h. */
export function age(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
