// The addresses of a database's servers.
import pg from 'pg';
import { splitHosts } from './hosts.ts';

/** One server of a database: its address, and its name for people. */
export type Target = { url: string; host: string; port: number; name: string };

/** The addresses of the servers of a DATABASE_URL. */
export function targetsOf(url: string): Target[] {
  return splitHosts(url).map((one) => {
    const { host, port } = new pg.Client({ connectionString: one });
    return { url: one, host, port, name: `${host}:${port}` };
  });
}
