// The upload of one document: choosing, progress, retry and removal.
import { fileProblem, type UploadedFile } from '@godwit/contract/files';
import { useEffect, useRef, useState } from 'react';
import { ApiError, retryAfterText } from '../../api/errors.ts';
import { removeFile, uploadFile } from '../../api/requests.ts';
import { translate } from '../../text/translate.ts';

export type Upload =
  | { state: 'empty' }
  | { state: 'sending'; file: File; share: number }
  | { state: 'done'; file: UploadedFile }
  /** `reason` says why the file is refused. It is null if a retry may help. */
  | { state: 'failed'; file: File; reason: string | null };

export type UploadControl = {
  upload: Upload;
  choose: (file: File) => void;
  /** Uploads the same file again. */
  retry: () => void;
  /** Cancels the upload or deletes the file on the server. The field is empty at once. */
  remove: () => void;
};

/**
 * `onChange` is called when a file is chosen or removed, so that the form can clear its error. `uploaded`: a
 * file of a draft, which the server has already.
 */
export function useUpload(onChange: () => void, uploaded: UploadedFile | null = null): UploadControl {
  const [upload, setUpload] = useState<Upload>(
    uploaded ? { state: 'done', file: uploaded } : { state: 'empty' },
  );
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File): Promise<void> {
    const own = new AbortController();
    sending.current = own;
    const set = (next: Upload) => own.signal.aborted || setUpload(next);
    set({ state: 'sending', file, share: 0 });
    try {
      const onSent = (share: number) => set({ state: 'sending', file, share });
      const uploaded = await uploadFile({ file, onSent, signal: own.signal });
      set({ state: 'done', file: uploaded });
    } catch (error) {
      set({ state: 'failed', file, reason: reasonOf(error) });
    }
  }

  function choose(file: File): void {
    onChange();
    const reason = fileProblem(file);
    if (reason === null) void send(file);
    else setUpload({ state: 'failed', file, reason: translate(reason) });
  }

  function remove(): void {
    onChange();
    sending.current?.abort();
    // If this fails, the server deletes the file within a day.
    if (upload.state === 'done') removeFile(upload.file.id).catch(() => {});
    setUpload({ state: 'empty' });
  }

  return {
    upload,
    choose,
    retry: () => {
      if (upload.state === 'failed') void send(upload.file);
    },
    remove,
  };
}

/** Why the server refuses the file permanently, or for how long to wait. Null if a retry may help. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.fields.file ?? retryAfterText(error);
}
