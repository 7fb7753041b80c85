// The upload of a file of numbers. It goes on behind a closed dialog and on other pages, so how far it is
// stands in the cache of what was read, which lives as long as the session does.
import type { NameConflict, RejectedRow } from '@godwit/contract/contacts';
import type { CsvColumns, CsvField } from '@godwit/contract/csv/columns';
import { Button, CloseButton } from '@mantine/core';
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FileUpload, Values } from '../../api/client.ts';
import { ApiError, wordsFor } from '../../api/errors.ts';
import type { TextId } from '../../text/catalogue.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';

/** The differences between imports. */
export type Importer = {
  /** One upload of a name at a time. */
  name: string;
  title: TextId;
  /** The description of the file's columns. */
  hint: TextId;
  /** The fields that its columns may hold, the number first, each with its name. */
  fields: readonly (readonly [CsvField, TextId])[];
  /**
   * Imports the file, from the columns that the query names. The server imports a file that has arrived in
   * full even if nobody waits for the answer.
   */
  send: (upload: FileUpload, query: Values) => Promise<ImportOutcome>;
  /** Refreshes the data that the import may have changed. */
  refresh: (queries: QueryClient) => Promise<unknown>;
};

/** The result of a file; figures and notes by their words, which name the `count`. */
export type ImportOutcome = {
  /** How many numbers are in. */
  taken: number;
  figures: readonly (readonly [TextId, number])[];
  notes: readonly (readonly [TextId, number])[];
  /** The first of them, by line, of `rejectedTotal`. */
  rejected: readonly RejectedRow[];
  rejectedTotal: number;
  /** The first of the numbers to which rows give different names, of `conflictsTotal`. */
  conflicts: readonly NameConflict[];
  conflictsTotal: number;
};

/** How far an upload is. `saving`: the file has left, and what of it is good goes in. */
export type ImportState =
  | { step: 'idle' }
  | { step: 'sending'; file: File; share: number; stop: () => void }
  | { step: 'saving'; file: File }
  | { step: 'done'; file: File; outcome: ImportOutcome }
  | { step: 'failed'; file: File; columns: CsvColumns; reason: string };

export type ImportJob = {
  importer: Importer;
  state: ImportState;
  /** Begins an upload, unless one runs; `columns` says where the file has what. */
  start: (file: File, columns: CsvColumns) => void;
  /** Stops a running upload, and clears the messages. */
  clear: () => void;
};

const IDLE: ImportState = { step: 'idle' };

const importQuery = ({ name }: Importer) =>
  queryOptions<ImportState>({
    queryKey: ['import', name],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

export const isRunning = ({ step }: ImportState): boolean => step === 'sending' || step === 'saving';

/** The upload of this tab; one at a time. */
export function useImport(importer: Importer): ImportJob {
  const queries = useQueryClient();
  const { queryKey } = importQuery(importer);
  const { data: state = IDLE } = useQuery(importQuery(importer));

  function start(file: File, columns: CsvColumns): void {
    // The rendered state can be older: two presses come before the next render.
    const now = queries.getQueryData(queryKey) ?? IDLE;
    if (!isRunning(now)) void run(importer, queries, { file, columns });
  }
  function clear(): void {
    if (state.step === 'sending') state.stop();
    if (state.step !== 'saving') queries.setQueryData(queryKey, IDLE);
  }
  return { importer, state, start, clear };
}

type Chosen = { file: File; columns: CsvColumns };

async function run(importer: Importer, queries: QueryClient, { file, columns }: Chosen): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const tell = (state: ImportState) => {
    if (!signal.aborted) queries.setQueryData(importQuery(importer).queryKey, state);
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
    const outcome = await importer.send({ file, onSent, signal }, queryOf(columns));
    await importer.refresh(queries);
    tell({ step: 'done', file, outcome });
  } catch (error) {
    tell({ step: 'failed', file, columns, reason: reasonOf(error) });
  } finally {
    removeEventListener('beforeunload', askToStay);
  }
}

/** Columns as a call names them: counted from 1. */
const queryOf = (columns: CsvColumns): Values =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, column === undefined ? undefined : column + 1]),
  );

/**
 * Has the browser ask whether the page is to be left: with it goes what is still being sent, unlike what is
 * being saved.
 */
function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The server's own sentence; an answer that never came has none. */
function reasonOf(error: unknown): string {
  const [field] = error instanceof ApiError ? Object.values(error.fields) : [];
  return field ?? wordsFor(error);
}

type LineProps = {
  job: ImportJob;
  /** Whether the dialog is open, which says it all. */
  isShown: boolean;
  onShow: () => void;
};

/** How it goes or went, while its dialog is closed. */
export function ImportLine({ job: { state, clear }, isShown, onShow }: LineProps) {
  const t = useText();
  if (isShown || state.step === 'idle') return null;
  return (
    <StatusLine {...lineOf(state, t)}>
      <Button variant="outline" size="xs" onClick={onShow}>
        {t(state.step === 'done' ? 'upload.showReport' : 'action.show')}
      </Button>
      {isRunning(state) ? null : <CloseButton aria-label={t('action.close')} onClick={clear} />}
    </StatusLine>
  );
}

function lineOf(state: Exclude<ImportJob['state'], { step: 'idle' }>, t: Translate) {
  const file = state.file.name;
  switch (state.step) {
    case 'sending': {
      const { share } = state;
      return { words: t('upload.sending', { file }), quiet: t('upload.share', { share }), share };
    }
    case 'saving':
      return { words: t('upload.saving', { file }), quiet: t('upload.takesWhile'), share: null };
    case 'failed':
      return { words: t('upload.failedLine', { file, reason: state.reason }), failed: true };
    case 'done': {
      const { taken, rejectedTotal: rejected } = state.outcome;
      return { words: t('upload.doneLine', { file, taken, rejected }) };
    }
  }
}
