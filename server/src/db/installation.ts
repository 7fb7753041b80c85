// Which secret a database was made with, so that another one is noticed before it makes what is sealed unreadable.
import type pg from 'pg';

/** The database belongs to another SECRET_KEY. */
export class OtherSecretError extends Error {
  override readonly name = 'OtherSecretError';
}

/**
 * Notes the fingerprint of a secret in a database that has none, and compares it in one that has.
 * @throws OtherSecretError where they differ
 */
export async function assertSameSecret(pool: pg.Pool, fingerprint: Buffer): Promise<void> {
  await pool.query('insert into installation (secret_fingerprint) values ($1) on conflict do nothing', [
    fingerprint,
  ]);
  const { rows } = await pool.query<{ secret_fingerprint: Buffer }>(
    'select secret_fingerprint from installation',
  );
  if (rows[0]?.secret_fingerprint.equals(fingerprint)) return;
  throw new OtherSecretError(
    'This database was made with another SECRET_KEY, and nothing sealed in it can be read with this one: set the SECRET_KEY that belongs to it, or restore DATA_DIR/secret.key',
  );
}
