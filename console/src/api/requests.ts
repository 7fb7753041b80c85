// Calls about requests that staff decide: sender IDs, verification, and their documents.
import type { Documents } from '@godwit/contract/files';
import type { SenderIdForm } from '@godwit/contract/senders';
import type { VerificationForm } from '@godwit/contract/verification';
import { type FileUpload, readQuery, request, respond, withFile } from './client.ts';

/** A project's requests, newest first. */
export const senderRequestsQuery = (id: string) =>
  readQuery(['senderRequests', id], 'GET /projects/:id/sender_id_requests', { params: { id } });

type Checked = { sender_id: string; legal_name: string; owner_scheme: string; owner_number: string };

/** Checks a name before it is requested. */
export function senderCheckQuery(id: string, { countries, ...form }: Checked & { countries: string[] }) {
  const { sender_id, legal_name, owner_scheme, owner_number } = form;
  const query = { sender_id, legal_name, owner_scheme, owner_number, countries: countries.join(',') };
  return readQuery(['senderCheck', id, query], 'GET /projects/:id/sender_id_checks', {
    params: { id },
    query,
  });
}

export const requestSender = (id: string, json: SenderIdForm) =>
  request('POST /projects/:id/sender_id_requests', { params: { id }, json });

/** Withdraws a pending request. */
export const withdrawSenderRequest = (id: string, request_id: string) =>
  request('POST /projects/:id/sender_id_requests/:request_id/withdraw', { params: { id, request_id } });

/** The team's verification requests, newest first. */
export const verificationsQuery = readQuery(['verifications'], 'GET /verification_requests');

/** Hands documents in: with the account's type, or the bare list. */
export const requestVerification = (json: VerificationForm | Documents) =>
  request('POST /verification_requests', { json });

export const uploadFile = (upload: FileUpload) =>
  request('POST /generic/file_upload', withFile('file', upload));

/** Reads a document of an earlier request, to add it to another one under this name. */
export async function readDocument({ id, name }: { id: string; name: string }): Promise<File> {
  const content = await (await respond('GET /files/:id', { params: { id } })).blob();
  return new File([content], name, { type: content.type });
}

/** Deletes a file that no request uses. */
export const removeFile = (id: string) => request('DELETE /files/:id', { params: { id } });
