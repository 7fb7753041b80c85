// What a callback says: the message as it was when it came to the status that is told, the same bytes at every try.
import { publicFailure } from '@godwit/contract/statuses';
import type { ClaimedCallback } from './queries.ts';

/** The body of a call. Later events are left out of an earlier status, which may be told after them. */
export function payloadOf(callback: ClaimedCallback): string {
  const { messageId, projectId, status, mode, recipient, sender, sequence } = callback;
  const isLast = status !== 'SENT';
  const iso = (instant: Date | null) => instant?.toISOString() ?? null;
  return JSON.stringify({
    id: messageId,
    project_id: projectId,
    status,
    mode,
    to: recipient,
    from: sender,
    events: {
      accepted_at: iso(callback.acceptedAt),
      queued_at: iso(callback.queuedAt),
      sent_at: iso(callback.sentAt),
      delivered_at: isLast ? iso(callback.deliveredAt) : null,
      failed_at: isLast ? iso(callback.failedAt) : null,
    },
    failure: isLast ? publicFailure(callback) : null,
    sequence,
  });
}

/** The id of a call, for receivers to know it by when it comes twice. */
export function callIdOf({ messageId, sequence }: Pick<ClaimedCallback, 'messageId' | 'sequence'>): string {
  return `${messageId}-${sequence}`;
}
