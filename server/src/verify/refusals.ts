// Refusals of calls about verifications that have ended.
import type { VerificationState } from '@godwit/contract/publicApi/verify';
import { type Refusal, refuse } from '../refusal.ts';

const ENDED: Record<Exclude<VerificationState, 'FAILED'>, string> = {
  PENDING: 'This verification was changed by another call at the same moment. Fetch it again.',
  APPROVED: 'This verification is approved already: its code cannot be used again.',
  EXPIRED: 'The code has expired. Start a new verification.',
  CANCELLED: 'This verification was cancelled. Start a new one.',
};

/**
 * The refusal for an id or number without a verification in the project and mode. It has the same words for
 * both, and for verifications of others.
 */
export const NO_VERIFICATION: Refusal = refuse('notFound', {
  description:
    'The key has no verification with this id or number, so nothing was checked or changed. Start one with POST /v1/verifications.',
});

/** The refusal of a call that needs a pending verification. */
export const endedRefusal = (state: VerificationState): Refusal =>
  state === 'FAILED'
    ? refuse('verificationChecks')
    : refuse('verificationEnded', { description: ENDED[state] });
