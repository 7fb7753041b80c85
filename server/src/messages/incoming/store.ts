// Stores incoming messages. They have the direction INCOMING and are in the log from their commit on.
import { countSegments } from '@godwit/contract/messages/segments';
import type { ClientBase } from 'pg';
import { keepThreads } from '../../conversations/threads.ts';
import { notifyMessages } from '../../live/changes.ts';
import { insertFormats } from '../accept/formatQueries.ts';
import { type IncomingRow, insertIncoming } from './queries.ts';

/** An incoming text of any length, also empty. */
export type Incoming = Omit<IncomingRow, 'body' | 'encoding' | 'characters' | 'segments'> & { body: string };

/**
 * Stores incoming messages in the caller's transaction; call `notifyIncoming` after its commit.
 * Replaces unpaired surrogates, and control characters that PostgreSQL cannot store, with the replacement
 * character.
 */
export async function storeIncoming(client: ClientBase, messages: readonly Incoming[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message) => ({ ...message, ...measured(message.body) }));
  await insertIncoming(client, rows);
  await insertFormats(client, rows.map(toCalled));
  await keepThreads(client, rows);
}

const toCalled = ({ id, teamId, callbackUrl, callbackForm }: IncomingRow) => ({
  ...{ id, teamId, statusCallback: callbackUrl },
  callbackFormat: callbackForm === null ? undefined : { format: callbackForm, options: {} },
});

/** Notifies open pages of incoming messages. */
export function notifyIncoming(messages: readonly Incoming[]): void {
  notifyMessages(messages.map(({ id, projectId, mode }) => ({ id, projectId, mode, status: 'DELIVERED' })));
}

function measured(text: string) {
  const body = text.replaceAll('\0', '\ufffd').toWellFormed();
  const { encoding, characters, segments } = countSegments(body, { promotional: false });
  return { body, encoding, characters, segments: Math.max(1, segments) };
}
