// Reads rows of an untrusted CSV file from the disk, piece by piece and within limits. The checks of a
// row are in `csv/rowChecks.ts` of the contract.
import { encodingOf } from '@godwit/contract/csv/cells';
import { type CsvHandlers, type CsvProblem, csvProblemText, openCsv } from '@godwit/contract/csv/rows';
import { type Refusal, refuseField } from '../../refusal.ts';

/**
 * Is given each row but the header and empty ones, with the line it begins on, counted from 1; a refusal
 * ends the reading.
 */
type Handlers = {
  onHead: CsvHandlers['onHead'];
  onRow: (cells: string[], line: number) => Refusal | null;
};

/**
 * Reads a file to its end, or gives why it cannot be; rows have then been given up to there. `open` gives
 * its pieces from the start. Refusals: invalidArgument for what is no CSV or has no rows, tooLarge, and
 * those of `onRow`.
 */
export function readCsv(open: () => Iterable<Uint8Array>, { onHead, onRow }: Handlers): Refusal | null {
  let refused: Refusal | null = null;
  const reader = openCsv({
    onHead,
    onRow: (cells, line) => {
      refused = onRow(cells, line);
      return refused === null;
    },
  });
  const decoder = new TextDecoder(encodingOf(open));
  for (const piece of open()) {
    const problem = reader.write(decoder.decode(piece, { stream: true }));
    if (refused || problem) return refused ?? refusalOf(problem!);
  }
  const problem = reader.write(decoder.decode()) ?? reader.end();
  return refused ?? (problem && refusalOf(problem));
}

function refusalOf(found: CsvProblem): Refusal {
  const isTooLarge = found.problem === 'tooManyLines' || found.problem === 'tooManyRows';
  return refuseField(isTooLarge ? 'tooLarge' : 'invalidArgument', 'csv', csvProblemText(found));
}
