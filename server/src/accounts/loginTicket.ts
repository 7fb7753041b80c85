// What a browser keeps between the right password and the code: sealed, good for minutes, and dead with the password.
import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../secrets.ts';

/** How long a code may take. */
export const TICKET_MINUTES = 5;
const TICKET = 'login ticket';
const content = z.object({ userId: z.string(), mark: z.string(), untilMs: z.number() });

type Owner = { id: string; password_hash: string };

/** A ticket for who has shown the password. */
export function sealTicket(secrets: Secrets, user: Owner): string {
  const untilMs = Date.now() + TICKET_MINUTES * 60_000;
  const ticket = { userId: user.id, mark: markOf(secrets, user), untilMs };
  return secrets.seal(TICKET, JSON.stringify(ticket)).toString('base64url');
}

/** Whose a ticket is, and whether it is still of their password; null where it is too old or not ours. */
export function openTicket(
  secrets: Secrets,
  ticket: string,
): { userId: string; isOf: (user: Owner) => boolean } | null {
  const opened = content.safeParse(unseal(secrets, ticket));
  if (!opened.success || opened.data.untilMs < Date.now()) return null;
  const { userId, mark } = opened.data;
  return {
    userId,
    isOf: (user) => timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(secrets, user))),
  };
}

function unseal(secrets: Secrets, ticket: string): unknown {
  try {
    return JSON.parse(secrets.open(TICKET, Buffer.from(ticket, 'base64url')).toString());
  } catch {
    return null;
  }
}

const markOf = (secrets: Secrets, { password_hash }: Owner) =>
  secrets.hmac(TICKET, password_hash).toString('base64url');
