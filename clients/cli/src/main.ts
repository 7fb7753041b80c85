// The command line: chooses a command, runs it and reports errors.
import { parseArgs } from 'node:util';
import type { Godwit } from '../../typescript/src/index.ts';
import { VERSION } from '../../typescript/src/types.ts';
import { listCampaigns, showCampaign } from './campaigns.ts';
import { addContact, importContacts, listContacts, listGroups } from './contacts.ts';
import { listConversations, reply, showConversation } from './conversations.ts';
import { resendEvent } from './events.ts';
import { listen } from './listen.ts';
import { tailLog } from './logs.ts';
import { addOptOut, listOptOuts, removeOptOut } from './optOuts.ts';
import { jsonLine, type Output, plain, reportError, STATUS } from './output.ts';
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

  godwit-cli contacts list [--number NUMBER] [--group GROUP] [--limit N]
  godwit-cli contacts add --number NUMBER --first-name NAME [--last-name NAME] [--group GROUP]...
  godwit-cli contacts import FILE [--group GROUP]...
      adds the contacts of a CSV file with the headings Mobile, FirstName, LastName, Group1, Group2;
      a number that exists gets the names of the file, and its groups in addition
  godwit-cli groups list [--limit N]
      GROUP is a name or an id. Contacts, groups and campaigns need a live key
  godwit-cli optouts list [--number NUMBER] [--limit N]
  godwit-cli optouts add|remove --number NUMBER [--scope ALL|PROMOTIONAL]
  godwit-cli conversations list [--unread] [--limit N]
  godwit-cli conversations show NUMBER [--limit N]
  godwit-cli conversations reply NUMBER --body TEXT [--from SENDER] [--dry-run] [--max-price AMOUNT]
                                 [--idempotency-key KEY]
      replies from the number that the person wrote to, with the steps of send
  godwit-cli campaigns list [--limit N]
  godwit-cli campaigns show CAMPAIGN

  --json prints one JSON object per line. --limit is the maximum number of rows, by default 100.

The environment has the service and the key: GODWIT_URL, GODWIT_PROJECT, GODWIT_API_KEY.
Exit status: 0 done, 1 refused, 2 wrong arguments or settings, 3 unknown whether the message was accepted.`;

const output: Output = { print: (line) => console.log(line), warn: (line) => console.error(line) };

/** A command; it may return an exit status. */
type Command = (godwit: Godwit, args: string[], output: Output) => Promise<unknown>;

const COMMANDS = new Map<string, Command>([
  ['send', send],
  ['listen', listen],
  ['balance', printBalance],
  ['logs tail', tailLog],
  ['events resend', resendEvent],
  ['contacts list', listContacts],
  ['contacts add', addContact],
  ['contacts import', importContacts],
  ['groups list', listGroups],
  ['optouts list', listOptOuts],
  ['optouts add', addOptOut],
  ['optouts remove', removeOptOut],
  ['conversations list', listConversations],
  ['conversations show', showConversation],
  ['conversations reply', reply],
  ['campaigns list', listCampaigns],
  ['campaigns show', showCampaign],
]);

/** Runs the command of these arguments; returns the exit status. */
async function run(args: string[]): Promise<number> {
  const [command] = args;
  if (!command || ['--help', '-h', 'help'].includes(command)) {
    output.print(HELP);
    return command ? STATUS.done : STATUS.usage;
  }
  if (command === '--version') {
    output.print(VERSION);
    return STATUS.done;
  }
  const words = COMMANDS.has(command) ? 1 : 2;
  const perform = COMMANDS.get(args.slice(0, words).join(' '));
  if (!perform) {
    output.warn(`There is no command ${plain(args.slice(0, 2).join(' '))}. See godwit-cli --help.`);
    return STATUS.usage;
  }
  const status = await perform(openClient(process.env), args.slice(words), output);
  return typeof status === 'number' ? status : STATUS.done;
}

async function printBalance(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
  const answer = await godwit.balance();
  output.print(values.json ? jsonLine(answer) : `${answer.currency} ${answer.balance.toFixed(2)}`);
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
      const isSending = args[0] === 'send' || args[1] === 'reply';
      process.exitCode = reportError(error, output, isSending && !args.includes('--dry-run'));
    }
  },
);
