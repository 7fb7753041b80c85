// Asks a server who it is over a connection of its own.
import pg from 'pg';
import type { Target } from './address.ts';
import { type Identity, identify } from './identity.ts';

/** Asks a server who it is. Rejects if it gives no answer in time. */
export async function probe({ url }: Target, withinMs: number): Promise<Identity> {
  const client = new pg.Client({ connectionString: url, application_name: 'godwit search' });
  client.on('error', () => {});
  const timer = setTimeout(() => client.connection.stream.destroy(), withinMs);
  try {
    await client.connect();
    return await identify(client);
  } finally {
    // Within the same time: a server that has just fallen silent does not answer the end either.
    void client
      .end()
      .catch(() => {})
      .finally(() => clearTimeout(timer));
  }
}
