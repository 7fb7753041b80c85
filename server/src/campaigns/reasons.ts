// Why a recipient of a campaign gets no message, from why accept refuses it.
import type { SkipReason } from '@godwit/contract/campaignRules';
import type { ErrorName } from '@godwit/contract/errors';
import type { Refusal } from '../refusal.ts';

const REASONS: Partial<Record<ErrorName, SkipReason>> = {
  invalidNumber: 'invalid',
  invalidNumberFormat: 'invalid',
  numberLacksCountryCode: 'invalid',
  // What a campaign hands over can be at fault only by being empty once it is merged.
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
export function reasonOf({ refused }: Refusal): SkipReason {
  const reason = REASONS[refused];
  if (!reason) throw new Error(`A message of a campaign was refused with ${refused}`);
  return reason;
}
