// Pages of the database's files: whether PostgreSQL has found any whose checksum is wrong, and a check of all
// of them by its extension amcheck.
import type pg from 'pg';
import { unprepared } from './sql.ts';

/**
 * `failures`: reads of pages whose checksum was wrong, if the last one was within a day; else 0. PostgreSQL
 * counts them since its last crash, and goes on counting after a repair.
 */
export type Pages = { checksums: boolean; failures: number };

const SELECT_PAGES = unprepared<Pages>('select-pages')`
  select current_setting('data_checksums') = 'on' as checksums,
    (select coalesce(sum(checksum_failures), 0)::float8 from pg_stat_database
      where (datname is null or datname = current_database())
        and checksum_last_failure > now() - interval '1 day') as failures`;

/** How many reads hit a damaged page, and whether PostgreSQL can notice any. */
export async function readPages(pool: pg.Pool): Promise<Pages> {
  const { rows } = await SELECT_PAGES.run(pool);
  return rows[0]!;
}

/** A table or index that is damaged, in PostgreSQL's words. */
export type Damage = { relation: string; problem: string };

/** amcheck is not installed, this user may not use it, or another check runs. */
export class NoPageCheckError extends Error {
  override readonly name = 'NoPageCheckError';
}

/** The most problems reported of one table: a lost disk page can hold hundreds of rows. */
const MOST_OF_ONE = 5;

/**
 * Reads every table and B-tree index of the schema, row by row, and returns what is wrong; also how many were
 * read. Takes the weakest lock, on one relation at a time. Removes amcheck again if it was not installed.
 * @throws NoPageCheckError if amcheck cannot be used
 */
export async function checkPages(pool: pg.Pool): Promise<{ relations: number; damages: Damage[] }> {
  const client = await pool.connect();
  try {
    // A large table takes longer than any limit that its user may have.
    await client.query('set statement_timeout = 0');
    const isNew = await installCheck(client);
    try {
      return await checkAll(client);
    } finally {
      if (isNew) await client.query('drop extension amcheck').catch(() => {});
    }
  } finally {
    client.release(true);
  }
}

// SQLSTATE (PostgreSQL, appendix A): insufficient privilege, feature not supported, undefined file.
const NOT_HERE = ['42501', '0A000', '58P01'];

/** Installs amcheck; false if it was installed already. Of two checks at once, one is refused. */
async function installCheck(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean; installed: boolean; may: boolean }>(
    `select pg_try_advisory_lock(hashtext('godwit pages check')) as alone,
      exists (select from pg_extension where extname = 'amcheck') as installed`,
  );
  const { alone, installed } = rows[0]!;
  if (!alone) throw new NoPageCheckError('another check runs');
  if (!installed) await client.query('create extension amcheck').catch(explain);
  // Fails here if the functions are kept from this user.
  await client
    .query(`select from verify_heapam('pg_class'::regclass, startblock => 0, endblock => 0)`)
    .catch(explain);
  return !installed;
}

function explain(error: NodeJS.ErrnoException): never {
  throw NOT_HERE.includes(error.code ?? '') ? new NoPageCheckError(error.message) : error;
}

async function checkAll(client: pg.ClientBase) {
  // Indexes come after their tables, whose rows they are compared with.
  const { rows } = await client.query<{ oid: number; relation: string; isTable: boolean }>(
    `select c.oid, c.oid::regclass::text as relation, c.relkind = 'r' as "isTable"
      from pg_class c left join pg_am a on a.oid = c.relam left join pg_index i on i.indexrelid = c.oid
      where c.relnamespace = 'public'::regnamespace
        and (c.relkind = 'r' and a.amname = 'heap' or c.relkind = 'i' and a.amname = 'btree' and i.indisvalid)
      order by c.relkind desc, relation`,
  );
  const damages: Damage[] = [];
  for (const { oid, relation, isTable } of rows) {
    const problems = await checkOne(client, oid, isTable);
    damages.push(...problems.map((problem) => ({ relation, problem })));
  }
  return { relations: rows.length, damages };
}

const CHECK_TABLE = `
  select 'block ' || blkno || coalesce(', row ' || offnum, '') || ': ' || msg as problem
    from verify_heapam($1::oid::regclass, check_toast => true) limit ${MOST_OF_ONE}`;
const CHECK_INDEX = 'select bt_index_check($1::oid::regclass, true)';

/** The problems of a table or an index; none if it has been dropped. */
async function checkOne(client: pg.ClientBase, oid: number, isTable: boolean): Promise<string[]> {
  try {
    const { rows } = await client.query<{ problem: string }>(isTable ? CHECK_TABLE : CHECK_INDEX, [oid]);
    return isTable ? rows.map(({ problem }) => problem) : [];
  } catch (error) {
    const { rows } = await client.query('select from pg_class where oid = $1', [oid]);
    if (rows.length === 0) return [];
    if (isDamaged(error) || LOST.includes((error as NodeJS.ErrnoException).code ?? ''))
      return [(error as Error).message];
    throw error;
  }
}

// SQLSTATE (PostgreSQL, appendix A): data corrupted, index corrupted.
const DAMAGED = ['XX001', 'XX002'];
// Undefined file, and an error of reading or writing: a file or a sector is gone.
const LOST = ['58P01', '58030'];

/** Whether PostgreSQL refused a statement because a page of its files is damaged. */
export function isDamaged(error: unknown): boolean {
  return error instanceof Error && DAMAGED.includes((error as NodeJS.ErrnoException).code ?? '');
}
