// STOP and START of a phone, on its team's list.
import type { Mode } from '@godwit/contract/statuses';
import type { ClientBase } from 'pg';
import { deleteOptOut, insertOptOuts, type OptOutSource } from './queries.ts';

type Asked = { teamId: string; number: string; mode: Mode };

/**
 * In TEST a member says what a phone would: that is worth as much as what they write on the list themselves, and takes back no more. In LIVE the
 * recipient has said it, and only what staff have put there stays.
 */
const STOPPED: Record<Mode, OptOutSource> = { LIVE: 'STOP', TEST: 'CONSOLE' };
const TAKEN_BACK: Record<Mode, readonly OptOutSource[]> = {
  LIVE: ['STOP', 'LINK', 'CONSOLE', 'IMPORT'],
  TEST: ['CONSOLE', 'IMPORT'],
};

/** Puts a number on the list; false where it is there already. */
export async function stopNumber(client: ClientBase, { teamId, number, mode }: Asked): Promise<boolean> {
  return (await insertOptOuts(client, { teamId, source: STOPPED[mode] }, [number])).length > 0;
}

/** Takes a number off the list; false where it is not there, or stays. */
export async function startNumber(client: ClientBase, { teamId, number, mode }: Asked): Promise<boolean> {
  return deleteOptOut(client, { teamId, number }, TAKEN_BACK[mode]);
}
