// SQL of the addresses that used API keys.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { listsOf } from '../db/columns.ts';
import { unprepared } from '../db/sql.ts';

/** The use of a key from an address. `keyId`: null for the key of the project itself. */
export type KeyUse = {
  hour: Date;
  teamId: string;
  projectId: string;
  mode: Mode;
  keyId: string | null;
  address: string;
};

// In one order, so that processes that store the same uses do not wait for each other in a circle.
const INSERT_USES = unprepared('insert-key-uses')`
  insert into key_uses (hour, team_id, project_id, mode, key_id, address)
    select * from unnest(${'hour'}::timestamptz[], ${'teamId'}::uuid[], ${'projectId'}::uuid[], ${'mode'}::message_mode[],
      ${'keyId'}::uuid[], ${'address'}::text[]) as used (hour, team_id, project_id, mode, key_id, address)
    order by project_id, hour, mode, key_id, address
    on conflict do nothing`;

/** Stores uses; those that are stored stay as they are. */
export async function insertUses(pool: Pool, uses: readonly KeyUse[]): Promise<void> {
  await INSERT_USES.run(pool, listsOf(uses, 'hour', 'teamId', 'projectId', 'mode', 'keyId', 'address'));
}
