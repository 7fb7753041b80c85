// Reading from a standby: never older than what was committed before, from no other history, and from the
// primary if the standby cannot serve.
import { readFileSync } from 'node:fs';
import type { SmsObject } from '@godwit/contract/messages/messages';
import pg from 'pg';
import type { Logger } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openKysely } from '../src/db/kysely.ts';
import { openPool } from '../src/db/pool.ts';
import { openReader, type Standby } from '../src/db/reads.ts';
import { openReads } from '../src/reads.ts';
import { onePool } from '../src/services.ts';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { serviceFolder } from './process.ts';
import { openReplicas, type Replica } from './replicas.ts';

const SENDS = 30;
/** More than a standby is left alone after a failure, in ms. */
const RESTED = { timeoutMs: 15_000 };

let primary: Replica;
let standby: Replica;
let spare: Replica;
let replicas: Replica[];

beforeAll(async () => {
  replicas = await openReplicas(3);
  [primary, standby, spare] = replicas as [Replica, Replica, Replica];
  await primary.start();
  await primary.run('create table numbers (n integer primary key)');
  await Promise.all([standby.start(primary), spare.start(primary)]);
});
afterAll(() => {
  for (const replica of replicas) replica.remove();
});

type Side = { pool: pg.Pool };
const open: pg.Pool[] = [];
afterAll(() => Promise.all(open.map((pool) => pool.end())));

function sideOf({ config }: Replica): Side {
  const pool = new pg.Pool({ host: config.host, port: config.port, user: config.user, database: 'postgres' });
  pool.on('error', () => {});
  open.push(pool);
  return { pool };
}

/** A standby, and a list of what is noted about it. */
function standbyOf(replica: Replica, notes: (string | null)[]): Standby<Side> {
  const connections = sideOf(replica);
  const changed = (trouble: string | null) => void notes.push(trouble);
  return { connections, health: { trouble: null, restsUntilMs: 0, changed }, drop: () => {} };
}

/** A reader over two servers, and what it has noted about the second one. */
function readerOf(first: Replica, second: Replica) {
  const notes: (string | null)[] = [];
  const main = sideOf(first);
  return { read: openReader(main, [standbyOf(second, notes)]), main: main.pool, notes };
}

/** Sessions that have read. */
const SESSIONS = `select from pg_stat_activity where application_name = '' and query = 'select n from numbers order by n'`;
/** Statements that sleep; PostgreSQL sleeps only after it took their snapshot. */
const SLEEPING = `select from pg_stat_activity where wait_event = 'PgSleep'`;
const NUMBERS = 'select n from numbers order by n';
const numbersOf = async ({ pool }: Side) => (await pool.query(NUMBERS)).rows.map(({ n }) => n as number);

/** Waits until a statement that sleeps there has its snapshot on a standby. */
const sleepsOn = (replica: Replica) => waitFor(async () => (await replica.run(SLEEPING)).length > 0);

describe('a reader', () => {
  beforeEach(async () => void (await primary.run('delete from numbers')));

  it('always has what was committed before, from the standby', async () => {
    const { read, main, notes } = readerOf(primary, standby);
    for (let n = 0; n < SENDS; n++) {
      await main.query('insert into numbers values ($1)', [n]);
      expect((await read(numbersOf)).at(-1)).toBe(n);
    }
    expect(notes).toEqual([]);
    expect(await standby.run(SESSIONS)).not.toEqual([]);
  });

  it('waits shortly for a standby that lags, then leaves it alone for a while', async () => {
    const { read, main, notes } = readerOf(primary, standby);
    await standby.set('recovery_min_apply_delay', '1h');
    await main.query('insert into numbers values (1)');
    expect(await read(numbersOf)).toEqual([1]);
    expect(await read(numbersOf)).toEqual([1]);
    expect(notes).toEqual(['it lags behind the primary']);
    await standby.set('recovery_min_apply_delay', '0');
    await waitFor(async () => (await read(numbersOf)) && notes.at(-1) === null, RESTED);
  });

  it('reads on the primary what the standby ends, because it stood in the way of the log', async () => {
    const { read, main, notes } = readerOf(primary, standby);
    await standby.set('max_standby_streaming_delay', '0');
    await main.query('insert into numbers select generate_series(1, 1000)');
    let isRead = false;
    const reading = read(async ({ pool }) => {
      const { rows } = await pool.query(
        'select (select count(*)::integer from numbers) as n, pg_sleep(case when pg_is_in_recovery() then 30 else 0 end)',
      );
      return rows[0].n as number;
    }).finally(() => {
      isRead = true;
    });
    await sleepsOn(standby);
    await main.query('delete from numbers where n > 10');
    // Removes the rows that the standby's statement still sees.
    await waitFor(async () => {
      await main.query('vacuum numbers');
      return isRead;
    }, RESTED);
    expect(await reading).toBe(10);
    expect(notes).toEqual([expect.stringMatching(/hot_standby_feedback/)]);
  });

  it('throws the errors of statements, and of a primary that is away', async () => {
    const { read, notes } = readerOf(primary, standby);
    await expect(read(({ pool }) => pool.query('select * from nothing'))).rejects.toThrow('does not exist');
    expect(notes).toEqual([]);
    const away = openReader({ pool: new pg.Pool({ host: '127.0.0.1', port: 1 }) }, [
      standbyOf(standby, notes),
    ]);
    await expect(away(numbersOf)).rejects.toThrow('ECONNREFUSED');
    expect(notes).toEqual([]);
  });

  it('reads on the primary what a standby does not answer, and so do those that wait already', async () => {
    const { user, port } = primary.config;
    const urlOf = (at: number) => `postgresql://${user}@127.0.0.1:${at}/postgres`;
    const side = openPool({ connectionString: urlOf(port!) }, { max: 4, applicationName: 'primary' });
    open.push(side);
    const connections = { pool: side, kysely: openKysely(side) };
    const { pools } = onePool(connections);
    const logged: string[] = [];
    const log = {
      warn: (_: object, text: string) => void logged.push(text),
      info: (_: object, text: string) => void logged.push(text),
    } as unknown as Pick<Logger, 'warn' | 'info'>;
    const limits = { people: { max: 4, statementMs: 60_000 }, long: { max: 4, statementMs: 60_000 } };
    const reading = openReads(urlOf(standby.port), pools, { name: 'standby reads', limits, log });
    const read = <T>(work: (pool: pg.Pool) => Promise<T>) => reading.reads.people(({ pool }) => work(pool));
    await side.query('insert into numbers values (1)');
    // Sleeps on the standby alone, until that hangs.
    const waiting = read((pool) =>
      pool.query('select n, pg_sleep(case when pg_is_in_recovery() then 120 else 0 end) from numbers'),
    );
    await sleepsOn(standby);
    expect(await read((pool) => numbersOf({ pool }))).toEqual([1]);
    standby.hang();
    try {
      expect(await read((pool) => numbersOf({ pool }))).toEqual([1]);
      expect((await waiting).rows).toMatchObject([{ n: 1 }]);
      expect(logged).toEqual(['Standby is not used for reads']);
    } finally {
      standby.goOn();
    }
    await waitFor(async () => (await read((pool) => numbersOf({ pool }))) && logged.length === 2, RESTED);
    await reading.end();
  });

  it('reads on the primary if the standby does not let it in', async () => {
    const notes: (string | null)[] = [];
    const wrong = new pg.Pool({
      host: '127.0.0.1',
      port: standby.port,
      user: 'nobody',
      database: 'postgres',
    });
    open.push(wrong);
    const lost = standbyOf(standby, notes);
    const read = openReader(sideOf(primary), [{ ...lost, connections: { pool: wrong } }]);
    expect(await read(numbersOf)).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/nobody/)]);
  });

  it('leaves a standby in use if the reader itself has ended the statement', async () => {
    const { read, notes } = readerOf(primary, standby);
    const ended = AbortSignal.abort();
    const failing = () => Promise.reject(new Error('Connection terminated'));
    await expect(read(failing, ended)).rejects.toThrow('Connection terminated');
    expect(notes).toEqual([]);
  });

  it('reads on the primary while the standby is down, and on the standby again', async () => {
    const { read, main, notes } = readerOf(primary, standby);
    await main.query('insert into numbers values (1)');
    await read(numbersOf);
    await standby.kill();
    expect(await read(numbersOf)).toEqual([1]);
    expect(notes).toEqual([expect.any(String)]);
    await standby.start();
    await waitFor(async () => (await read(numbersOf)) && notes.at(-1) === null, RESTED);
  });
});

it('a service reads log, statistics, usage, reports and exports from a standby, and changes nothing there', async () => {
  const { user } = primary.config;
  await primary.run('create database godwit');
  const urlOf = ({ port }: Replica) => `postgresql://${user}@127.0.0.1:${port}/godwit`;
  const service = serviceFolder({
    DATABASE_URL: urlOf(primary),
    DATABASE_READ_URL: urlOf(standby),
    SECRET_KEY: 'a secret of tests with more than 32 characters',
  });
  await service.godwit('migrate');
  const running = await service.start();
  onTestFinished(async () => {
    running.process.kill('SIGTERM');
    await running.exited;
  });
  const { project, authorization, call, browser } = await openAccount(running.url);
  const place = `project_id=${project.id}&mode=TEST`;
  const stats = ['overview', 'graphs', 'summary', 'hours', 'failures'];
  await call('POST', '/v1/web/opt_outs', { number: '+94771234599', mode: 'TEST' });
  for (let i = 0; i < SENDS; i++) {
    const sent = await fetch(`${running.url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: authorization.TEST, 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'SANDBOX', to: `+947712345${10 + i}`, body: `Order ${i}` }),
    });
    const { id } = (await sent.json()) as SmsObject;
    const log = await call<{ results: { id: string }[]; total: number }>(
      'GET',
      `/v1/web/messages?${place}&sort_order=DESC&page_size=25`,
    );
    expect([log.results[0]!.id, log.total]).toEqual([id, i + 1]);
    const answer = await fetch(`${running.url}/v1/messages?limit=1`, {
      headers: { authorization: authorization.TEST },
    });
    expect(((await answer.json()) as { results: { id: string }[] }).results[0]!.id).toBe(id);
  }
  const sessions = `select query from pg_stat_activity where datname = 'godwit' and application_name = 'godwit start'`;
  expect(await standby.run(sessions)).not.toEqual([]);
  const year = new Date().getUTCFullYear();
  await Promise.all([
    ...stats.map((one) => call('GET', `/v1/web/stats/project_${one}?${place}&range=7d`)),
    call('GET', `/v1/web/usage?mode=TEST&year=${year}&month=1`),
    call('GET', '/v1/web/billing/outlook'),
    call('GET', `/v1/web/billing/spend?month=${year}-01`),
  ]);
  const lines = async (path: string, method = 'GET') => {
    const answer = await fetch(`${running.url}/v1/web/${path}`, { method, headers: browser });
    expect(answer.status, path).toBe(200);
    return (await answer.text()).trim().split('\n').length;
  };
  expect(await lines(`messages/report.csv?${place}&sort_order=DESC`)).toBe(SENDS + 1);
  expect(await lines('opt_outs/export.csv?mode=TEST')).toBe(2);
  expect(await lines('profile/export', 'POST')).toBeGreaterThan(3);

  const { findings } = (await service.godwit('doctor')) as { findings: { name: string; says: string }[] };
  expect(findings.find(({ name }) => name === 'reads')?.says).toMatch(/^127\.0\.0\.1:\d+ can be read$/);
  expect(running.lines.filter((line) => line.includes('Standby is not used'))).toEqual([]);
  expect(readFileSync(`${standby.directory}.log`, 'utf8')).not.toContain('read-only transaction');

  await standby.kill();
  const log = () => call<{ total: number }>('GET', `/v1/web/messages?${place}&sort_order=DESC&page_size=25`);
  expect((await log()).total).toBe(SENDS);
  expect(running.lines.some((line) => line.includes('Standby is not used'))).toBe(true);
  await standby.start();
});

it('a standby that follows an old primary, or was promoted itself, is not read', async () => {
  const [newer, other] = [standby, spare];
  await primary.run('insert into numbers values (7)');
  await waitFor(async () => (await newer.run('select from numbers where n = 7')).length > 0);
  await newer.promote();
  const { read, main, notes } = readerOf(newer, other);
  await waitFor(() => main.query('select').then(() => true));
  // The old primary goes on, further than the new one, and the other standby with it.
  await primary.run('insert into numbers select generate_series(100, 20000)');
  await waitFor(async () => (await other.run('select from numbers where n = 20000')).length > 0);
  expect(await read(numbersOf)).not.toContain(20_000);
  expect(notes).toEqual(['it is on timeline 1, and the primary on 2']);

  const promoted = readerOf(newer, newer);
  expect(await promoted.read(numbersOf)).toContain(7);
  expect(promoted.notes).toEqual(['it is no standby']);
});
