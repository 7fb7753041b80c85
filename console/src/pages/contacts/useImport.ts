// The upload of a file of contacts. It goes on behind a closed dialog and on other pages, so how far it is stands in the cache
// of what was read, which lives as long as the session does.
import type { ImportReport } from '@godwit/contract/contacts';
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { importContacts, readContactsAgain } from '../../api/contacts.ts';
import { ApiError, wordsFor } from '../../api/errors.ts';

/** How far an upload is. `saving`: the file has left, and what of it is good goes in whoever waits. */
export type ImportState =
  | { step: 'idle' }
  | { step: 'sending'; file: File; share: number; stop: () => void }
  | { step: 'saving'; file: File }
  | { step: 'done'; file: File; report: ImportReport }
  | { step: 'failed'; file: File; reason: string };

export type ImportJob = {
  state: ImportState;
  /** Begins an upload, unless one runs. */
  start: (file: File) => void;
  /** Stops what is still being sent, and forgets what was said. */
  clear: () => void;
};

const IDLE: ImportState = { step: 'idle' };

const importQuery = queryOptions<ImportState>({
  queryKey: ['contact import'],
  queryFn: skipToken,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export const isRunning = ({ step }: ImportState): boolean => step === 'sending' || step === 'saving';

/** The upload of this tab; one at a time. */
export function useImport(): ImportJob {
  const queries = useQueryClient();
  const { data: state = IDLE } = useQuery(importQuery);

  function start(file: File): void {
    if (!isRunning(state)) void run(queries, file);
  }
  function clear(): void {
    if (state.step === 'sending') state.stop();
    if (state.step !== 'saving') queries.setQueryData(importQuery.queryKey, IDLE);
  }
  return { state, start, clear };
}

async function run(queries: QueryClient, file: File): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const tell = (state: ImportState) => {
    if (!signal.aborted) queries.setQueryData(importQuery.queryKey, state);
  };
  const onSent = (share: number) => {
    if (share < 1) tell({ step: 'sending', file, share, stop: () => controller.abort() });
    else {
      removeEventListener('beforeunload', askToStay);
      tell({ step: 'saving', file });
    }
  };
  addEventListener('beforeunload', askToStay);
  onSent(0);
  try {
    const report = await importContacts(file, onSent, signal);
    await readContactsAgain(queries);
    tell({ step: 'done', file, report });
  } catch (error) {
    tell({ step: 'failed', file, reason: reasonOf(error) });
  } finally {
    removeEventListener('beforeunload', askToStay);
  }
}

/** Has the browser ask whether somebody means to leave: with the page goes what is still being sent, unlike what is being saved. */
function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The server's own sentence; an answer that never came has none. */
function reasonOf(error: unknown): string {
  const [field] = error instanceof ApiError ? Object.values(error.fields) : [];
  return field ?? wordsFor(error);
}
