// Refusals of calls about verifications that have ended.
import type { VerificationState } from '@godwit/contract/publicApi/verify';
import { type Refusal, refuse } from '../refusal.ts';

const ENDED: Record<Exclude<VerificationState, 'FAILED'>, string> = {
  PENDING: 'This verification was changed by another call at the same moment. Fetch it again.',
  APPROVED: 'This verification is approved already: its code cannot be used again.',
  EXPIRED: 'The code has expired. Start a new verification.',
  CANCELLED: 'This verification was cancelled. Start a new one.',
};

/** The refusal of a call that needs a pending verification. */
export const endedRefusal = (state: VerificationState): Refusal =>
  state === 'FAILED'
    ? refuse('verificationChecks')
    : refuse('verificationEnded', { description: ENDED[state] });
