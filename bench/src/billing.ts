// What the overview and the usage of billing cost a team with millions of messages over HTTP, and whether they are what a recount says.
import type { Billing, Usage } from '@godwit/contract/billing';
import type { Pool } from 'pg';
import { openAccount as register } from '../../server/test/client.ts';
import { makeYear } from './past.ts';
import { summary, type Times } from './reads.ts';
import { startStack, withDatabase } from './stack.ts';

const ROUNDS = 60;
const PROJECTS = 5;
/** In ms. */
const LIMIT = 30;
const ZONE = 'Asia/Colombo';

/** Makes the messages in five projects of a team, measures, recounts, and prints one table. */
export async function billing(messages: number): Promise<void> {
  const stack = await startStack('web');
  try {
    const { call, project } = await register(stack.url);
    const [team] = await call<{ id: string }[]>('GET', '/v1/web/teams');
    const ids = [project.id];
    for (let i = 1; i < PROJECTS; i++)
      ids.push((await call<{ id: string }>('POST', '/v1/web/projects', { name: `Shop ${i}` })).id);
    const places = ids.map((projectId) => ({ teamId: team!.id, projectId }));
    await withDatabase(stack.dataDir, async (pool) => {
      const started = performance.now();
      await pool.query("update teams set created_at = now() - interval '2 years'");
      await makeYear(pool, places, messages);
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(
        `  ${messages.toLocaleString('en-US')} messages in ${PROJECTS} projects made in ${seconds} s`,
      );
      const { months } = await call<Billing>('GET', '/v1/web/billing');
      const usageOf = (month: string) => {
        const [year, number] = month.split('-').map(Number);
        return `/v1/web/usage?mode=LIVE&year=${year}&month=${number}`;
      };
      const calls = new Map([['overview', '/v1/web/billing']]);
      for (const month of months) calls.set(`usage of ${month}`, usageOf(month));
      const get = async (path: string) => void (await call('GET', path));
      for (const [what, { median, p95 }] of await measure(calls, get)) {
        const isLate = p95 > LIMIT ? `, over ${LIMIT}` : '';
        console.log(`  ${what.padEnd(20)} median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${isLate}`);
      }
      const recounted = await recount(pool, team!.id);
      const shown = new Map<string, string>();
      for (const month of months) shown.set(month, summed(await call<Usage>('GET', usageOf(month))));
      const wrong = months.filter((month) => shown.get(month) !== recounted.rows.get(month));
      const [{ messaging, campaigns }] = [await call<Billing>('GET', '/v1/web/billing')];
      console.log(
        `  recounted in ${recounted.seconds} s: ${months.length - wrong.length} of ${months.length} months are the same`,
      );
      console.log(`  overview: ${messaging.qty} messages and ${campaigns.qty} of campaigns in ${months[0]}`);
      for (const month of wrong)
        console.log(`  ${month}: ${shown.get(month)}, and ${recounted.rows.get(month)}`);
      if (wrong.length > 0) throw new Error('The usage is not what a recount says');
    });
  } finally {
    await stack.stop();
  }
}

/** Goes round all calls, so that a slow moment of the machine falls on all of them. */
async function measure(
  calls: ReadonlyMap<string, string>,
  get: (path: string) => Promise<void>,
): Promise<[string, Times][]> {
  const times = new Map<string, number[]>([...calls.keys()].map((what) => [what, []]));
  for (let round = -3; round < ROUNDS; round++) {
    for (const [what, path] of calls) {
      const started = performance.now();
      await get(path);
      if (round >= 0) times.get(what)!.push(performance.now() - started);
    }
  }
  return [...times].map(([what, some]) => [what, summary(some)]);
}

/** The same by going through all messages of the team: each month as `summed` says it. */
async function recount(pool: Pool, teamId: string): Promise<{ rows: Map<string, string>; seconds: number }> {
  const started = performance.now();
  const { rows } = await pool.query(
    `select to_char(accepted_at at time zone $2, 'YYYY-MM') as month, project_id, api_type,
      count(*)::integer as qty, (sum(cost_micros) / 1000000.0)::double precision as cost
     from messages where team_id = $1 and mode = 'LIVE' group by 1, 2, 3`,
    [teamId, ZONE],
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  const months = Map.groupBy(rows, ({ month }) => month as string);
  const lines = [...months].map(([month, some]): [string, string] => [
    month,
    inOrder(some.map(({ project_id, api_type, qty, cost }) => `${project_id} ${api_type} ${qty} ${cost}`)),
  ]);
  return { rows: new Map(lines), seconds };
}

function summed({ api_usage }: Usage): string {
  return inOrder(
    api_usage.flatMap(({ api_type, projects }) =>
      projects.map(({ id, qty, cost }) => `${id} ${api_type} ${qty} ${cost}`),
    ),
  );
}

function inOrder(lines: string[]): string {
  return lines.toSorted().join('\n');
}
