// The table of statuses in the documentation, from the words of the contract.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLBACK_STATUSES, PUBLIC_STATUSES, STATUSES } from '../contract/src/messages/statuses.ts';

const PAGE = 'docs/send.md';
const [FROM, TO] = ['<!-- scripts/generate.ts writes from here -->', '<!-- to here -->'];

/** The page with its table of statuses. Throws if it has no place for one. */
export function statusPage(root: string): Record<string, string> {
  const [before, rest] = readFileSync(join(root, PAGE), 'utf8').split(FROM);
  const after = rest?.split(TO)[1];
  if (after === undefined) throw new Error(`${PAGE} has no lines ${FROM} and ${TO} around the statuses`);
  const called: readonly string[] = CALLBACK_STATUSES;
  const rows = PUBLIC_STATUSES.map(
    (status) => `| ${status} | ${STATUSES[status].meaning} | ${called.includes(status) ? 'yes' : 'no'} |`,
  );
  const table = ['| status | meaning | status callback |', '|---|---|---|', ...rows].join('\n');
  return { [PAGE]: `${before}${FROM}\n\n${table}\n\n${TO}${after}` };
}
