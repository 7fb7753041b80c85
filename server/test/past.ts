// A program that stores past messages in a project of a running service and prints them, for tests from
// outside: `node past.ts PROJECT COUNT SEED`, with the service's settings in the environment.
import { openRuntime } from '../src/runtime.ts';
import { readSettings } from '../src/settings.ts';
import { makePast } from './history.ts';

const CONNECTIONS = 2;

const [projectId = '', count, seed] = process.argv.slice(2);
const runtime = await openRuntime(readSettings(process.env), 'past', CONNECTIONS);
try {
  const { rows } = await runtime.pool.query(
    'select team_id as "teamId", id as "projectId", timezone from projects where id = $1',
    [projectId],
  );
  const messages = await makePast(runtime.pool, rows[0], Number(count), Number(seed));
  const plain = messages.map(({ mode, status, segments, spentMicros, sender, recipient, acceptedAt }) => {
    return { mode, status, segments, spentMicros: Number(spentMicros), sender, recipient, acceptedAt };
  });
  process.stdout.write(JSON.stringify(plain));
} finally {
  await runtime.close();
}
