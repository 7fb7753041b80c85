// Detects a wrong SECRET_KEY before it makes sealed data unreadable, and records the key that replaces it.
import type pg from 'pg';

/** The database belongs to another SECRET_KEY. */
export class OtherSecretError extends Error {
  override readonly name = 'OtherSecretError';
}

/** Fingerprints of a database's secret and of the secret that replaces it. */
export type Fingerprints = { present: Buffer; next: Buffer | null };

/**
 * Records the present secret's fingerprint in a new database; otherwise checks that the recorded fingerprints
 * are among `known`, whose first one is the present secret's.
 * @throws OtherSecretError if the database's secret, or the one that replaces it, is not known
 */
export async function assertSameSecret(pool: pg.Pool, known: readonly Buffer[]): Promise<Fingerprints> {
  await pool.query('insert into installation (secret_fingerprint) values ($1) on conflict do nothing', [
    known[0],
  ]);
  const { rows } = await pool.query<Fingerprints>(
    'select secret_fingerprint as present, next_fingerprint as next from installation',
  );
  const { present, next } = rows[0]!;
  const isKnown = (one: Buffer) => known.some((other) => other.equals(one));
  if (!isKnown(present))
    throw new OtherSecretError(
      'This database was made with another SECRET_KEY, and nothing sealed in it can be read with this one: set the SECRET_KEY that belongs to it, or restore DATA_DIR/secret.key. While a secret is replaced, SECRET_KEY_OLD is the one before',
    );
  if (next && !isKnown(next))
    throw new OtherSecretError(
      'The SECRET_KEY of this database is being replaced by another one: set that as SECRET_KEY, this one as SECRET_KEY_OLD, and run godwit rotate-secret to its end',
    );
  return { present, next };
}

/** Records that a secret is being replaced: from now on nothing starts without the new one. */
export async function setNextSecret(pool: pg.Pool, next: Buffer): Promise<void> {
  await pool.query('update installation set next_fingerprint = $1', [next]);
}

/** Records that nothing is sealed with the previous secret any more. */
export async function setSecret(pool: pg.Pool, present: Buffer): Promise<void> {
  await pool.query('update installation set secret_fingerprint = $1, next_fingerprint = null', [present]);
}
