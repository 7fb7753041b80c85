// Tools for conversations: those that read, and `reply`, which needs a dry run first.
import { z } from 'zod';
import type { Godwit } from '../../typescript/src/index.ts';
import { sendOnce } from './messageTools.ts';
import { isNumber, markConversation, markPhoneText } from './phoneText.ts';
import { answered, CURSOR, marked, NUMBER, READ_ONLY, RefusedError, SENDS, type Tools } from './tools.ts';

const newReply = z.strictObject({
  number: NUMBER.describe('The number of the conversation.'),
  body: z.string().describe('The text: at most 1,600 characters and 10 segments.'),
  from: z
    .string()
    .optional()
    .describe('A sender of the project. By default the number that the person wrote to.'),
});

/** Adds the tools. */
export function addConversationTools({ server, client, dryRuns }: Tools): void {
  server.registerTool(
    'conversations',
    {
      description: 'Lists conversations between phones and the project, the newest first.',
      inputSchema: z.strictObject({
        unread: z.boolean().optional().describe('true lists only unread conversations.'),
        ...CURSOR,
      }),
      annotations: READ_ONLY,
    },
    async (query) =>
      answered(async () => marked(await (await client()).pageConversations(query), markConversation)),
  );
  server.registerTool(
    'conversation',
    {
      description: 'Reads the messages of one conversation, the newest first. It stays unread.',
      inputSchema: z.strictObject({ number: NUMBER, ...CURSOR }),
      annotations: READ_ONLY,
    },
    async ({ number, ...query }) =>
      answered(async () =>
        marked(await (await client()).pageConversationMessages(number, query), markPhoneText),
      ),
  );
  server.registerTool(
    'dry_run_reply',
    {
      description: 'Checks and prices a reply. Nothing is sent or charged. Call it before reply.',
      inputSchema: newReply,
      annotations: READ_ONLY,
    },
    async (reply) =>
      answered(async () => {
        const godwit = await client();
        const message = await messageOf(godwit, reply);
        const priced = await godwit.dryRun(message);
        dryRuns.add(message, priced.price);
        const { to, from, body } = message;
        return { ...priced, ...(isNumber(to) && { to }), from, body };
      }),
  );
  server.registerTool(
    'reply',
    {
      description:
        'Replies in a conversation for at most the price of its dry run. Refused without a dry_run_reply of the same arguments in the last 10 minutes. Each dry run allows one reply.',
      inputSchema: newReply,
      annotations: SENDS,
    },
    async (reply) =>
      answered(async () => {
        const godwit = await client();
        return sendOnce(godwit, dryRuns, await messageOf(godwit, reply), 'reply');
      }),
  );
}

/** The message that a reply is. */
async function messageOf(godwit: Godwit, { number, body, from }: z.infer<typeof newReply>) {
  const conversation = await godwit.getConversation(number);
  const sender = from ?? conversation.written_to;
  if (!sender)
    throw new RefusedError(
      'The number that this person wrote to is gone, so nothing was sent. Give an approved sender in `from`.',
    );
  return { to: conversation.number, from: sender, body };
}
