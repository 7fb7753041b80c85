// `npm run bench [-- name]`: measures Godwit beside its limits and prints one table of ratios from one run.
import { cpus } from 'node:os';
import { accept } from './accept.ts';
import { printTable } from './table.ts';

const BENCHES = { accept };

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(
    `There is no bench called ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`,
  );
  process.exit(2);
}
console.log(`${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}`);
  printTable(await bench());
}
