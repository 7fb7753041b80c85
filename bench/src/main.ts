// Measures Godwit against its limits and prints one table of ratios per bench.
//
//   npm run bench -- [names] [--messages=10000000] [--recipients=100000] [--rows=100000] [--receipts=200000]
//                    [--seconds=60] [--kills=10] [--rate=1000] [--case=previews]
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { accept } from './accept.ts';
import { archive } from './archive.ts';
import { binds } from './binds.ts';
import { campaign } from './campaign.ts';
import { codes } from './codes.ts';
import { contacts } from './contacts.ts';
import { http } from './http.ts';
import { links } from './links.ts';
import { login } from './login.ts';
import { neighbour } from './neighbour.ts';
import { peer } from './peer.ts';
import { reads } from './reads.ts';
import { recovery } from './recovery.ts';
import { soak } from './soak.ts';
import { storage } from './storage.ts';
import { printTable } from './table.ts';

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: 'string' },
    recipients: { type: 'string', default: '100000' },
    case: { type: 'string' },
    receipts: { type: 'string', default: '200000' },
    rows: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '60' },
    kills: { type: 'string', default: '10' },
    rate: { type: 'string', default: '1000' },
  },
});
/** Of the benches that need many. */
const MESSAGES = 10_000_000;
const BENCHES = {
  accept,
  archive: () => archive(Number(values.messages ?? 100_000)),
  binds: () => binds(Number(values.recipients), Number(values.kills)),
  codes,
  contacts,
  campaign: () => campaign(Number(values.recipients)),
  http,
  links: () => links(Number(values.receipts)),
  login,
  neighbour: () =>
    neighbour({ rows: Number(values.rows), seconds: Number(values.seconds), only: values.case }),
  peer: () => peer(values.case, Number(values.messages ?? MESSAGES)),
  reads: () => reads(Number(values.messages ?? MESSAGES), values.case),
  recovery: () => recovery(Number(values.seconds), Number(values.kills)),
  soak: () => soak(Number(values.seconds), Number(values.rate)),
  storage: () => storage(Number(values.rows), values.case),
};

const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(', ')}. Choose from: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
console.log(`${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}`);
  const results = await bench();
  if (results) printTable(results);
}
