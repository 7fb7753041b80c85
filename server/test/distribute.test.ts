// `godwit distribute` on a coordinator and two nodes, if Citus is installed: on a database with messages, on
// an empty one, and repeated.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';
import { distributeMessages } from '../src/db/schema/distribute.ts';
import { migrate } from '../src/db/schema/migrate.ts';
import { ensureMonths } from '../src/db/schema/months.ts';
import { transaction } from '../src/db/transaction.ts';
import { newId } from '../src/ids.ts';
import { insertIncoming } from '../src/messages/incoming/queries.ts';
import { lockMessages, updateState } from '../src/messages/state/queries.ts';
import { testDatabase } from './database.ts';
import { joinNodes, onAllNodes } from './globalSetup.ts';
import { installedCitus, startPostgres } from './installed.ts';

const citus = installedCitus();
const { pool: plain } = await testDatabase('empty');

it('reports what is missing without Citus', async () => {
  await expect(distributeMessages(plain)).rejects.toThrow(/no extension citus.* create extension citus$/);
});

describe.runIf(citus)('on three nodes', () => {
  let nodes: { config: DatabaseConfig; workers: DatabaseConfig[] };
  beforeAll(async () => {
    const settings = {
      shared_preload_libraries: 'citus',
      max_prepared_transactions: '50',
      'citus.shard_count': '4',
      // As root they would look for certificates without permission.
      'citus.node_conninfo': 'sslmode=disable',
    };
    const servers = await Promise.all([0, 1, 2].map(() => startPostgres(citus!, settings)));
    afterAll(() => Promise.all(servers.map((server) => server.stop())));
    const [config, ...workers] = servers.map((server) => server.config);
    nodes = { config: config!, workers };
  });

  /** A migrated database on all nodes. */
  async function makeDatabase(name: string) {
    await onAllNodes(nodes, `CREATE DATABASE ${name}`);
    const pool = openPool({ ...nodes.config, database: name }, { max: 2, applicationName: 'test' });
    afterAll(() => pool.end());
    await migrate(pool);
    return pool;
  }
  const spread = { shards: 4, nodes: 2 };

  it('distributes existing months, and later ones', async () => {
    const pool = await makeDatabase('filled');
    await ensureMonths(pool);
    const rows = Array.from({ length: 20 }, (_, i) => ({
      ...{
        teamId: newId(),
        id: newId(),
        projectId: newId(),
        mode: 'TEST' as const,
        callbackUrl: null,
        callbackForm: null,
      },
      ...{ sender: '+94770000001', recipient: '+94770000002', body: `text ${i}`, encoding: 'GSM7' as const },
      ...{ characters: 6, segments: 1, missingParts: null, acceptedAt: new Date() },
    }));
    const client = await pool.connect();
    await insertIncoming(client, rows).finally(() => client.release());
    await onAllNodes(nodes, 'CREATE EXTENSION citus', 'filled');
    await expect(distributeMessages(pool)).rejects.toThrow(/no node beside this one.* citus_add_node/);

    await joinNodes(nodes, 'filled');
    expect(await distributeMessages(pool)).toEqual({ isNew: true, ...spread });
    expect(await distributeMessages(pool)).toEqual({ isNew: false, ...spread });
    const { rows: kept } = await pool.query('select team_id as "teamId", id, body from messages order by id');
    expect(kept).toEqual(
      rows.map(({ teamId, id, body }) => ({ teamId, id, body })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    const { rows: left } = await pool.query(
      `select sum(pg_relation_size(inhrelid))::integer as bytes from pg_inherits where inhparent = 'messages'::regclass`,
    );
    expect(left).toEqual([{ bytes: 0 }]);

    // Messages of several teams are locked and moved across the nodes.
    await transaction(pool, async (client) => {
      await lockMessages(client, rows);
      expect(await updateState(client, 'sent', ['delivered'], rows)).toHaveLength(rows.length);
    });

    await ensureMonths(pool, new Date('2040-02-01T00:00:00Z'), 1);
    const { rows: later } = await pool.query(
      `select count(*)::integer as shards from citus_shards where table_name = 'messages_2040_02'::regclass`,
    );
    expect(later).toEqual([{ shards: spread.shards }]);
  });

  it('distributes an empty database', async () => {
    const pool = await makeDatabase('blank');
    await joinNodes(nodes, 'blank');
    expect(await distributeMessages(pool)).toEqual({ isNew: true, ...spread });
  });
});
