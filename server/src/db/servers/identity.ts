// Identifies a server: whether it takes writes, and which history of the database it has.
import pg, { type ClientBase } from 'pg';
import { unprepared } from '../sql.ts';

/**
 * `isWritable`: new transactions can write; a primary may have that turned off. `system` is the same for a
 * primary and its standbys. `timeline` grows by each promotion. `started` is the start of the server, which
 * tells two machines with the same address and timeline apart. The last three are null if the server does not
 * tell, as some hosted databases; `timeline` also on a standby.
 */
export type Identity = {
  isWritable: boolean;
  isStandby: boolean;
  system: string | null;
  timeline: number | null;
  started: string | null;
};

type Basics = { read_only: string; is_standby: boolean };

// The control file has the new timeline only after the first checkpoint, so it is read from the name of the
// present file of the log.
const IDENTIFY = unprepared<Basics & { system: string; file: string | null; started: string }>(
  'identify-server',
)`
  select current_setting('transaction_read_only') as read_only, pg_is_in_recovery() as is_standby,
    extract(epoch from pg_postmaster_start_time())::text as started,
    (select system_identifier::text from pg_control_system()) as system,
    case when pg_is_in_recovery() then null else pg_walfile_name(pg_current_wal_insert_lsn()) end as file`;

const SELECT_BASICS = unprepared<Basics>('identify-basics')`
  select current_setting('transaction_read_only') as read_only, pg_is_in_recovery() as is_standby`;

/**
 * Classes of SQLSTATE of a server that cannot answer now. Any other error comes from a hosted database that
 * lacks a function or does not let an ordinary user call it.
 */
const CANNOT_ANSWER_CLASSES = ['08', '53', '57'];
/** A name of a file of the log begins with the timeline in hexadecimal digits. */
const TIMELINE_DIGITS = 8;

/** Asks the server of a connection who it is. */
export async function identify(client: ClientBase): Promise<Identity> {
  try {
    const { rows } = await IDENTIFY.run(client);
    const { system, file, started } = rows[0]!;
    const timeline = file === null ? null : Number.parseInt(file.slice(0, TIMELINE_DIGITS), 16);
    return { ...basicsOf(rows[0]!), system, timeline, started };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (CANNOT_ANSWER_CLASSES.includes(error.code?.slice(0, 2) ?? '')) throw error;
    const { rows } = await SELECT_BASICS.run(client);
    return { ...basicsOf(rows[0]!), system: null, timeline: null, started: null };
  }
}

const basicsOf = ({ read_only, is_standby }: Basics) => ({
  isWritable: read_only === 'off',
  isStandby: is_standby,
});
