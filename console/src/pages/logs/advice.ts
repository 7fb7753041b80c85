// The advice in the sentence of a failure. The page offers it first, as its filled button.
import type { FailureReason } from '@godwit/contract/campaigns/rules';
import type { MessageDetail } from '@godwit/contract/messages/messages';

/** Remove the number from the contacts, or send the message again. */
export type Advice = 'remove' | 'again';

const ADVICE: Partial<Record<FailureReason, Advice>> = {
  NO_SUCH_NUMBER: 'remove',
  NUMBER_REFUSED: 'remove',
  NOT_A_MOBILE: 'remove',
  UNREACHABLE: 'again',
  PHONE_FULL: 'again',
  NETWORK_FAULT: 'again',
  SENDER_REFUSED: 'again',
  TEXT_REFUSED: 'again',
  REFUSED: 'again',
};

/** The advice for a message; null if it has not failed, or its failure advises neither. */
export const adviceFor = ({ failure }: Pick<MessageDetail, 'failure'>): Advice | null =>
  failure && (ADVICE[(failure.reason ?? failure.code) as FailureReason] ?? null);
