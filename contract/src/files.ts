// Files that people upload: the accepted types, and how a request refers to its documents.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { empty, id, line, NO_CONTROLS } from './common.ts';
import {
  DOCUMENT_EMPTY,
  DOCUMENT_LARGE,
  DOCUMENT_REQUIRED,
  DOCUMENT_TYPE,
  NAME_REQUIRED,
} from './sentences/settings.ts';

/** The accepted types with the extensions of their names. Name and content must agree. */
export const FILE_TYPES = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/jpeg': ['jpeg', 'jpg'],
} as const;
type FileType = keyof typeof FILE_TYPES;

/** The largest file, in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Returns the type for the extension of a file name; null if it is not accepted. */
export function typeOfName(name: string): FileType | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  const found = Object.entries(FILE_TYPES).find(([, endings]) => endings.some((known) => known === ending));
  return (found?.[0] as FileType | undefined) ?? null;
}

/** The sentence for each reason to refuse a file. */
export const FILE_PROBLEMS = {
  type: DOCUMENT_TYPE,
  empty: DOCUMENT_EMPTY,
  tooLarge: DOCUMENT_LARGE,
} as const;

/** Returns why a file is refused before its upload, or null. The server also checks the content. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  if (typeOfName(name) === null) return FILE_PROBLEMS.type;
  if (size === 0) return FILE_PROBLEMS.empty;
  return size > MAX_FILE_BYTES ? FILE_PROBLEMS.tooLarge : null;
}

/** POST /generic/file_upload. `name` is the sanitised file name, `size` is in bytes. */
const uploadAnswer = z.object({ id, name: z.string(), size: z.number().int() });
export type UploadedFile = z.infer<typeof uploadAnswer>;

/** A document of a request: an uploaded file that no other request uses, and the name to show. */
const documentRequest = z.object({
  id: z.string({ error: 'Id is Required' }).min(1, 'Id is Required').max(64, 'Id is Required'),
  name: line(100, {
    required: NAME_REQUIRED,
    tooLong: 'The name is too long: at most 100 characters',
    controls: NO_CONTROLS,
  }),
});

/** The maximum number of documents of one request. */
export const MAX_DOCUMENTS = 3;

/** The documents of a request. No two may use the same file. */
export const documentList = z
  .array(documentRequest, { error: DOCUMENT_REQUIRED })
  .max(MAX_DOCUMENTS, 'At most 3 documents')
  .refine((list) => new Set(list.map((document) => document.id)).size === list.length, {
    error: 'Each document needs a file of its own',
  });
export type Documents = z.input<typeof documentList>;

/** A document of a request. `kept` is false once its content was removed, some time after the decision. */
export const documentAnswer = z.object({ id, name: z.string(), kept: z.boolean() });

export const fileCalls = {
  'POST /generic/file_upload': { action: 'verification', answer: uploadAnswer },
  'GET /files/:id': {},
  'DELETE /files/:id': { action: 'verification', answer: empty },
} satisfies Calls;
