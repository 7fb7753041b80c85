// Kills the server in the middle of a campaign of 20,000 recipients. The next one resumes it: no recipient is
// left out, accepted twice or charged twice. This process is the carrier, so its counts survive the kill.
import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import { startSimulator } from '@godwit/smpp/simulator/simulator';
import { afterAll, expect, it } from 'vitest';
import { addGroup, numberOf } from './campaigns.ts';
import { type Account, openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { carriersFile, serviceFolder } from './process.ts';

const RECIPIENTS = 20_000;
const CONTENT = 'Half price until Sunday';
const WINDOW = 200;
// Submits in flight, and submits whose responses were not stored yet.
const IN_DOUBT = 2 * WINDOW;

const simulator = await startSimulator();
const { start, godwit, withDatabase } = serviceFolder({
  CARRIERS_FILE: carriersFile(simulator, { window: WINDOW, throughput: 20_000, message_id: 'hex' }),
});
afterAll(() => simulator.close());

it('a killed server leaves out no recipient and sends no message twice', async () => {
  const service = await start();
  const account = await openAccount(service.url);
  const { project, call, email } = account;
  await godwit('team', 'verify', email);
  await godwit('team', 'credit', email, '100000', 'for the test');
  await godwit('sender', 'add', project.id, 'Lanka Shop');
  const include_groups = await addEverybody(account);

  const { id } = await call<Campaign>('POST', '/v1/web/campaigns', {
    project_id: project.id,
    mode: 'LIVE',
    name: 'Sale',
    content: CONTENT,
    from: 'Lanka Shop',
    include_groups,
  });
  const look = (at: string) =>
    call<Campaign>('GET', `/v1/web/campaigns/${id}?project_id=${project.id}`, undefined, at);
  await waitFor(async () => (await look(service.url)).counts.sent > RECIPIENTS / 20, { timeoutMs: 60_000 });
  service.process.kill('SIGKILL');
  await service.exited;

  const again = await start();
  const atKill = await look(again.url);
  expect(atKill.counts.recipients).toBe(RECIPIENTS);
  expect(atKill.messages, 'the kill came in the middle').toBeLessThan(RECIPIENTS);
  // Submits in flight at the kill stay in doubt for longer than this test waits; all other messages are sent.
  let now = atKill;
  await waitFor(
    async () => {
      now = await look(again.url);
      return now.counts.delivered >= RECIPIENTS - IN_DOUBT && now.messages === RECIPIENTS;
    },
    { timeoutMs: 90_000 },
  ).catch(() => {
    throw new Error(`some recipients were not reached: ${JSON.stringify({ ...now, content: '' })}`);
  });
  expect(now.counts).toMatchObject({ recipients: RECIPIENTS, failed: 0, skipped: 0 });
  const submits = [...simulator.stats().messages];
  expect(submits.length).toBeGreaterThanOrEqual(now.counts.delivered);
  expect(submits.filter(([, count]) => count > 1)).toEqual([]);
  // Also checks that each recipient has one message and that charges match the messages' cost.
  expect(await godwit('ledger', 'check')).toEqual({ differences: [] });
});

/** Creates a group of all contacts by SQL; the calls for it have tests of their own. */
function addEverybody({ project }: Account): Promise<string> {
  return withDatabase(async (pool) => {
    const { rows } = await pool.query('select team_id from projects where id = $1', [project.id]);
    const everybody = Array.from({ length: RECIPIENTS }, (_, i) => ({ number: numberOf(i) }));
    return await addGroup({ pool }, rows[0].team_id, 'Everybody', everybody);
  });
}
