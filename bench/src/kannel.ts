// Runs Kannel for the bench `peer`: a bearerbox and a smsbox in a folder and on ports of their own, over the
// same link as Godwit.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { freePort, runBoxes } from '../../server/test/kannel.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { postmasterOf } from './stack.ts';

export type Kannel = { url: string; roots: Record<string, number[]>; stop(): Promise<void> };

/**
 * Its account at the carrier, its storage of pending receipts, and its log level: errors and a line for each
 * message and receipt, or everything, which is Kannel's default.
 */
type Options = {
  systemId: string;
  carrierPort: number;
  window: number;
  receipts: 'memory' | 'postgres';
  logs: 'messages' | 'everything';
};

const USER = { username: 'bench', password: 'bench' };
const LEVELS = { messages: 4, everything: 0 };

/** The path of a request that sends one message. */
export function kannelPath(to: string, from: string, text: string): string {
  // Mask 3: receipts of delivered and of failed messages.
  const query = new URLSearchParams({ ...USER, to: to.slice(1), from, text, 'dlr-mask': '3' });
  return `/cgi-bin/sendsms?${query}`;
}

/** Starts Kannel; PostgreSQL for receipts is an instance of its own. */
export async function startKannel({
  systemId,
  carrierPort,
  window,
  receipts,
  logs,
}: Options): Promise<Kannel> {
  const folder = throwawayFolder();
  const [admin, box, http] = [await freePort(), await freePort(), await freePort()];
  const logged = (name: string) => `log-file = ${join(folder, name)}.log
log-level = ${LEVELS[logs]}
access-log = ${join(folder, name)}-access.log`;
  const storage =
    receipts === 'postgres' ? await openStorage(folder) : { config: '', roots: {}, stop: async () => {} };
  const file = join(folder, 'kannel.conf');
  writeFileSync(
    file,
    `group = core
admin-port = ${admin}
admin-password = bench
smsbox-port = ${box}
dlr-storage = ${receipts === 'postgres' ? 'pgsql' : 'internal'}
${logged('bearerbox')}

${storage.config}
group = smsc
smsc = smpp
smsc-id = sink
host = 127.0.0.1
port = ${carrierPort}
transceiver-mode = true
smsc-username = ${systemId}
smsc-password = bench
system-type = ""
max-pending-submits = ${window}

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${box}
sendsms-port = ${http}
${logged('smsbox')}

group = sendsms-user
username = ${USER.username}
password = ${USER.password}

group = sms-service
keyword = default
max-messages = 0
text = ""
`,
  );
  const boxes = await runBoxes(file, { box, http });
  return {
    url: `http://127.0.0.1:${http}`,
    roots: { Kannel: boxes.pids, ...storage.roots },
    async stop() {
      await boxes.stop();
      await storage.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A database for receipts: the table of Kannel's user guide, with the index that finds a receipt's row. */
async function openStorage(dataDir: string) {
  const database = await startEmbedded({ dataDir, log: () => {} });
  const pool = openPool(database.config, { max: 1, applicationName: 'bench' });
  await pool.query(`create table dlr (smsc text, ts text, destination text, source text, service text, url text,
    mask integer, status integer, boxc text)`);
  await pool.query('create index dlr_ts on dlr (ts, smsc)');
  await pool.end();
  const { host, port, user, database: name } = database.config;
  const columns = ['smsc', 'source', 'destination', 'service', 'url', 'mask', 'status'];
  const config = `group = pgsql-connection
id = receipts
host = ${host}
port = ${port}
username = ${user}
password = none
database = ${name}
max-connections = 5

group = dlr-db
id = receipts
table = dlr
field-timestamp = ts
field-boxc-id = boxc
${columns.map((column) => `field-${column} = ${column}`).join('\n')}
`;
  return { config, roots: { PostgreSQL: [postmasterOf(dataDir)] }, stop: () => database.stop() };
}
