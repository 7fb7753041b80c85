// Lists everything that SECRET_KEY seals in the database, and reseals it when the key changes.
import type pg from 'pg';

/** A sealed column, with its purpose (as SQL) and the key columns of its table. */
type Sealed = {
  table: string;
  column: string;
  purpose: string;
  keys: readonly (readonly [string, string])[];
};

const TEAM = ['team_id', 'uuid'] as const;
const PROJECT = ['project_id', 'uuid'] as const;
const ID = ['id', 'uuid'] as const;
/** All sealed columns. rotateSecret.test.ts compares them with the schema. */
export const SEALED: readonly Sealed[] = [
  {
    table: 'api_keys',
    column: 'sealed',
    purpose: `'api key display'`,
    keys: [PROJECT, ['mode', 'message_mode']],
  },
  {
    table: 'second_factors',
    column: 'sealed',
    purpose: `case when user_id is null then 'staff second factor' else 'second factor' end`,
    keys: [['coalesce(user_id, staff_id)', 'uuid']],
  },
  { table: 'files', column: 'sealed_key', purpose: `'file key'`, keys: [TEAM, ID] },
  { table: 'callback_secrets', column: 'sealed', purpose: `'callback secret'`, keys: [TEAM, PROJECT] },
  {
    table: 'callback_secrets',
    column: 'previous_sealed',
    purpose: `'callback secret'`,
    keys: [TEAM, PROJECT],
  },
  { table: 'team_sign_on', column: 'sealed_secret', purpose: `'single sign-on secret'`, keys: [TEAM] },
  {
    table: 'network_versions',
    column: 'sealed',
    purpose: `'network secrets'`,
    keys: [['number', 'integer']],
  },
  { table: 'webhook_endpoints', column: 'sealed', purpose: `'webhook secret'`, keys: [TEAM, ID] },
  { table: 'webhook_endpoints', column: 'previous_sealed', purpose: `'webhook secret'`, keys: [TEAM, ID] },
  { table: 'mails', column: 'sealed', purpose: `'mail'`, keys: [ID] },
  {
    table: 'retired_keys',
    column: 'sealed',
    purpose: `'retired key'`,
    keys: [
      ['fingerprint', 'bytea'],
      ['purpose', 'text'],
    ],
  },
];

export type SealedRow = { key: string[]; purpose: string; sealed: Buffer };

/** The rows with a sealed value in a column, in the order of the key, from the row after `after` on. */
export async function selectSealed(
  pool: pg.Pool,
  { table, column, purpose, keys }: Sealed,
  after: readonly string[] | null,
  limit: number,
): Promise<SealedRow[]> {
  const names = keys.map(([name]) => name);
  const values = keys.map(([, type], index) => `$${index + 1}::${type}`);
  const { rows } = await pool.query(
    `select array[${names.map((name) => `(${name})::text`).join(', ')}] as key, ${purpose} as purpose, ${column} as sealed from ${table}
     where ${column} is not null and ${column} <> '' ${after ? `and (${names.join(', ')}) > (${values.join(', ')})` : ''}
     order by ${names.join(', ')} limit ${limit}`,
    after ? [...after] : [],
  );
  return rows;
}

/**
 * Reseals a value that still has its old seal; false if it changed. `lookup`: the new lookup hash of an API
 * key.
 */
export async function replaceSealed(
  pool: pg.Pool,
  { table, column, keys }: Sealed,
  { key, sealed }: SealedRow,
  by: { sealed: Buffer; lookup: Buffer | null },
): Promise<boolean> {
  const where = keys.map(([name, type], index) => `${name} = $${index + 3}::${type}`).join(' and ');
  const lookup = by.lookup ? `, lookup = $${keys.length + 3}` : '';
  const { rowCount } = await pool.query(
    `update ${table} set ${column} = $1${lookup} where ${column} = $2 and ${where}`,
    [by.sealed, sealed, ...key, ...(by.lookup ? [by.lookup] : [])],
  );
  return rowCount === 1;
}

/** Stores a key of a replaced secret; an existing one stays. */
export async function keepRetiredKey(
  pool: pg.Pool,
  { fingerprint, purpose, sealed }: { fingerprint: Buffer; purpose: string; sealed: Buffer },
): Promise<void> {
  await pool.query(
    'insert into retired_keys (fingerprint, purpose, sealed) values ($1, $2, $3) on conflict do nothing',
    [fingerprint, purpose, sealed],
  );
}

export async function selectRetiredKeys(pool: pg.Pool): Promise<{ purpose: string; sealed: Buffer }[]> {
  const { rows } = await pool.query('select purpose, sealed from retired_keys order by retired_at desc');
  return rows;
}
