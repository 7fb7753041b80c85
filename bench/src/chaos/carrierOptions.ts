// The options of a carrier that chaos starts as a process.
import { parseArgs } from 'node:util';

/** Reads the options of this process. */
export function readCarrierOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      journal: { type: 'string', default: '' },
      started: { type: 'string', default: '0' },
      without: { type: 'string', default: '' },
      calm: { type: 'boolean', default: false },
    },
  });
  return values;
}
