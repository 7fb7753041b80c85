// Tools for messages: those that read, and `send`, which needs a dry run first.
import { z } from 'zod';
import { ApiError, type Godwit, GodwitError } from '../../typescript/src/index.ts';
import type { DryRuns } from './dryRuns.ts';
import { markPhoneText } from './phoneText.ts';
import { answered, marked, READ_ONLY, RefusedError, SENDS, type Tools } from './tools.ts';

const noDryRun = (tool: string): string =>
  `There was no dry run of these arguments in the last 10 minutes, so nothing was sent or charged. Call ${tool === 'send' ? 'dry_run' : 'dry_run_reply'} with the same arguments, show its price to the person, then call ${tool}.`;

const newMessage = z.strictObject({
  to: z.string().describe('The phone number with its country code, such as +94771234567.'),
  from: z.string().describe('An approved sender id of the project; in TEST also SANDBOX.'),
  body: z.string().describe('The text: at most 1,600 characters and 10 segments.'),
  send_at: z
    .string()
    .optional()
    .describe('When to send it, such as 2030-01-31T08:00:00Z. By default at once.'),
  client_reference: z.string().optional().describe('Your own reference, such as an order number.'),
});
const logQuery = z.strictObject({
  from: z.string().optional().describe('The first day, yyyy-MM-dd.'),
  to: z.string().optional().describe('The last day, yyyy-MM-dd.'),
  client_reference: z.string().optional().describe('Only messages with this reference.'),
  page_num: z.number().int().min(1).optional().describe('The page, counted from 1.'),
  page_size: z
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Messages per page: 1 to 100, by default 25.'),
});

/** Adds the tools. */
export function addMessageTools({ server, client, dryRuns }: Tools): void {
  server.registerTool(
    'logs',
    { description: 'Lists messages, newest first.', inputSchema: logQuery, annotations: READ_ONLY },
    async (query) =>
      answered(async () => {
        return marked(await (await client()).page({ sort_order: 'DESC', ...query }), markPhoneText);
      }),
  );
  server.registerTool(
    'message',
    {
      description: 'Reads a message: its text, status, cost, and why it failed.',
      inputSchema: z.strictObject({ id: z.string().min(1) }),
      annotations: READ_ONLY,
    },
    async ({ id }) => answered(async () => markPhoneText(await (await client()).get(id))),
  );
  server.registerTool(
    'dry_run',
    {
      description: 'Checks and prices a message. Nothing is sent or charged. Call it before send.',
      inputSchema: newMessage,
      annotations: READ_ONLY,
    },
    async (message) =>
      answered(async () => {
        const priced = await (await client()).dryRun(message);
        dryRuns.add(message, priced.price);
        return priced;
      }),
  );
  server.registerTool(
    'send',
    {
      description:
        'Sends a message for at most the price of its dry run. Refused without a dry_run of the same arguments in the last 10 minutes. Each dry run allows one message.',
      inputSchema: newMessage,
      annotations: SENDS,
    },
    async (message) => answered(async () => sendOnce(await client(), dryRuns, message)),
  );
}

/** Sends a message for the price of its dry run. `tool` is the tool to call again. */
export async function sendOnce(
  godwit: Godwit,
  dryRuns: DryRuns,
  message: z.infer<typeof newMessage>,
  tool = 'send',
): Promise<object> {
  const dryRun = dryRuns.find(message);
  if (!dryRun) throw new RefusedError(noDryRun(tool));
  const { price, idempotencyKey } = dryRun;
  try {
    const sent = await godwit.send({ ...message, max_price: price }, { idempotencyKey });
    dryRuns.remove(message);
    return sent;
  } catch (error) {
    // After a temporary refusal, an earlier try may have been accepted.
    if (error instanceof ApiError && error.status < 500 && !error.isTemporary) {
      dryRuns.remove(message);
      throw new RefusedError(
        `${error.message}. Nothing was sent or charged. Make a dry run again before the next ${tool}.`,
      );
    }
    if (!(error instanceof GodwitError)) throw error;
    throw new RefusedError(
      `${error.message}. It is unknown whether the message was accepted. Call ${tool} again with the same arguments within 10 minutes of the dry run: the message is sent once. After that, look for it with logs first.`,
    );
  }
}
