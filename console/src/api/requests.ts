// Calls about what staff decide: sender ids, identities, and the documents handed in for them.
import type { Documents, UploadedFile } from '@godwit/contract/files';
import type { SenderIdForm, SenderIdRequest } from '@godwit/contract/senders';
import type { VerificationForm, VerificationRequest } from '@godwit/contract/verification';
import { type FileUpload, postFile, readQuery, request } from './client.ts';

const pathOf = (projectId: string) => `/projects/${encodeURIComponent(projectId)}/sender_id_requests`;

/** A project's requests, the newest first. */
export const senderRequestsQuery = (projectId: string) =>
  readQuery<SenderIdRequest[]>(['senderRequests', projectId], pathOf(projectId));

export const requestSender = (projectId: string, json: SenderIdForm): Promise<SenderIdRequest> =>
  request({ method: 'POST', path: pathOf(projectId), json });

/** The team's requests for verification, the newest first. */
export const verificationsQuery = readQuery<VerificationRequest[]>(
  ['verifications'],
  '/verification_requests',
);

/** Hands documents in: with the account's type, or the bare list. */
export const requestVerification = (json: VerificationForm | Documents): Promise<VerificationRequest> =>
  request({ method: 'POST', path: '/verification_requests', json });

export const uploadFile = (upload: FileUpload) =>
  postFile<UploadedFile>('/generic/file_upload', 'file', upload);

/** Removes a file that no request has. */
export const removeFile = (id: string): Promise<unknown> =>
  request({ method: 'DELETE', path: `/files/${encodeURIComponent(id)}` });
