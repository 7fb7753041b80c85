// Disrupts the service while customers send, then compares every message's outcome with the carrier's
// journal.
//
//   npm run chaos -- [--seed=N] [--short | --sends=100000 --kills=60] [--without=fault,…] [--failover]
//
// `--failover`: the database is a primary with two synchronous standbys, which fails over.
// Exits with 1 if a message was lost, is not final, was duplicated above the bound or was charged wrongly.
import { randomInt } from 'node:crypto';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { HTTP_FAULTS } from '../../../server/src/carriers/links/http/simulator/faults.ts';
import { FAULTS } from './misbehaviour.ts';
import { runChaos } from './run.ts';

/** About three minutes in total: leases and timeouts have their normal length. */
const SHORT = { sends: 4_000, kills: 20, perSecond: 60, waitMs: 2_000 };
/** Each kind of disruption once: there are more of them. */
const SHORT_KILLS_WITH_FAILOVER = 25;
const LONG = { sends: 100_000, kills: 60, perSecond: 100, waitMs: 25_000 };

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    sends: { type: 'string' },
    kills: { type: 'string' },
    without: { type: 'string', default: '' },
    failover: { type: 'boolean', default: false },
  },
});
const form = values.short ? SHORT : LONG;
const formKills = values.short && values.failover ? SHORT_KILLS_WITH_FAILOVER : form.kills;
const options = {
  ...form,
  sends: Number(values.sends ?? form.sends),
  kills: Number(values.kills ?? formKills),
  seed: Number(values.seed ?? randomInt(1, 1_000_000)),
  without: values.without,
  failover: values.failover,
};
const known = new Set<string>([...FAULTS, ...HTTP_FAULTS]);
const unknown = values.without.split(',').filter((name) => name && !known.has(name));
if (unknown.length > 0) {
  console.error(`There is no fault called ${unknown.join(', ')}. There are: ${[...known].join(', ')}.`);
  process.exit(2);
}
const given = (['sends', 'kills', 'without'] as const).flatMap((name) =>
  values[name] ? [`--${name}=${values[name]}`] : [],
);
const size = [...(values.short ? ['--short'] : []), ...(values.failover ? ['--failover'] : []), ...given];
const again = ['npm run chaos --', `--seed=${options.seed}`, ...size].join(' ');
console.log(`${cpus().length} cores, Node ${process.versions.node}; seed ${options.seed}: ${again}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const failures = await runChaos(options);
console.log(failures.length === 0 ? 'passed' : `FAILED: ${failures.join('; ')}\nRepeat: ${again}`);
process.exit(failures.length === 0 ? 0 : 1);
