// `godwit-cli events resend`: calls the webhook endpoints of the project with an event again.
import { parseArgs } from 'node:util';
import type { Godwit } from '../../typescript/src/index.ts';
import { jsonLine, type Output } from './output.ts';
import { UsageError } from './settings.ts';

const OPTIONS = { json: { type: 'boolean' } } as const;

/** Sends the event with the given id again. */
export async function resendEvent(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [id, ...more] = positionals;
  if (!id || more.length > 0)
    throw new UsageError('events resend needs the id of one event, so nothing was done.');
  const answer = await godwit.resendEvent(id);
  const { endpoints } = answer;
  const count = `${endpoints.length} webhook ${endpoints.length === 1 ? 'endpoint' : 'endpoints'}`;
  output.print(
    values.json ? jsonLine(answer) : `${answer.id} is sent again to ${count}: ${endpoints.join(' ')}`,
  );
}
