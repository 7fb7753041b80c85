// Applies STOP and START of a phone to the list of its team and mode.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { ClientBase } from 'pg';
import { deleteOptOuts, insertOptOuts, type OptOutSource } from './queries.ts';

type Asked = { teamId: string; number: string; mode: Mode };

/**
 * START lifts opt-outs of both scopes by the recipient or the team. Only staff lift opt-outs that staff made.
 */
const LIFTED: readonly OptOutSource[] = ['STOP', 'LINK', 'CONSOLE', 'API', 'IMPORT'];

/**
 * Opts a number out of all messages, even if it had opted out of promotions. False if the recipient or staff
 * had done so before.
 */
export async function stopNumber(client: ClientBase, { teamId, number, mode }: Asked): Promise<boolean> {
  const added = await insertOptOuts(client, { teamId, mode, scope: 'ALL', source: 'STOP' }, [number]);
  return added.length > 0;
}

/** Removes a number from the list. False if it is not there or must stay. */
export async function startNumber(client: ClientBase, asked: Asked): Promise<boolean> {
  return (await deleteOptOuts(client, asked, LIFTED)) > 0;
}
