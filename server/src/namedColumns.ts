// Reads small CSV files of staff, whose first line names the columns in any order.
import { cellOf } from '@godwit/contract/csv/cells';
import { openCsv } from '@godwit/contract/csv/rows';
import { FILE_NOT_CSV } from '@godwit/contract/sentences/contacts';

/** `line` is counted from 1, as in an editor. */
export type Problem = { line: number; problem: string };

type Columns<Name extends string, More extends string> = {
  required: readonly Name[];
  optional?: readonly More[];
};

const MAX_PROBLEMS = 100;

/**
 * Reads a file row by row. `take` gets the cells by column, without columns that are missing, and returns
 * what is wrong with the row, or null. Returns at most 100 problems. `isRead` is false if the file is no CSV
 * or lacks a column or rows; the rows before count for nothing then.
 */
export function readNamedColumns<Name extends string, More extends string = never>(
  csv: string,
  { required, optional = [] }: Columns<Name, More>,
  take: (row: Readonly<Record<Name, string> & Partial<Record<More, string>>>, line: number) => string | null,
): { problems: Problem[]; isRead: boolean } {
  const names = [...required, ...optional];
  const problems: Problem[] = [];
  let columns = new Map<Name | More, number>();
  const lacksColumns = () => required.some((name) => columns.get(name) === -1) || columns.size === 0;
  const reader = openCsv({
    onHead: (head) => {
      const found = head?.map((_, column) => cellOf(head, column).toLowerCase()) ?? [];
      columns = new Map(names.map((name) => [name, found.indexOf(name)]));
    },
    onRow: (cells, line) => {
      if (lacksColumns()) return false;
      const present = names.filter((name) => columns.get(name) !== -1);
      const row = present.map((name) => [name, cellOf(cells, columns.get(name)!)]);
      const problem = take(Object.fromEntries(row), line);
      if (problem !== null) problems.push({ line, problem });
      return true;
    },
  });
  const broken = reader.write(csv.replace(/^\ufeff/, '')) ?? reader.end();
  const isEmpty = broken?.problem === 'noRows' || (!broken && lacksColumns());
  if (isEmpty)
    problems.push({
      line: 1,
      problem: `The first line must name the columns ${required.join(', ')}, and rows follow.`,
    });
  else if (broken) problems.unshift({ line: broken.line, problem: FILE_NOT_CSV });
  return { problems: problems.slice(0, MAX_PROBLEMS), isRead: !broken && !isEmpty };
}
