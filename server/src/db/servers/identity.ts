// Identifies a server: whether it takes writes, and which history of the database it has.
import type { ClientBase } from 'pg';
import { unprepared } from '../sql.ts';

/**
 * `system` is the same for a primary and its standbys. `timeline` grows by each promotion. Both are null if
 * the server does not tell, as some hosted databases; `timeline` also on a standby.
 */
export type Identity = { isWritable: boolean; system: string | null; timeline: number | null };

// The control file has the new timeline only after the first checkpoint, so it is read from the name of the
// present file of the log.
const IDENTIFY = unprepared<{ read_only: string; system: string; file: string | null }>('identify-server')`
  select current_setting('transaction_read_only') as read_only,
    (select system_identifier::text from pg_control_system()) as system,
    case when pg_is_in_recovery() then null else pg_walfile_name(pg_current_wal_insert_lsn()) end as file`;

const SELECT_READ_ONLY = unprepared<{ read_only: string }>('select-read-only')`
  select current_setting('transaction_read_only') as read_only`;

/** Lacks the privilege, the function or the feature. */
const NOT_TOLD = ['42501', '42883', '0A000'];
/** A name of a file of the log begins with the timeline in hexadecimal digits. */
const TIMELINE_DIGITS = 8;

/** Asks the server of a connection who it is. */
export async function identify(client: ClientBase): Promise<Identity> {
  try {
    const { rows } = await IDENTIFY.run(client);
    const { read_only, system, file } = rows[0]!;
    const timeline = file === null ? null : Number.parseInt(file.slice(0, TIMELINE_DIGITS), 16);
    return { isWritable: read_only === 'off', system, timeline };
  } catch (error) {
    if (!NOT_TOLD.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const { rows } = await SELECT_READ_ONLY.run(client);
    return { isWritable: rows[0]!.read_only === 'off', system: null, timeline: null };
  }
}
