// Maps accept's refusals to the reason a campaign recipient gets no message.
import type { SkipReason } from '@godwit/contract/campaigns/rules';
import type { ErrorName } from '@godwit/contract/errors';
import type { Refusal } from '../../refusal.ts';

const REASONS: Partial<Record<ErrorName, SkipReason>> = {
  invalidNumber: 'invalid',
  invalidNumberFormat: 'invalid',
  numberLacksCountryCode: 'invalid',
  // A campaign's content can only be wrong by being empty after merging.
  invalidArgument: 'empty',
  bodyTooLong: 'too_long',
  optedOut: 'opted_out',
  countryBlocked: 'blocked',
  senderCapability: 'unsupported',
  unavailable: 'no_route',
  insufficientBalance: 'balance',
  dailyLimit: 'daily_limit',
  verificationNeeded: 'unverified',
  sendingPaused: 'paused',
  invalidSender: 'sender',
  // The only conflict that accept finds.
  conflict: 'archived',
  // The project is gone, and its senders with it.
  notFound: 'sender',
};

/**
 * The reason to show for a refusal of one message of a campaign.
 * @throws on a refusal that accept never has for a campaign
 */
export function reasonOf({ refused, skipReason }: Refusal): SkipReason {
  const reason = skipReason ?? REASONS[refused];
  if (!reason) throw new Error(`A message of a campaign was refused with ${refused}`);
  return reason;
}
