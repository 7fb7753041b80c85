// `godwit-cli conversations`: lists them, shows the messages of one, and replies.
import { parseArgs } from 'node:util';
import type { Conversation, ConversationMessage, Godwit } from '../../typescript/src/index.ts';
import { type Output, plain } from './output.ts';
import { LIST_OPTIONS, oneLine, onlyOne, printRows } from './rows.ts';
import { sendMessage } from './send.ts';
import { UsageError } from './settings.ts';

/** Lists conversations, the one with the newest message first. */
export async function listConversations(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { values } = parseArgs({ args, options: { ...LIST_OPTIONS, unread: { type: 'boolean' } } });
  const rows = godwit.listConversations(values.unread ? { unread: true } : {});
  await printRows(rows, values, output, lineOf);
}

/** Shows the messages of one conversation, the newest first. */
export async function showConversation(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: LIST_OPTIONS, allowPositionals: true });
  const number = onlyOne(positionals, 'the number of one conversation');
  await printRows(godwit.listConversationMessages(number), values, output, messageLine);
}

const REPLY = {
  body: { type: 'string' },
  from: { type: 'string' },
  'max-price': { type: 'string' },
  'idempotency-key': { type: 'string' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** Replies from the number that the person wrote to. It prints the price before it sends, as `send` does. */
export async function reply(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: REPLY, allowPositionals: true });
  const number = onlyOne(positionals, 'the number of one conversation');
  if (values.body === undefined) throw new UsageError('reply needs --body, so nothing was sent.');
  const { number: to, written_to } = await godwit.getConversation(number);
  const from = values.from ?? written_to;
  if (!from)
    throw new UsageError(
      `The number that ${plain(to)} wrote to is gone. Nothing was sent: give a sender with --from.`,
    );
  await sendMessage(godwit, { ...values, to, from, body: values.body }, output);
}

function lineOf({ number, unread, last }: Conversation): string {
  const arrow = last.direction === 'INCOMING' ? '<-' : '->';
  return `${last.at}  ${unread ? 'unread' : 'read  '}  ${plain(number)}  ${arrow}  ${oneLine(last.text)}`;
}

function messageLine({ accepted_at, direction, status, body, id }: ConversationMessage): string {
  const arrow = direction === 'INCOMING' ? '<-' : '->';
  return `${accepted_at}  ${status.padEnd(9)}  ${arrow}  ${oneLine(body)}  ${id}`;
}
