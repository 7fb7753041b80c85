// How much work statements do, as PostgreSQL counts it: no clock, so that a busy machine changes nothing.
import type pg from 'pg';
import { afterAll, inject, it } from 'vitest';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';

/**
 * A test of what one PostgreSQL reads. Citus explains no `insert … select` over its coordinator, and what is asked of a project alone it asks of
 * each shard (docs/scaling.md).
 */
export const itOnOne = it.skipIf(inject('databaseServer').workers.length > 0);

/** A statement that ran, with what the nodes of its plan gave and threw away, loop by loop, and the pages it has read. */
export type Ran = { text: string; rows: number; pages: number };

/** What has PostgreSQL tell of each statement, those on the nodes of a cluster with it: as text, the one form in which all of them are told. */
export const EXPLAINED = {
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_level': 'notice',
  'citus.explain_all_tasks': 'on',
};

const TOLD = /^duration: .*? plan:\nQuery Text: (.*?)(?:\nQuery Parameters: [^\n]*)?\n(\S[^\n]*\(cost=.*)/s;

/** Has `hear` told what each statement of a connection with these settings has done, at the latest when the next one is asked. */
export function onRan(client: pg.ClientBase, hear: (ran: Ran) => void): void {
  client.on('notice', ({ message = '' }) => {
    const [, text, plan] = TOLD.exec(message) ?? [];
    if (text && plan) hear({ text, rows: rowsOf(plan), pages: pagesOf(plan) });
  });
}

/**
 * A pool as the service's, which notes in `ran` what each of its statements has done. `lookUps`: as those for what the service does by
 * itself.
 */
export function openExplained(config: DatabaseConfig, { lookUps = false, ran = [] as Ran[] } = {}) {
  const settings = { session_preload_libraries: 'auto_explain', ...EXPLAINED };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const pool = openPool(config, {
    max: 10,
    lookUps,
    applicationName: 'explained',
    options: options.join(' '),
  });
  pool.on('connect', (client) => onRan(client, (one) => ran.push(one)));
  afterAll(() => pool.end());
  return { pool, ran };
}

function rowsOf(plan: string): number {
  let [sum, loops] = [0, 0];
  for (const line of plan.split('\n')) {
    const [, rows, times] = /\(actual rows=([\d.]+) loops=(\d+)\)/.exec(line) ?? [];
    const [, removed] = /^ *Rows Removed by .*: (\d+)$/.exec(line) ?? [];
    if (times) loops = Number(times);
    sum += Number(rows ?? removed ?? 0) * loops;
  }
  return sum;
}

/** Of the first node, which has those of all below it. */
function pagesOf(plan: string): number {
  const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}
