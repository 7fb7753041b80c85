// The command line: runs a command with settings and a database, prints its report and exits with its status.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { VERSION } from '@godwit/contract/version';
import { accountUnlock } from './commands/account.ts';
import { archive, archiveCheck } from './commands/archive.ts';
import { backup, restore, restored } from './commands/backup.ts';
import { carrierTry } from './commands/carrier.ts';
import { carrierSim } from './commands/carrierSim.ts';
import { doctor } from './commands/doctor.ts';
import { filesMove } from './commands/files.ts';
import { grant } from './commands/grant.ts';
import { ledgerCheck } from './commands/ledger.ts';
import { linksDrain, linksList, linksPause, linksResume } from './commands/links.ts';
import { networkExport, networkImport } from './commands/network.ts';
import { pagesCheck } from './commands/pages.ts';
import { exportPerson } from './commands/person.ts';
import { queue } from './commands/queue.ts';
import { CommandError, type Report } from './commands/report.ts';
import { retention } from './commands/retention.ts';
import { rotateSecret } from './commands/rotateSecret.ts';
import { staffAdd, staffRemove } from './commands/staff.ts';
import {
  senderAdd,
  senderApprove,
  senderReject,
  teamCredit,
  teamPause,
  teamResume,
  teamUnverify,
  teamVerify,
} from './commands/team.ts';
import { teamList } from './commands/teamList.ts';
import { top } from './commands/top.ts';
import { bringUpToDate } from './commands/upToDate.ts';
import { EmbeddedDatabaseError } from './db/embedded/cluster.ts';
import { OtherSecretError } from './db/embedded/installation.ts';
import { UnreachableDatabaseError, UnsafeDatabaseError } from './db/pool.ts';
import { MigrationError, migrate } from './db/schema/migrate.ts';
import { applyRuleSet } from './rules/follow.ts';
import { openRuntime, type Runtime } from './runtime.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

const USAGE = `godwit <command>
  start [--roles=web,send,jobs]                  run the service
  migrate                                        bring the database up to date
  grant ROLE                                     let a database role run the service but not change the ledger
  account unlock EMAIL                           turn off a lost second factor
  team verify EMAIL                              verify a team's identity
  team unverify EMAIL REASON                     take the verification back, or reject a pending request
  team credit EMAIL AMOUNT REASON                add to a team's balance
  team list [QUERY]                              list teams by name, person, project or id
  team pause EMAIL|ID REASON                     stop a team's sending; queued messages wait
  team resume EMAIL|ID REASON                    let it send again
  sender add PROJECT SENDER [--class=transactional|service|promotional]
                                                 approve a sender id for a project
  sender approve PROJECT                         approve the sender id that it requested
  sender reject PROJECT REASON                   reject that request
  staff add EMAIL [--role=SUPPORT|COMPLIANCE|FINANCE|ADMIN]
                                                 add a member of staff, or reset their account; prints a one-time password
  staff remove EMAIL                             remove a member of staff and end their sessions
  ledger check                                   compare balances, entries, counters and messages
  pages check                                    read all of the database and report what its disk has damaged
  demo [--codes]                                 run the service with a year of invented traffic; --codes only prints current sign-ins
  carrier try LINK NUMBER [SENDER]               send one message over an HTTP link and show what it answered
  links list                                     show carrier links in all processes
  links pause LINK REASON                        give a link no new messages
  links resume LINK REASON                       let it take messages again
  links drain LINK REASON                        pause a link and wait until its messages are answered
  network export [--file=FILE] [--with-secrets]  print the current version of the network, or write it to a file
  network import FILE REASON [--check]           make such a file the current version; --check only shows what it changes
  queue                                          show waiting messages by link group and team
  top                                            watch queue, links, processes and rates; q ends it
  carrier-sim [--profile=NAME] [--port=2775] [--help]
                                                 run the carrier simulator: SMPP, or the HTTP carrier of a profile
  backup FILE                                    write everything to one file, also while the service runs
  restore FILE                                   fill an empty DATA_DIR from such a file
  restored DATABASE                              after pg_restore of your own database: send nothing again
  files move                                     move documents from the disk to the bucket of STORAGE_URL
  archive [--month=YYYY-MM | --older-than=DAYS] [--dry-run]
                                                 move old months of messages to ARCHIVE_URL
  archive check                                  read all archives and compare them with their checksums
  retention                                      show what is kept, for how long, and what was removed
  export-person NUMBER FILE                      write all data held on a phone number
  rotate-secret                                  replace SECRET_KEY, while the service runs
  doctor                                         check everything and report what is wrong
  --json                                         report as JSON
  --version                                      print the version`;

type Options = {
  json: boolean;
  promotional: boolean;
  class?: string | undefined;
  role?: string | undefined;
  file?: string | undefined;
  'with-secrets': boolean;
  check: boolean;
  month?: string | undefined;
  'older-than'?: string | undefined;
  'dry-run': boolean;
};
type Command = (runtime: Runtime, args: string[], options: Options) => Promise<Report>;

const COMMANDS: Record<string, Command> = {
  migrate: async ({ pool }) => {
    const applied = await migrate(pool);
    return {
      text: applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Nothing to apply.',
      data: { applied },
    };
  },
  grant,
  'account unlock': accountUnlock,
  'team verify': teamVerify,
  'team unverify': teamUnverify,
  'team credit': teamCredit,
  'team list': teamList,
  'team pause': teamPause,
  'team resume': teamResume,
  'sender add': senderAdd,
  'sender approve': senderApprove,
  'sender reject': senderReject,
  'staff add': staffAdd,
  'staff remove': staffRemove,
  'ledger check': ledgerCheck,
  'pages check': pagesCheck,
  'carrier try': carrierTry,
  'links list': linksList,
  'links pause': linksPause,
  'links resume': linksResume,
  'links drain': linksDrain,
  'network export': networkExport,
  'network import': networkImport,
  queue,
  top: (runtime, _, { json }) => top(runtime, { json }),
  backup,
  restored,
  'files move': filesMove,
  'archive check': archiveCheck,
  archive: (runtime, _, options) => archive(runtime, options),
  retention,
  'export-person': exportPerson,
  'rotate-secret': rotateSecret,
  doctor,
};

const LOOKS_AT_MIGRATIONS = new Set(['migrate', 'doctor']);

// A stop that takes longer hangs; all data is safe in the database. Process managers wait ten seconds, and
// child processes must end before that. DRAIN_SECONDS adds to this: 8 s by default.
const STOP_WITHIN_MS = 6_000;
const ABANDON_WITHIN_MS = 1_500;
const COMMAND_CONNECTIONS = 3;

async function main(argv: string[]): Promise<number> {
  if (argv[0] === 'carrier-sim') return carrierSim(argv.slice(1));
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      promotional: { type: 'boolean', default: false },
      class: { type: 'string' },
      roles: { type: 'string' },
      role: { type: 'string' },
      file: { type: 'string' },
      'with-secrets': { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      month: { type: 'string' },
      'older-than': { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      codes: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
    },
  });
  if (values.version) {
    console.log(VERSION);
    return 0;
  }
  if (positionals[0] === 'start') {
    const { roles } = values;
    return serve(readSettings(roles === undefined ? process.env : { ...process.env, ROLES: roles }));
  }
  if (positionals[0] === 'demo') return demo(values.codes);

  const words = [...Object.keys(COMMANDS), 'restore'].find((name) =>
    `${positionals.join(' ')} `.startsWith(`${name} `),
  );
  if (!words || values.help) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const settings = readSettings({ ...process.env, LOG_LEVEL: 'warn' });
  const args = positionals.slice(words.split(' ').length);
  // Runs before there is a database or a secret.
  if (words === 'restore') return print(await restore(settings, args), values.json);
  const runtime = await openRuntime(settings, words, COMMAND_CONNECTIONS);
  try {
    if (!LOOKS_AT_MIGRATIONS.has(words)) {
      await bringUpToDate(runtime);
      await applyRuleSet(runtime);
    }
    return print(await COMMANDS[words]!(runtime, args, values), values.json);
  } finally {
    await runtime.close();
  }
}

function print({ text, data, failed }: Report, json: boolean): number {
  const shown = json ? JSON.stringify(data) : text;
  if (shown) console.log(shown);
  return failed ? 1 : 0;
}

/**
 * Runs the service on a database filled with a fictional year. `codes`: only prints the current sign-in
 * codes.
 */
async function demo(codes: boolean): Promise<number> {
  const { demoSettings, describeSignIns, prepareDemo } = await import('./commands/demo.ts');
  const settings = demoSettings(process.env);
  const signIns = await prepareDemo(settings);
  console.log(describeSignIns(signIns, settings));
  return codes ? 0 : serve(settings);
}

async function serve(settings: Settings): Promise<number> {
  const stopped = new Promise<void>((resolve) => {
    // Stays installed: process managers signal the whole group, and a second signal must not interrupt the
    // orderly stop.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
  // Imported only here, because it is most of the program: other commands start in half the time.
  const { start } = await import('./commands/start.ts');
  const service = start(settings);
  // Waits for the stop. Reports a failed start, unless the stop came first.
  await Promise.race([service.ready.then(() => stopped), stopped]);
  setTimeout(
    async () => {
      await Promise.race([service.abandon(), sleep(ABANDON_WITHIN_MS)]);
      process.exit(1);
    },
    STOP_WITHIN_MS + settings.drainSeconds * 1_000,
  ).unref();
  await service.stop();
  // An unresponsive mail server, for example, may still keep this process alive. That does not affect the
  // service.
  process.exit(0);
}

const FOR_OPERATORS = [
  CommandError,
  SettingsError,
  EmbeddedDatabaseError,
  MigrationError,
  OtherSecretError,
  UnsafeDatabaseError,
  UnreachableDatabaseError,
];

/** Errors that an operator can fix are one sentence; any other is a bug and shows its stack. */
function explain(error: unknown): string {
  const known = FOR_OPERATORS.some((kind) => error instanceof kind);
  if (known || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS'))
    return (error as Error).message;
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    return 'The disk that DATA_DIR is on is full. Make room on it and start again: nothing is lost.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
