// Checks claimed messages for changes since they were accepted.
import type { FailureCode } from '@godwit/contract/messages/failures';
import { refuseBlocked } from '../../messages/accept/blocks.ts';
import { checkCountry } from '../../messages/accept/draft.ts';
import type { SendingProfile, SendingProfiles } from '../../messages/accept/sendingProfile.ts';
import { parseRecipient } from '../../phoneNumbers.ts';
import { isRefusal } from '../../refusal.ts';
import type { ClaimedMessage } from './queueQueries.ts';

export type Failed = ClaimedMessage & { code: FailureCode };

/**
 * Checks for changes since the messages were accepted, because scheduled ones may have waited for months.
 * `blocked`: those whose sender or link staff have blocked, which wait until staff allow it or they expire.
 */
export async function checkAgain(
  claimed: ClaimedMessage[],
  sendingProfiles: SendingProfiles,
): Promise<{ good: ClaimedMessage[]; failed: Failed[]; blocked: ClaimedMessage[] }> {
  const good: ClaimedMessage[] = [];
  const failed: Failed[] = [];
  const blocked: ClaimedMessage[] = [];
  for (const message of claimed) {
    const profile = await sendingProfiles(message.projectId);
    const code = reasonToFail(message, profile);
    if (code) failed.push({ ...message, code });
    else if (profile && isBlocked(message, profile)) blocked.push(message);
    else good.push(message);
  }
  return { good, failed, blocked };
}

const isBlocked = ({ teamId, sender: from, body }: ClaimedMessage, { blocks }: SendingProfile) =>
  refuseBlocked(blocks, { teamId, from, body }) !== null;

function reasonToFail(message: ClaimedMessage, profile: SendingProfile | null): FailureCode | null {
  if (message.expired) return 'EXPIRED';
  if (message.cancelled) return 'CANCELLED';
  if (message.optedOut) return 'OPTED_OUT';
  if (message.refusedSender) return 'SENDER';
  if (profile?.archived) return 'ARCHIVED';
  if (message.mode === 'LIVE' && !profile?.verified) return 'UNVERIFIED';
  if (!profile || profile.blockedCodes.size === 0) return null;
  const recipient = parseRecipient(message.recipient);
  return !isRefusal(recipient) && checkCountry(profile, recipient) ? 'BLOCKED' : null;
}
