// The body of a callback: the message as it was at that status, with the same bytes at every attempt.

import type { CallbackStatus } from '@godwit/contract/messages/statuses';
import type { IncomingCallbackPayload, StatusCallbackPayload } from '@godwit/contract/publicApi/log';
import type { CalledMessage } from '../../db/calledMessage.ts';
import { failureOf } from '../../explainFailure.ts';
import type { ClaimedCallback } from '../queries.ts';

/** The body of a call. */
export function payloadOf(callback: ClaimedCallback): string {
  const { direction, status, sequence } = callback;
  return JSON.stringify(
    direction === 'INCOMING'
      ? { ...incomingOf(callback), sequence: 1 }
      : { ...statusOf(callback, status), sequence },
  );
}

/**
 * A message as it was at a status. An earlier status may be delivered after later events, so these are left
 * out.
 */
export function statusOf(
  message: CalledMessage,
  status: CallbackStatus,
): Omit<StatusCallbackPayload, 'sequence'> {
  const isLast = status !== 'SENT';
  const iso = (instant: Date | null) => instant?.toISOString() ?? null;
  return {
    id: message.messageId,
    project_id: message.projectId,
    status,
    mode: message.mode,
    to: message.recipient,
    from: message.sender,
    sender_shown: message.senderSent,
    client_reference: message.clientReference,
    events: {
      accepted_at: message.acceptedAt.toISOString(),
      queued_at: iso(message.queuedAt),
      sent_at: iso(message.sentAt),
      delivered_at: isLast ? iso(message.deliveredAt) : null,
      failed_at: isLast ? iso(message.failedAt) : null,
    },
    failure: isLast ? failureOf(message) : null,
  };
}

/** An incoming message. */
export function incomingOf(message: CalledMessage): Omit<IncomingCallbackPayload, 'sequence'> {
  const { messageId, projectId, mode, sender, recipient, body, segments, missingParts, acceptedAt } = message;
  return {
    ...{ id: messageId, project_id: projectId, direction: 'INCOMING', status: 'DELIVERED', mode },
    ...{ from: sender, to: recipient, body: body ?? '', segments, missing_parts: missingParts ?? 0 },
    accepted_at: acceptedAt.toISOString(),
  };
}
