// One document on its way to the server: chosen, sent with progress, tried again after an error, taken back.
import { fileProblem, type UploadedFile } from '@godwit/contract/files';
import { useEffect, useRef, useState } from 'react';
import { ApiError, waitWords } from '../../api/errors.ts';
import { removeFile, uploadFile } from '../../api/requests.ts';
import { translate } from '../../text/translate.ts';

export type Upload =
  | { state: 'empty' }
  | { state: 'sending'; file: File; share: number }
  | { state: 'done'; file: UploadedFile }
  /** `reason` is why this file is not taken; null where sending it again may help. */
  | { state: 'failed'; file: File; reason: string | null };

export type UploadControl = {
  upload: Upload;
  choose: (file: File) => void;
  /** Sends the same file again. */
  retry: () => void;
  /** Stops sending it, or removes it from the server; from here it is gone at once. */
  remove: () => void;
};

/**
 * `onChange` is called with each change of what there is to hand in, for a form that clears its error then.
 */
export function useUpload(onChange: () => void): UploadControl {
  const [upload, setUpload] = useState<Upload>({ state: 'empty' });
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
    // Files that stay on the server are deleted within a day.
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

/** Why the server will not take this file however often it is sent; null where it may. */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  return error.fields.file ?? waitWords(error);
}
