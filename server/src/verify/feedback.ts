// Outcomes of codes that customers generate and send as plain messages. The guard counts them by prefix, like
// verifications, to see for which prefixes codes are typed in.
import { FEEDBACK_DAYS, type Outcome } from '@godwit/contract/publicApi/verify';
import type { Pool } from 'pg';
import { findMessage } from '../messages/log/log.ts';
import { parseRecipient } from '../phoneNumbers.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { storeFeedback } from './feedbackQueries.ts';
import { prefixesOf } from './guard.ts';
import type { Place } from './queries.ts';

const TOO_LATE = refuse('conflict', {
  description: `The message is older than ${FEEDBACK_DAYS} days, so its outcome was not counted. Report outcomes within that time.`,
});
const INCOMING = refuse('conflict', {
  description:
    'This message came from a phone, so it has no code of yours and nothing was counted. Use the id of a message that you sent.',
});
const OF_VERIFICATION = refuse('conflict', {
  description:
    'This message has the code of a verification, which the service counts itself, so this report was ignored. Report only your own codes.',
});
const NOT_SENT = refuse('conflict', {
  description:
    'No carrier has taken this message, so nobody can have read its code and the report was ignored. Report the outcome of a message that was sent.',
});

/**
 * Counts the outcome of a message's code, once. Returns the outcome that counts. Refusals: notFound;
 * keyMismatch for the other mode; conflict for a message that is too old, was received, was not sent, or has
 * the code of a verification.
 */
export async function giveFeedback(
  pool: Pool,
  { teamId, projectId, mode }: Place,
  id: string,
  outcome: Outcome,
): Promise<Outcome | Refusal> {
  const message = await findMessage(pool, { teamId, projectId, id });
  if (!message) return refuse('notFound');
  if (message.mode !== mode) return refuse('keyMismatch');
  if (message.direction !== 'OUTGOING') return INCOMING;
  if (message.sentAt === null) return NOT_SENT;
  const recipient = parseRecipient(message.recipient);
  // Every message that was sent has a number.
  if (isRefusal(recipient)) return recipient;
  const place = { teamId, mode, ...prefixesOf(recipient.e164, recipient.dialCode) };
  const sent = { messageId: message.id, sentAt: message.acceptedAt };
  const facts = await storeFeedback(pool, { ...place, ...sent, outcome, days: FEEDBACK_DAYS });
  if (!facts.isRecent) return TOO_LATE;
  return facts.isOfVerification ? OF_VERIFICATION : facts.outcome;
}
