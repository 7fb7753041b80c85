// Finds the messages that consent does not allow, many at a time.
import type { ClientBase, Pool } from 'pg';
import { type Advertising, selectConsented } from './queries.ts';

/** Those of these promotional messages whose recipients have not consented. */
export async function withoutConsent<Message extends Advertising>(
  client: ClientBase | Pool,
  messages: readonly Message[],
): Promise<Message[]> {
  if (messages.length === 0) return [];
  const keyOf = ({ teamId, mode, recipient }: Advertising) => [teamId, mode, recipient].join(' ');
  const consented = new Set((await selectConsented(client, messages)).map(keyOf));
  return messages.filter((message) => !consented.has(keyOf(message)));
}
