// `godwit-cli campaigns`: lists campaigns, and shows the progress of one.
import { parseArgs } from 'node:util';
import type { Campaign, Godwit } from '../../typescript/src/index.ts';
import { jsonLine, type Output } from './output.ts';
import { LIST_OPTIONS, oneLine, onlyOne, printRows } from './rows.ts';

/** Lists the campaigns of the project, the newest first. */
export async function listCampaigns(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { values } = parseArgs({ args, options: LIST_OPTIONS });
  await printRows(godwit.listCampaigns(), values, output, lineOf);
}

/** Shows a campaign with its text, its progress and its cost. */
export async function showCampaign(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const options = { json: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const campaign = await godwit.getCampaign(onlyOne(positionals, 'the id of one campaign'));
  if (values.json) return output.print(jsonLine(campaign));
  const { from, groups, content, send_at, counts, segments, cost, currency } = campaign;
  output.print(lineOf(campaign));
  output.print(
    `From ${oneLine(from)} to ${groups.map(({ name }) => oneLine(name)).join(', ') || 'deleted groups'}`,
  );
  if (send_at) output.print(`Starts at ${send_at}`);
  output.print(oneLine(content));
  const shown = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  output.print(`${shown.join(', ')}; ${segments} segments, ${currency} ${cost.toFixed(2)}`);
}

function lineOf({ created_at, status, name, counts, id }: Campaign): string {
  const progress = `${counts.delivered}/${counts.recipients} delivered`;
  return `${created_at}  ${status.padEnd(9)}  ${progress}  ${oneLine(name)}  ${id}`;
}
