// The import of a CSV file. It continues when its dialog is closed or another page opens, so its state is in
// the query cache, which lasts as long as the session.
import type { NameConflict, RejectedRow } from '@godwit/contract/contacts';
import type { CsvColumns, CsvField } from '@godwit/contract/csv/columns';
import { Button, CloseButton } from '@mantine/core';
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FileUpload, Values } from '../../api/client.ts';
import { ApiError, errorMessage } from '../../api/errors.ts';
import type { TextId } from '../../text/catalogue.ts';
import { type Translate, useText } from '../../text/useText.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';

/** The parts that differ between imports. */
export type Importer = {
  /** Identifies the import. Each name allows one upload at a time. */
  name: string;
  title: TextId;
  /** A description of the file's columns. */
  hint: TextId;
  /** The fields of the columns with their labels, the number first. */
  fields: readonly (readonly [CsvField, TextId])[];
  /** Fields that only the headings of the file assign to columns. The preview does not show them. */
  byHeading?: readonly CsvField[];
  /**
   * Imports the file with the columns of the query. After the upload, the server finishes the import even if
   * nobody waits.
   */
  send: (upload: FileUpload, query: Values) => Promise<ImportOutcome>;
  /** Reloads the data that the import may have changed. */
  refresh: (queries: QueryClient) => Promise<unknown>;
};

/** The result of an import. Figures and notes are texts that use `count`. */
export type ImportOutcome = {
  /** The number of imported rows. */
  taken: number;
  figures: readonly (readonly [TextId, number])[];
  notes: readonly (readonly [TextId, number])[];
  /** The first rejected rows, by line. `rejectedTotal` counts all. */
  rejected: readonly RejectedRow[];
  rejectedTotal: number;
  /** The first numbers with conflicting names. `conflictsTotal` counts all. */
  conflicts: readonly NameConflict[];
  conflictsTotal: number;
};

/** The progress of an import. `saving` means that the file is uploaded and the server stores its rows. */
export type ImportState =
  | { step: 'idle' }
  | { step: 'sending'; file: File; share: number; stop: () => void }
  | { step: 'saving'; file: File }
  | { step: 'done'; file: File; outcome: ImportOutcome }
  | { step: 'failed'; file: File; columns: CsvColumns; reason: string };

export type ImportJob = {
  importer: Importer;
  state: ImportState;
  /** Starts an import unless one is running. `columns` assigns the file's columns to fields. */
  start: (file: File, columns: CsvColumns) => void;
  /** Cancels a running upload and clears the messages. */
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

/** The import of this tab, one at a time. */
export function useImport(importer: Importer): ImportJob {
  const queries = useQueryClient();
  const { queryKey } = importQuery(importer);
  const { data: state = IDLE } = useQuery(importQuery(importer));

  function start(file: File, columns: CsvColumns): void {
    // The rendered state may be stale: a second press can come before the next render.
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
  const update = (state: ImportState) => {
    if (!signal.aborted) queries.setQueryData(importQuery(importer).queryKey, state);
  };
  const onSent = (share: number) => {
    if (share < 1) update({ step: 'sending', file, share, stop: () => controller.abort() });
    else {
      removeEventListener('beforeunload', confirmLeaving);
      update({ step: 'saving', file });
    }
  };
  addEventListener('beforeunload', confirmLeaving);
  onSent(0);
  try {
    const outcome = await importer.send({ file, onSent, signal }, queryOf(columns));
    await importer.refresh(queries);
    update({ step: 'done', file, outcome });
  } catch (error) {
    update({ step: 'failed', file, columns, reason: reasonOf(error) });
  } finally {
    removeEventListener('beforeunload', confirmLeaving);
  }
}

/** The API counts columns from 1. */
const queryOf = (columns: CsvColumns): Values =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, column === undefined ? undefined : column + 1]),
  );

/**
 * Makes the browser confirm leaving the page, which would cancel the upload. Saving continues without the
 * page.
 */
function confirmLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The server's error at a field, else the text of the failed call. */
function reasonOf(error: unknown): string {
  const [field] = error instanceof ApiError ? Object.values(error.fields) : [];
  return field ?? errorMessage(error);
}

type LineProps = {
  job: ImportJob;
  /** Whether the dialog is open, which shows the same progress. */
  isShown: boolean;
  onShow: () => void;
};

/** The progress or the result of the import while its dialog is closed. */
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
      return { text: t('upload.sending', { file }), detail: t('upload.share', { share }), share };
    }
    case 'saving':
      return { text: t('upload.saving', { file }), detail: t('upload.takesWhile'), share: null };
    case 'failed':
      return { text: t('upload.failedLine', { file, reason: state.reason }), failed: true };
    case 'done': {
      const { taken, rejectedTotal: rejected } = state.outcome;
      return { text: t('upload.doneLine', { file, taken, rejected }) };
    }
  }
}
