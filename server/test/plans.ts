// Counts the work of statements as PostgreSQL reports it, so the load of the machine has no influence.
import type pg from 'pg';
import { afterAll } from 'vitest';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';

/**
 * An executed statement: rows returned and removed by all nodes of its plan, loop by loop, and pages read.
 */
export type Ran = { text: string; rows: number; pages: number };

/** Has PostgreSQL report each statement. */
export const EXPLAINED = {
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_level': 'notice',
};

const TOLD = /^duration: .*? plan:\nQuery Text: (.*?)(?:\nQuery Parameters: [^\n]*)?\n(\S[^\n]*\(cost=.*)/s;

/**
 * Calls `hear` with the work of each statement of a connection with these settings, at the latest with the
 * next statement.
 */
export function onRan(client: pg.ClientBase, hear: (ran: Ran) => void): void {
  client.on('notice', ({ message = '' }) => {
    const [, text, plan] = TOLD.exec(message) ?? [];
    if (text && plan) hear({ text, rows: rowsOf(plan), pages: pagesOf(plan) });
  });
}

/**
 * A pool like the service's that records each statement's work in `ran`. `lookUps`: planned like background
 * work.
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

/** Reads the first node, which includes all nodes below it. */
function pagesOf(plan: string): number {
  const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}
