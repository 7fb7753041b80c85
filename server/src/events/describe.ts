// Adds to events the message, the verification or the opt-out that each is about.
import type { CallbackStatus } from '@godwit/contract/messages/statuses';
import type { Event } from '@godwit/contract/publicApi/events';
import type { VerificationState } from '@godwit/contract/publicApi/verify';
import type { Pool } from 'pg';
import { incomingOf, statusOf } from '../callbacks/delivery/payload.ts';
import type { CalledMessage } from '../db/calledMessage.ts';
import {
  type ChangedOptOut,
  type EventVerification,
  type StoredEvent,
  selectChangedOptOuts,
  selectMessages,
  selectVerifications,
} from './queries.ts';

/** Returns events as the public API has them. A later call differs only if their data was deleted. */
export async function describeEvents(pool: Pool, stored: readonly StoredEvent[]): Promise<Event[]> {
  const about = async <Subject>(
    kind: 'message' | 'verification' | 'optout',
    select: (pool: Pool, events: readonly StoredEvent[]) => Promise<Subject[]>,
  ) => {
    const events = stored.filter(({ type }) => type.startsWith(`${kind}.`));
    return events.length > 0 ? select(pool, events) : [];
  };
  const messageOf = new Map((await about('message', selectMessages)).map((one) => [one.messageId, one]));
  const verificationOf = new Map(
    (await about('verification', selectVerifications)).map((one) => [one.id, one]),
  );
  const optOutOf = new Map((await about('optout', selectChangedOptOuts)).map((one) => [one.id, one]));
  const dataOf = (one: StoredEvent) => {
    const message = messageOf.get(one.subjectId);
    if (message) return messageData(one, message);
    const verification = verificationOf.get(one.subjectId);
    if (verification) return verificationData(one, verification);
    const optOut = optOutOf.get(one.subjectId);
    return optOut ? optOutData(optOut) : null;
  };
  return stored.map((one) => ({
    ...{ id: one.id, type: one.type, project_id: one.projectId, mode: one.mode },
    created_at: one.happenedAt.toISOString(),
    data: dataOf(one),
  }));
}

/** The part of a type after the dot, as a status. */
const statusIn = ({ type }: StoredEvent) => type.split('.')[1]!.toUpperCase();

const messageData = (one: StoredEvent, message: CalledMessage) =>
  one.type === 'message.incoming' ? incomingOf(message) : statusOf(message, statusIn(one) as CallbackStatus);

function verificationData(one: StoredEvent, verification: EventVerification) {
  const status = one.type === 'verification.started' ? 'PENDING' : (statusIn(one) as VerificationState);
  return {
    ...{ id: verification.id, status, mode: one.mode, to: verification.recipient, from: verification.sender },
    created_at: verification.startedAt.toISOString(),
    expires_at: verification.expiresAt.toISOString(),
    message_id: verification.messageId,
  };
}

const optOutData = ({ number, scope, source, createdAt }: ChangedOptOut) => ({
  ...{ number, scope, source },
  created_at: createdAt.toISOString(),
});
