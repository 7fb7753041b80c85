// A failover that loses messages: an asynchronous standby is promoted while it is behind. The operator does
// what docs/operating.md says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '@godwit/smpp/session/clock';
import { startSimulator } from '@godwit/smpp/simulator/simulator';
import { afterAll, expect, it } from 'vitest';
import { numberOf } from './campaigns.ts';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { runStatement } from './globalSetup.ts';
import { carriersFile, serviceFolder } from './process.ts';
import { openReplicas, type Replica } from './replicas.ts';

const OPERATING = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
/** The statement of the documents that names messages the carrier has and the database lacks. */
const [FIND_LOST] = /^ {8}select i\.link_id[^;]*;/m.exec(OPERATING)!;
const DATABASE = 'godwit';

const clock = heldClock();
const simulator = await startSimulator({ clock });
const [first, second] = (await openReplicas(2)) as [Replica, Replica];
const hosts = [first, second].map(({ port }) => `127.0.0.1:${port}`).join(',');
const service = serviceFolder({
  CARRIERS_FILE: carriersFile(simulator, { message_id: 'hex' }),
  DATABASE_URL: `postgresql://${first.config.user}@${hosts}/${DATABASE}`,
  SECRET_KEY: 'a secret of tests with more than 32 characters',
});
afterAll(async () => {
  for (const replica of [first, second]) replica.remove();
  await simulator.close();
});

it('sends nothing twice, and names what was lost', async () => {
  await first.start();
  await first.run(`create database ${DATABASE}`);
  await second.start(first);
  await waitFor(async () => (await first.run('select from pg_stat_replication')).length > 0);
  await service.godwit('migrate');
  expect(await service.fails('doctor')).toMatch(
    /BAD +standbys +1 connected; a failover can lose messages that were accepted/,
  );
  const running = await service.start();
  const warning = 'Database: a failover can lose messages that were accepted';
  await waitFor(() => running.lines.some((line) => line.includes(warning)));
  const { email, project, authorization } = await openAccount(running.url);
  await service.godwit('team', 'verify', email);
  await service.godwit('team', 'credit', email, '1000', 'for the test');
  await service.godwit('sender', 'add', project.id, 'LankaShop');
  const send = async (url: string, number: string) => {
    const headers = {
      authorization: authorization.LIVE,
      'content-type': 'application/json',
      'idempotency-key': `order ${number}`,
    };
    const body = JSON.stringify({ to: number, from: 'LankaShop', body: `Order ${number}` });
    const answer = await fetch(`${url}/v1/messages`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  };
  const sendAll = (numbers: readonly string[]) =>
    Promise.all(numbers.map((number) => send(running.url, number)));

  // The standby has these as waiting, and not that they were sent; the others it does not have at all.
  const [known, lost] = [[0, 1, 2].map(numberOf), [3, 4, 5].map(numberOf)];
  await service.godwit('links', 'pause', 'carrier', 'for the test');
  const ids = await sendAll(known);
  await hasAll();
  await second.receiveFrom(null);
  await waitFor(async () => (await second.run('select from pg_stat_wal_receiver')).length === 0);
  await service.godwit('links', 'resume', 'carrier', 'for the test');
  await sendAll(lost);
  await waitFor(() => simulator.stats().answers === known.length + lost.length);

  await first.kill();
  running.process.kill('SIGTERM');
  await running.exited;
  await second.promote();
  expect(await service.godwit('restored', DATABASE)).toEqual({
    unknown: known.length,
    campaigns: 0,
    differences: 0,
  });
  const after = await service.start();
  clock.release();

  const database = { ...second.config, database: DATABASE };
  type Found = { link_id: string; recipient: string; carrier_id: string; refunded: string | null };
  const found = (await waitFor(async () => {
    const rows = await runStatement(database, FIND_LOST);
    return rows.length === known.length + lost.length && rows;
  })) as unknown as Found[];
  expect(found.map(({ recipient, refunded }) => [recipient, refunded]).sort()).toEqual([
    ...known.map((number, i) => [number, ids[i]]),
    ...lost.map((number) => [number, null]),
  ]);
  expect(new Set(found.map(({ carrier_id }) => carrier_id)).size).toBe(found.length);
  // A key that is there has its message; a key that was lost was lost with its message and its charge.
  expect(await Promise.all(known.map((number) => send(after.url, number)))).toEqual(ids);
  await send(after.url, lost[0]!);
  // The link is paused: that it was resumed is lost too.
  await service.godwit('links', 'resume', 'carrier', 'for the test');
  const charged = await runStatement(
    database,
    `select count(*)::int as messages, count(*) filter (where charged_micros > 0)::int as charged,
      count(distinct k.message_id)::int as keys
      from messages m left join idempotency_keys k on k.message_id = m.id`,
  );
  expect(charged).toEqual([{ messages: known.length + 1, charged: 1, keys: known.length + 1 }]);
  expect(await service.godwit('ledger', 'check')).toEqual({ differences: [] });
  await waitFor(() => simulator.stats().answers === known.length + lost.length + 1, {
    what: 'the repeated message to be sent',
    timeoutMs: 30_000,
  });
  const twice = [...simulator.stats().messages].filter(([, times]) => times > 1);
  expect(twice.map(([key]) => `+${key.split('\n')[0]}`)).toEqual([lost[0]]);
});

/** Waits until the standby has all of the primary's log. */
async function hasAll(): Promise<void> {
  const rows: { lsn?: string }[] = await first.run('select pg_current_wal_lsn() as lsn');
  const isThere = async () =>
    (await second.run(`select where pg_last_wal_replay_lsn() >= '${rows[0]!.lsn}'`)).length > 0;
  await waitFor(isThere, { what: 'the standby to have all' });
}

/** A clock whose timers do not fire until it is released: the carrier sends no receipt before. */
function heldClock(): Clock & { release(): void } {
  const held: (() => void)[] = [];
  let isHeld = true;
  return {
    nowMs: systemClock.nowMs,
    after(delayMs, action) {
      if (!isHeld) return systemClock.after(delayMs, action);
      let cancel = () => {};
      let isCancelled = false;
      held.push(() => {
        if (!isCancelled) cancel = systemClock.after(delayMs, action);
      });
      return () => {
        isCancelled = true;
        cancel();
      };
    },
    release() {
      isHeld = false;
      for (const start of held.splice(0)) start();
    },
  };
}
