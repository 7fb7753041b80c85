// Calls about files that people hand in.
import type { UploadedFile } from '@godwit/contract/files';
import { request } from './client.ts';

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
