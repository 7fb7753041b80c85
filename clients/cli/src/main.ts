// The command line: chooses a command, runs it and reports errors.
import { parseArgs } from 'node:util';
import { VERSION } from '../../typescript/src/types.ts';
import { resendEvent } from './events.ts';
import { listen } from './listen.ts';
import { tailLog } from './logs.ts';
import { type Output, reportError, STATUS } from './output.ts';
import { send } from './send.ts';
import { openClient } from './settings.ts';

const HELP = `godwit-cli ${VERSION}: send SMS through a Godwit service.

  godwit-cli send --to NUMBER --from SENDER --body TEXT [options]
      prints segments and price, then sends the message for that price at most; --body - reads the text
      --dry-run                only segments and price; nothing is sent or charged
      --send-at TIME           2030-01-31T08:00:00Z, at most a year ahead
      --reference TEXT         your own reference
      --max-price AMOUNT       refuse a higher price
      --validity SECONDS       how long it may wait to be sent
      --status-callback URL    called at each status
      --idempotency-key KEY    repeats of the command with the same key send one message; the price
                               is then limited by --max-price only
  godwit-cli logs tail [--lines N] [--once]
      prints the newest messages (20), then each new one until you press Ctrl+C
  godwit-cli listen --forward-to URL
      posts each event to your program, signed, until it answers 2xx; goes on where the last run ended
  godwit-cli events resend EVENT
      sends an event again to the webhook endpoints of the project
  godwit-cli balance
      prints the balance of the team

  --json prints one JSON object per line.

The environment has the service and the key: GODWIT_URL, GODWIT_PROJECT, GODWIT_API_KEY.
Exit status: 0 done, 1 refused, 2 wrong arguments or settings, 3 unknown whether the message was accepted.`;

const output: Output = { print: (line) => console.log(line), warn: (line) => console.error(line) };

/** Runs the command of these arguments; returns the exit status. */
async function run(args: string[]): Promise<number> {
  const [command, ...rest] = args;
  if (!command || ['--help', '-h', 'help'].includes(command)) {
    output.print(HELP);
    return command ? STATUS.done : STATUS.usage;
  }
  if (command === '--version') output.print(VERSION);
  else if (command === 'send') await send(openClient(process.env), rest, output);
  else if (command === 'logs' && rest[0] === 'tail')
    await tailLog(openClient(process.env), rest.slice(1), output);
  else if (command === 'listen') await listen(openClient(process.env), rest, output);
  else if (command === 'events' && rest[0] === 'resend')
    await resendEvent(openClient(process.env), rest.slice(1), output);
  else if (command === 'balance') await printBalance(rest);
  else {
    output.warn(`There is no command ${args.slice(0, 2).join(' ')}. See godwit-cli --help.`);
    return STATUS.usage;
  }
  return STATUS.done;
}

async function printBalance(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
  const answer = await openClient(process.env).balance();
  output.print(values.json ? JSON.stringify(answer) : `${answer.currency} ${answer.balance.toFixed(2)}`);
}

/** Whether the error is about the arguments, as node:util reports them. */
const isOfArguments = (error: unknown): boolean =>
  String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

const args = process.argv.slice(2);
run(args).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    if (isOfArguments(error)) {
      output.warn(`${(error as Error).message}. Nothing was done. See godwit-cli --help.`);
      process.exitCode = STATUS.usage;
    } else {
      process.exitCode = reportError(error, output, args[0] === 'send' && !args.includes('--dry-run'));
    }
  },
);
