// The table of docs/clients.md: the calls of the API, and what makes each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from './drivers.ts';

export type TableRow = { call: string; methods: string[]; cli: string[]; mcp: string[] };

/** Returns the rows of the table. */
export function callTable(): TableRow[] {
  const text = readFileSync(join(CLIENTS, '../docs/clients.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\w+) \| (.+) \| (.+) \| (.+) \|$/gm)];
  const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  return rows
    .map(([, call, ...cells]) => ({ call: call!, names: cells.map(names) }))
    .filter(({ call }) => call !== 'call')
    .map(({ call, names: [methods = [], cli = [], mcp = []] }) => ({ call, methods, cli, mcp }));
}
