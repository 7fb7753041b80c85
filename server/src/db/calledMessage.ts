// A message as callbacks and events describe it.
import type { Direction } from '@godwit/contract/messages/statuses';
import { fragment } from './sql.ts';

/** The columns of a message, and its reference. */
export type CalledMessage = {
  messageId: string;
  projectId: string;
  mode: 'TEST' | 'LIVE';
  direction: Direction;
  /** The text of an incoming message; null for an outgoing one. */
  body: string | null;
  segments: number;
  missingParts: number | null;
  sender: string;
  /** The sender that the recipient sees, in a country whose register decides it. */
  senderSent: string | null;
  clientReference: string | null;
  recipient: string;
  failure: string | null;
  carrierError: string | null;
  acceptedAt: Date;
  queuedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
};

/** The columns of a row `m` of messages for a `CalledMessage`. */
export const CALLED_MESSAGE = fragment`m.id as "messageId", m.project_id as "projectId", m.mode, m.direction,
      case when m.direction = 'INCOMING' then m.body end as body, m.segments, m.missing_parts as "missingParts",
      m.sender, m.sender_sent as "senderSent", m.recipient, m.failure, m.carrier_error as "carrierError", m.accepted_at as "acceptedAt",
      m.queued_at as "queuedAt", m.sent_at as "sentAt", m.delivered_at as "deliveredAt", m.failed_at as "failedAt",
      (select reference from client_references r where r.team_id = m.team_id and r.message_id = m.id) as "clientReference"`;
