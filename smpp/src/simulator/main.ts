// Runs the carrier simulator as a process: prints {"port":N} once it listens and runs until SIGTERM or
// SIGINT.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { MessageIdBase } from '../codec/receipt.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';

const options = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '2775' },
  'system-id': { type: 'string' },
  password: { type: 'string' },
  'id-base': { type: 'string', default: 'text' },
  'duplicate-receipts': { type: 'string', default: '0' },
  'reorder-receipts': { type: 'boolean', default: false },
  'throttle-above': { type: 'string' },
  silent: { type: 'boolean', default: false },
  'disconnect-after': { type: 'string' },
  'answer-delay': { type: 'string', default: '0' },
  'stats-file': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** The stats file holds the counts of `stats()`, with `messages` as an object from key to count. */
const USAGE = `A carrier that sends receipts by the last four digits of a number. Without an account anyone may bind.

  --port=2775               0 for any free one
  --host=127.0.0.1          the address it listens on
  --system-id=, --password= the account that may bind
  --id-base=text            hex: ids are hexadecimal in responses and decimal in receipts; dec: the reverse
  --duplicate-receipts=0    extra copies of each receipt
  --reorder-receipts        sends receipts out of order
  --throttle-above=         messages a second above which it throttles
  --silent                  never answers
  --disconnect-after=       submits after which it disconnects
  --answer-delay=0          milliseconds before every response
  --stats-file=             a file for its counts, written when it ends`;

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new Error(`--${name} must be a whole number`);
  return value;
}

function idBase(text: string): MessageIdBase {
  if (text === 'hex' || text === 'dec' || text === 'text') return text;
  throw new Error('--id-base must be hex, dec or text');
}

function readOptions(): SimulatorOptions & { statsFile: string | undefined } {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const limit = (name: 'throttle-above' | 'disconnect-after') => {
    const text = values[name];
    return text === undefined ? null : wholeNumber(name, text);
  };
  return {
    host: values.host,
    port: wholeNumber('port', values.port),
    ...(values['system-id'] === undefined ? {} : { systemId: values['system-id'] }),
    ...(values.password === undefined ? {} : { password: values.password }),
    idBase: idBase(values['id-base']),
    duplicateReceipts: wholeNumber('duplicate-receipts', values['duplicate-receipts']),
    reorderReceipts: values['reorder-receipts'],
    throttleAbovePerSecond: limit('throttle-above'),
    silent: values.silent,
    disconnectAfterSubmits: limit('disconnect-after'),
    answerDelayMs: wholeNumber('answer-delay', values['answer-delay']),
    statsFile: values['stats-file'],
  };
}

async function end(simulator: Simulator, statsFile: string | undefined): Promise<void> {
  await simulator.close();
  if (statsFile !== undefined) {
    const stats = simulator.stats();
    writeFileSync(statsFile, JSON.stringify({ ...stats, messages: Object.fromEntries(stats.messages) }));
  }
  process.exit(0);
}

// The simulator outlives the process that started it. The pipes are gone then, and errors of writing to them
// are ignored.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

try {
  const { statsFile, ...simulatorOptions } = readOptions();
  const simulator = await startSimulator(simulatorOptions);
  process.once('SIGTERM', () => void end(simulator, statsFile));
  process.once('SIGINT', () => void end(simulator, statsFile));
  console.log(JSON.stringify({ port: simulator.port }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
