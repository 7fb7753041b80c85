// `godwit-cli send`: prices a message, then sends it.
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import {
  ApiError,
  type DryRun,
  type Godwit,
  GodwitError,
  type Message,
  type NewMessage,
} from '../../typescript/src/index.ts';
import { DoubtError, jsonLine, type Output, plain } from './output.ts';
import { UsageError } from './settings.ts';

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  body: { type: 'string' },
  'send-at': { type: 'string' },
  reference: { type: 'string' },
  'max-price': { type: 'string' },
  validity: { type: 'string' },
  'status-callback': { type: 'string' },
  'idempotency-key': { type: 'string' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** Prints segments and price; then, without `--dry-run`, sends the message for that price at most. */
export async function send(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { to, from, body } = values;
  if (to === undefined || from === undefined || body === undefined)
    throw new UsageError('send needs --to, --from and --body, so nothing was sent. See godwit-cli --help.');
  await sendMessage(godwit, { ...values, to, from, body }, output);
}

type Values = {
  [Name in Exclude<keyof typeof OPTIONS, 'dry-run' | 'json'>]?: string | undefined;
} & { to: string; from: string; body: string; 'dry-run'?: boolean | undefined; json?: boolean | undefined };

/** The same for a message that a command has made of its options. */
export async function sendMessage(godwit: Godwit, values: Values, output: Output): Promise<void> {
  const { to, from, body, json = false, 'idempotency-key': idempotencyKey } = values;
  const message: NewMessage = {
    ...{ to, from, body: body === '-' ? (await text(process.stdin)).replace(/\r?\n$/, '') : body },
    send_at: values['send-at'],
    client_reference: values.reference,
    max_price: values['max-price'],
    validity_s: values.validity,
    status_callback: values['status-callback'],
  };
  const print = (answer: object, line: string) => output.print(json ? jsonLine(answer) : line);
  const priced = await priceOf(godwit, message, idempotencyKey !== undefined && !values['dry-run']);
  if (priced) print(priced, linesOf(priced));
  if (values['dry-run']) return;
  // A repetition under the same key must have the same body, whatever the price is by now.
  const priceLimit =
    values['max-price'] ?? (idempotencyKey === undefined ? String(priced?.price) : undefined);
  const sent = await sendOnce(godwit, { ...message, max_price: priceLimit }, idempotencyKey);
  print(sent, `${sent.id} ${sent.status} ${sent.mode} to ${plain(sent.to)}`);
}

/** Sends under the key, or a new one; says how to repeat a message in doubt. */
async function sendOnce(godwit: Godwit, message: NewMessage, key: string = randomUUID()): Promise<Message> {
  try {
    return await godwit.send(message, { idempotencyKey: key });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${error.message}. Nothing was sent.`);
    if (!(error instanceof GodwitError) || (error instanceof ApiError && !error.isTemporary)) throw error;
    const limit = message.max_price ? ` --max-price ${message.max_price}` : '';
    throw new DoubtError(error.message, `--idempotency-key ${key}${limit}`);
  }
}

/** A message that may already be stored under its key is priced if it can be, and sent in any case. */
async function priceOf(godwit: Godwit, message: NewMessage, isRepeated: boolean): Promise<DryRun | null> {
  try {
    return await godwit.dryRun(message);
  } catch (error) {
    if (isRepeated && error instanceof ApiError) return null;
    throw error;
  }
}

/** The price, and a line for each warning. A service of an older version sends no warnings. */
function linesOf({ segments, encoding, price, currency, held_until, warnings }: DryRun): string {
  const count = `${segments} ${segments === 1 ? 'segment' : 'segments'}`;
  const held = held_until === null ? '' : `, held until ${held_until}`;
  const lines = (warnings ?? []).map(({ description }) => `Warning: ${description}`);
  return [`${count} (${encoding}), ${currency} ${price.toFixed(2)}${held}`, ...lines].join('\n');
}
