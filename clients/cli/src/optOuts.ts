// `godwit-cli optouts`: lists opt-outs, adds and removes them.
import { parseArgs } from 'node:util';
import type { Godwit, OptOut } from '../../typescript/src/index.ts';
import { jsonLine, type Output } from './output.ts';
import { LIST_OPTIONS, printRows } from './rows.ts';
import { UsageError } from './settings.ts';

const NUMBER = { number: { type: 'string' } } as const;
const ONE = { ...NUMBER, scope: { type: 'string' }, json: { type: 'boolean' } } as const;

/** Lists the opt-outs in the mode of the key, or those of one number. */
export async function listOptOuts(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { values } = parseArgs({ args, options: { ...NUMBER, ...LIST_OPTIONS } });
  await printRows(godwit.listOptOuts({ number: values.number }), values, output, lineOf);
}

/** Opts a number out, of all messages or of promotions. */
export async function addOptOut(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { number, scope, json } = readOne(args, 'add');
  const added = await godwit.putOptOut({ number, ...(scope && { scope }) });
  output.print(json ? jsonLine(added) : lineOf(added));
}

/** Removes the opt-outs of a number; prints those that remain. */
export async function removeOptOut(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { number, scope, json } = readOne(args, 'remove');
  const answer = await godwit.deleteOptOut(number, { scope });
  if (json) return output.print(jsonLine(answer));
  for (const one of answer.results) output.print(lineOf(one));
  if (answer.results.length === 0) output.print(`${number} has no opt-out any more.`);
}

function readOne(args: string[], command: string) {
  const { number, scope, json } = parseArgs({ args, options: ONE }).values;
  if (!number) throw new UsageError(`optouts ${command} needs --number, so nothing was done.`);
  if (scope !== undefined && scope !== 'ALL' && scope !== 'PROMOTIONAL')
    throw new UsageError('--scope must be ALL or PROMOTIONAL. Nothing was done.');
  return { number, scope, json } as const;
}

const lineOf = ({ number, scope, source, created_at }: OptOut): string =>
  `${created_at}  ${number}  ${scope.padEnd(11)}  ${source}`;
