// Prints the verdict.
import type { Verdict } from './judge.ts';
import type { Supervised } from './processes.ts';

const SHOWN = 10;

/** Prints the judge's findings, with the first few of each kind of failure. */
export function print(
  verdict: Verdict,
  {
    differences,
    left,
    failovers,
    payments,
    unpaid,
    processes,
  }: {
    differences: object[];
    left: string[];
    /** Null: the database could not fail over. */
    failovers: number | null;
    payments: number;
    unpaid: readonly string[];
    processes: Supervised[];
  },
): void {
  const { duplicates, duplicatesWithoutKill, bound } = verdict;
  const lines: [string, string | number, (readonly string[])?][] = [
    ['sends', `${verdict.sends}, ${verdict.accepted} answered 201, ${verdict.unanswered} without an answer`],
    ['kills', verdict.kills],
    ...(failovers === null ? [] : [['failovers', failovers] satisfies [string, number]]),
    ['in doubt', `${verdict.inDoubt} given up as UNKNOWN`],
    ['lost', verdict.lost.length, verdict.lost],
    ['not final', verdict.notFinal.length, verdict.notFinal],
    ['without a usable id', `${verdict.withoutId} SENT until no receipt has come for 72 hours`],
    ['wrong', verdict.wrong.length, verdict.wrong],
    [
      'duplicates',
      `${duplicates} of at most ${bound}; ${verdict.afterSilence} more after the carrier's silence`,
    ],
    ['duplicates without a kill', duplicatesWithoutKill.length, duplicatesWithoutKill],
    ['unmatched', `${verdict.unmatched} receipts of nobody's messages, and texts`],
    ['callbacks taken', verdict.callbacks],
    ['ledger difference', differences.length, differences.map((one) => JSON.stringify(one))],
    ['payments', `${payments} paid, ${unpaid.length} differences`, unpaid],
    ['left running', left.length, left],
    ...processes.map((each): [string, string] => [
      each.name,
      `at most ${each.peakMegabytes()} MB, ended by itself ${each.endedByItself()} times`,
    ]),
  ];
  for (const [name, figure, examples = []] of lines) {
    console.log(`  ${name.padEnd(26)} ${figure}`);
    for (const example of examples.slice(0, SHOWN)) console.log(`    ${example}`);
  }
}
