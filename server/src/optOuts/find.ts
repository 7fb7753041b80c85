// Who has opted out: asked by the one transaction that accepts messages.
import type { ClientBase } from 'pg';
import { selectOptedOut } from './queries.ts';

type Addressee = { teamId: string; recipient: string };

/** Which of these recipients (E.164) have opted out of their team's messages. */
export async function findOptedOut(
  client: ClientBase,
  addressees: readonly Addressee[],
): Promise<(addressee: Addressee) => boolean> {
  if (addressees.length === 0) return () => false;
  const found = await selectOptedOut(client, addressees);
  const keys = new Set(found.map(({ teamId, number }) => `${teamId} ${number}`));
  return ({ teamId, recipient }) => keys.has(`${teamId} ${recipient}`);
}
