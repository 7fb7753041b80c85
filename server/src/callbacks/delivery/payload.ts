// The body of a callback: the message as it was at that status, with the same bytes at every attempt.
import type { IncomingCallbackPayload, StatusCallbackPayload } from '@godwit/contract/publicApi/log';
import { failureOf } from '../../explainFailure.ts';
import type { ClaimedCallback } from '../queries.ts';

/** The body of a call. An earlier status may be delivered after later events, so these are left out. */
export function payloadOf(callback: ClaimedCallback): string {
  if (callback.direction === 'INCOMING') return JSON.stringify(incomingOf(callback));
  const { messageId, projectId, status, mode, recipient, sender, sequence } = callback;
  const isLast = status !== 'SENT';
  const iso = (instant: Date | null) => instant?.toISOString() ?? null;
  const payload: StatusCallbackPayload = {
    id: messageId,
    project_id: projectId,
    status,
    mode,
    to: recipient,
    from: sender,
    sender_shown: callback.senderSent,
    client_reference: callback.clientReference,
    events: {
      accepted_at: callback.acceptedAt.toISOString(),
      queued_at: iso(callback.queuedAt),
      sent_at: iso(callback.sentAt),
      delivered_at: isLast ? iso(callback.deliveredAt) : null,
      failed_at: isLast ? iso(callback.failedAt) : null,
    },
    failure: isLast ? failureOf(callback) : null,
    sequence,
  };
  return JSON.stringify(payload);
}

function incomingOf(callback: ClaimedCallback): IncomingCallbackPayload {
  const { messageId, projectId, mode, sender, recipient, body, segments, missingParts, acceptedAt } =
    callback;
  return {
    ...{ id: messageId, project_id: projectId, direction: 'INCOMING', status: 'DELIVERED', mode },
    ...{ from: sender, to: recipient, body: body ?? '', segments, missing_parts: missingParts ?? 0 },
    accepted_at: acceptedAt.toISOString(),
    sequence: 1,
  };
}
