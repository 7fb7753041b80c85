// How much work statements do, as PostgreSQL counts it: no clock, so that a busy machine changes nothing.
import { afterAll } from 'vitest';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';

type Node = { Plans?: Node[]; [key: string]: unknown };

/** A statement that ran. `work`: rows that its plan has touched, loop by loop, and the pages it has read. */
export type Ran = { text: string; work: number };

const EXPLAINED = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
  'auto_explain.log_level=notice',
];

/**
 * A pool as the service's, which notes in `ran` what each of its statements has done. `lookUps`: as those for what the service does by
 * itself.
 */
export function openExplained(config: DatabaseConfig, { lookUps = false, ran = [] as Ran[] } = {}) {
  const options = EXPLAINED.map((setting) => `-c ${setting}`).join(' ');
  const pool = openPool(config, { max: 10, lookUps, applicationName: 'explained', options });
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const start = message.indexOf('{');
      if (!message.startsWith('duration:') || start < 0) return;
      const explained = JSON.parse(message.slice(start)) as { 'Query Text': string; Plan: Node };
      ran.push({ text: explained['Query Text'], work: rowsOf(explained.Plan) + pagesOf(explained.Plan) });
    }),
  );
  afterAll(() => pool.end());
  return { pool, ran };
}

function rowsOf(node: Node): number {
  const of = (key: string) => Number(node[key] ?? 0);
  const touched = of('Actual Rows') + of('Rows Removed by Filter') + of('Rows Removed by Join Filter');
  const own = of('Actual Loops') * touched;
  return (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), own);
}

function pagesOf(node: Node): number {
  return Number(node['Shared Hit Blocks'] ?? 0) + Number(node['Shared Read Blocks'] ?? 0);
}
