// The download of a file that the server writes while it sends it: one at a time, with its progress, and cancelled by leaving the
// page too.
import { Button, type ButtonProps, CloseButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { OpenedFile } from '../api/client.ts';
import { wordsFor } from '../api/errors.ts';
import { type Arrived, readFile, saveFile } from '../download.ts';
import { formatBytes } from '../format.ts';
import { useText } from '../text/useText.ts';
import { StatusLine } from '../ui/StatusLine.tsx';

export type Source = {
  /** What it is saved as. */
  file: string;
  open: (signal: AbortSignal) => Promise<OpenedFile>;
  /** It is saved; `rows` as the server has told. */
  onSaved?: (rows: number | null) => void;
};

type State =
  | { step: 'idle' }
  | { step: 'running'; file: string; rows: number | null; arrived: Arrived }
  | { step: 'failed'; source: Source; problem: string };

export type Download = {
  state: State;
  isRunning: boolean;
  /** Begins a download, unless one runs. */
  start: (source: Source) => void;
  /** Stops what runs, forgets what was said about it, and gives the focus back to `button`. */
  clear: () => void;
  button: RefObject<HTMLButtonElement | null>;
};

// Often enough to be seen moving.
const TELL_EVERY_MS = 100;

export function useDownload(): Download {
  const [state, setState] = useState<State>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isRunning = state.step === 'running';
  useEffect(() => () => running.current?.abort(), []);

  async function download({ file, open, onSaved }: Source, signal: AbortSignal): Promise<void> {
    setState({ step: 'running', file, rows: null, arrived: { bytes: 0, lines: 0 } });
    const { body, rows } = await open(signal);
    let toldAtMs = 0;
    const blob = await readFile(body, (arrived) => {
      if (signal.aborted || performance.now() - toldAtMs < TELL_EVERY_MS) return;
      toldAtMs = performance.now();
      setState({ step: 'running', file, rows, arrived });
    });
    saveFile(blob, file);
    if (!signal.aborted) onSaved?.(rows);
  }

  function start(source: Source): void {
    if (isRunning) return;
    const controller = new AbortController();
    const { signal } = controller;
    const end = (next: State) => signal.aborted || setState(next);
    running.current = controller;
    download(source, signal).then(
      () => end({ step: 'idle' }),
      (error: unknown) => end({ step: 'failed', source, problem: wordsFor(error) }),
    );
  }

  function clear(): void {
    running.current?.abort();
    setState({ step: 'idle' });
    button.current?.focus();
  }

  return { state, isRunning, start, clear, button };
}

/** Of a button while a download runs: not disabled, which would take the focus away from it when it is pressed. */
export const looksOf = ({ isRunning }: Download) => ({
  'data-disabled': isRunning,
  'aria-disabled': isRunning,
});

type ButtonParts = ButtonProps & { download: Download; source: Source; children: ReactNode };

export function DownloadButton({ download, source, children, ...props }: ButtonParts) {
  return (
    <Button
      variant="outline"
      leftSection={<IconDownload size={16} stroke={2} />}
      {...props}
      {...looksOf(download)}
      ref={download.button}
      onClick={() => download.start(source)}
    >
      {children}
    </Button>
  );
}

/** How it goes; nothing while there is nothing to say. */
export function DownloadLine({ download: { state, start, clear } }: { download: Download }) {
  const t = useText();
  if (state.step === 'idle') return null;
  if (state.step === 'running') return <Running state={state} onCancel={clear} />;
  const { source, problem } = state;
  return (
    <StatusLine failed words={t('download.failed', { file: source.file, problem })}>
      <Button variant="outline" size="xs" onClick={() => start(source)}>
        {t('action.tryAgain')}
      </Button>
      <CloseButton aria-label={t('action.close')} onClick={clear} />
    </StatusLine>
  );
}

type RunningState = Extract<State, { step: 'running' }>;

function Running({ state, onCancel }: { state: RunningState; onCancel: () => void }) {
  const t = useText();
  const { file, rows, arrived } = state;
  // The first line is the table's head. The rows of a PDF cannot be told from outside.
  const done = file.endsWith('.csv') && rows !== null ? Math.min(rows, Math.max(0, arrived.lines - 1)) : null;
  const progress =
    done === null || rows === null
      ? t('download.bytes', { bytes: formatBytes(arrived.bytes) })
      : t('download.rows', { rows: done, total: rows });
  return (
    <StatusLine
      words={t('download.preparing', { file })}
      quiet={progress}
      share={done === null || !rows ? null : done / rows}
    >
      <Button variant="subtle" size="xs" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </StatusLine>
  );
}
