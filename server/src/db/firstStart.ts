// What a new cluster needs once.
import type pg from 'pg';

/** The one database of a cluster. */
export const DATABASE = 'godwit';
/** Of PostgreSQL's write-ahead log, 16 MB each; checkpoints leave more of them in time. */
const FIRST_LOG_FILES = 8;

/** Makes our database where it is missing. */
export async function createDatabase(keeper: pg.Client): Promise<void> {
  const { rowCount } = await keeper.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  await keeper.query(`CREATE DATABASE ${DATABASE}`).catch((error: pg.DatabaseError) => {
    // Made by another first start in the meantime: duplicate_database, or unique_violation while both are at it.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
  await makeLogFiles(keeper);
}

/** Makes log files before anything waits for a commit; the checkpoint puts them by to be used again. */
async function makeLogFiles(keeper: pg.Client): Promise<void> {
  for (let i = 0; i < FIRST_LOG_FILES; i++) {
    // A file that nothing was written to is not left for the next.
    await keeper.query(`SELECT pg_logical_emit_message(false, '', '')`);
    await keeper.query('SELECT pg_switch_wal()');
  }
  await keeper.query('CHECKPOINT');
}
