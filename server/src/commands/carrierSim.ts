// `godwit carrier-sim`: plays an SMPP carrier, or with --profile an HTTP carrier, until it is stopped.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readProfile } from '../carriers/links/http/profile.ts';
import { drawn, HTTP_FAULTS, readFaults } from '../carriers/links/http/simulator/faults.ts';
import { startHttpSimulator } from '../carriers/links/http/simulator/simulator.ts';
import { CommandError } from './report.ts';

const USAGE = `With --profile, a carrier over HTTP that sends receipts by the last four digits of a number. It takes any credentials.

  --profile=                a shipped profile; without it the carrier speaks SMPP, and --help lists its options
  --port=2785               0 for any free one
  --host=127.0.0.1          the address it listens on
  --fault=                  faults, with the share of requests they affect: html502,silent=0.1
  --answer-delay=0          milliseconds before every answer
  --receipts-url=           where receipts go if the profile's requests name no address

Faults: ${HTTP_FAULTS.join(', ')}.`;

/** Runs the simulator and returns its exit code. It prints its port as JSON once it listens. */
export function carrierSim(args: string[]): Promise<number> {
  const isHttp = args.some((arg) => arg.startsWith('--profile'));
  return isHttp ? runHttp(args) : runSmpp(args);
}

async function runSmpp(args: string[]): Promise<number> {
  const entry = fileURLToPath(import.meta.resolve('@godwit/smpp/simulator/main'));
  const withPort = args.some((arg) => arg.startsWith('--port')) ? args : ['--port', '2775', ...args];
  if (args.includes('--help')) console.log(`${USAGE}\n\nWithout --profile:\n`);
  const child = spawn(process.execPath, [entry, ...withPort], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  return code ?? 0;
}

async function runHttp(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      profile: { type: 'string', default: '' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '2785' },
      fault: { type: 'string', default: '' },
      'answer-delay': { type: 'string', default: '0' },
      'receipts-url': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const { host } = values;
  const profile = readOr(() => readProfile(values.profile, process.cwd()));
  const simulator = await startHttpSimulator({
    ...{ profile, host, receiptsUrl: () => values['receipts-url'] },
    port: wholeNumber('port', values.port),
    answerDelayMs: wholeNumber('answer-delay', values['answer-delay']),
    hits: drawn(readOr(() => readFaults(values.fault))),
  });
  const secrets = Object.fromEntries(profile.secrets.map((name) => [name, 'practice']));
  const base = `http://${host}:${simulator.port}`;
  const link = { id: 'practice', profile: profile.profile, base, secrets };
  console.log(JSON.stringify({ port: simulator.port, link }));
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await simulator.close();
  return 0;
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CommandError(`--${name} must be a whole number.`);
  return Number(text);
}

/** Reads an option; its error is for the operator. */
function readOr<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}
