// Calls about identity verification.
import type { Documents } from '@godwit/contract/files';
import type { VerificationForm, VerificationRequest } from '@godwit/contract/verification';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

/** The team's requests, the newest first. */
export const verificationsQuery = queryOptions({
  queryKey: ['verifications'],
  queryFn: ({ signal }) => request<VerificationRequest[]>({ path: '/verification_requests', signal }),
});

/** Hands documents in: with the account's type, or the bare list. */
export const requestVerification = (json: VerificationForm | Documents): Promise<VerificationRequest> =>
  request({ method: 'POST', path: '/verification_requests', json });
