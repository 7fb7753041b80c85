// Storing what phones have sent: a message of direction INCOMING, in the log from its commit on.
import { countSegments } from '@godwit/contract/segments';
import type { ClientBase } from 'pg';
import { keepThreads } from '../conversations/threads.ts';
import { notifyMessages } from '../live/changes.ts';
import { type IncomingRow, insertIncoming } from './incomingQueries.ts';

/** What came in: a text of any length, also none. */
export type Incoming = Omit<IncomingRow, 'body' | 'encoding' | 'characters' | 'segments'> & { body: string };

/**
 * Stores incoming messages in the caller's transaction; call `notifyIncoming` with them after its commit. Control characters that no database
 * keeps and halves of surrogate pairs become the replacement character.
 */
export async function storeIncoming(client: ClientBase, messages: readonly Incoming[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message) => ({ ...message, ...measured(message.body) }));
  await insertIncoming(client, rows);
  await keepThreads(client, rows);
}

/** Tells open pages of incoming messages. */
export function notifyIncoming(messages: readonly Incoming[]): void {
  notifyMessages(messages.map(({ id, projectId, mode }) => ({ id, projectId, mode, status: 'DELIVERED' })));
}

function measured(text: string) {
  const body = text.replaceAll('\0', '\ufffd').toWellFormed();
  const { encoding, characters, segments } = countSegments(body, { promotional: false });
  return { body, encoding, characters, segments: Math.max(1, segments) };
}
