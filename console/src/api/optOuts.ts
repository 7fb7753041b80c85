// Calls about opt-outs.
import type { Deleted } from '@godwit/contract/contacts';
import type { OptOut, OptOutImport, OptOutList } from '@godwit/contract/optOuts';
import { keepPreviousData } from '@tanstack/react-query';
import { type FileUpload, openFile, post, postFile, readQuery, request, type Values } from './client.ts';

/** `q` is the start of a number; pages count from zero here as on the wire. */
export type OptOutFilter = { q: string | undefined; page_num: number; page_size: number };

/** A page of the list; the page before it stays as placeholder while the next one loads. */
export const optOutsQuery = (filter: OptOutFilter) => ({
  ...readQuery<OptOutList>(['opt-outs', filter], '/opt_outs', filter),
  placeholderData: keepPreviousData,
});

export const addOptOut = (form: { number: string }) => post<OptOut>('/opt_outs', form);

export const removeOptOut = (number: string): Promise<Deleted> =>
  request({ method: 'DELETE', path: `/opt_outs/${encodeURIComponent(number)}` });

/** Takes a file of numbers in, from the column that the query names. What has all left goes in, also where no one waits for the answer. */
export const importOptOuts = (upload: FileUpload, query: Values) =>
  postFile<OptOutImport>('/opt_outs_csv', 'csv', upload, query);

/** The whole list, as a file. */
export const openOptOuts = (signal: AbortSignal) => openFile({ path: '/opt_outs/export.csv', signal });
