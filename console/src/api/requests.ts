// Calls about what staff decide: sender ids, identities, and the documents handed in for them.

import type { Documents, UploadedFile } from '@godwit/contract/files';
import type { SenderIdForm, SenderIdRequest } from '@godwit/contract/senders';
import type { VerificationForm, VerificationRequest } from '@godwit/contract/verification';
import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

const pathOf = (projectId: string) => `/projects/${encodeURIComponent(projectId)}/sender_id_requests`;

/** A project's requests, the newest first. */
export const senderRequestsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['senderRequests', projectId],
    queryFn: ({ signal }) => request<SenderIdRequest[]>({ path: pathOf(projectId), signal }),
  });

export const requestSender = (projectId: string, json: SenderIdForm): Promise<SenderIdRequest> =>
  request({ method: 'POST', path: pathOf(projectId), json });

// Calls about identity verification.
/** The team's requests, the newest first. */
export const verificationsQuery = queryOptions({
  queryKey: ['verifications'],
  queryFn: ({ signal }) => request<VerificationRequest[]>({ path: '/verification_requests', signal }),
});

/** Hands documents in: with the account's type, or the bare list. */
export const requestVerification = (json: VerificationForm | Documents): Promise<VerificationRequest> =>
  request({ method: 'POST', path: '/verification_requests', json });

// Calls about files that people hand in.
/** Uploads a file; `onSent` hears how much of it has left, from 0 to 1. */
export function uploadFile(
  file: File,
  { onSent, signal }: { onSent: (share: number) => void; signal: AbortSignal },
): Promise<UploadedFile> {
  const multipart = new FormData();
  multipart.set('file', file);
  return request({ method: 'POST', path: '/generic/file_upload', multipart, onSent, signal });
}

/** Removes a file that no request has. */
export const removeFile = (id: string): Promise<unknown> =>
  request({ method: 'DELETE', path: `/files/${encodeURIComponent(id)}` });
