// Downloads a streamed file with progress, one at a time. Leaving the page cancels the download.
import { Button, type ButtonProps, CloseButton, Flex, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { OpenedFile } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { formatBytes } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { StatusLine } from '../../ui/StatusLine.tsx';
import { useOpened } from '../../ui/useOpened.ts';

export type Source = {
  /** The name of the saved file. */
  file: string;
  open: (signal: AbortSignal) => Promise<OpenedFile>;
  /** Called after the file is saved. `rows` is the server's count. */
  onSaved?: (rows: number | null) => void;
};

type State =
  | { step: 'idle' }
  | { step: 'running'; file: string; rows: number | null; arrived: Arrived }
  | { step: 'failed'; source: Source; problem: string };

export type Download = {
  state: State;
  isRunning: boolean;
  /** Starts a download unless one is running. */
  start: (source: Source) => void;
  /** Cancels a running download, clears its messages and returns the focus to `button`. */
  clear: () => void;
  button: RefObject<HTMLButtonElement | null>;
};

// Frequent enough for smooth progress.
const REPORT_EVERY_MS = 100;

export function useDownload(): Download {
  const [state, setState] = useState<State>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isRunning = state.step === 'running';
  useEffect(() => () => running.current?.abort(), []);

  async function download({ file, open, onSaved }: Source, signal: AbortSignal): Promise<void> {
    setState({ step: 'running', file, rows: null, arrived: { bytes: 0, lines: 0 } });
    const { body, rows } = await open(signal);
    let reportedAtMs = 0;
    const blob = await readFile(body, (arrived) => {
      if (signal.aborted || performance.now() - reportedAtMs < REPORT_EVERY_MS) return;
      reportedAtMs = performance.now();
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
      (error: unknown) => end({ step: 'failed', source, problem: errorMessage(error) }),
    );
  }

  function clear(): void {
    running.current?.abort();
    setState({ step: 'idle' });
    button.current?.focus();
  }

  return { state, isRunning, start, clear, button };
}

/**
 * Props that make a button look disabled during a download. It is not disabled, because that would drop its
 * focus.
 */
export const buttonStateOf = ({ isRunning }: Download) => ({
  'data-disabled': isRunning,
  'aria-disabled': isRunning,
});

type ButtonParts = ButtonProps & { download: Download; source: Source; children: ReactNode };

export function DownloadButton({ download, source, children, ...props }: ButtonParts) {
  return (
    <Button
      variant="outline"
      leftSection={<IconDownload size={16} />}
      {...props}
      {...buttonStateOf(download)}
      ref={download.button}
      onClick={() => download.start(source)}
    >
      {children}
    </Button>
  );
}

export type Format = { label: string; source: Source };

/** A download with several formats: one click for the first, a menu for all. */
export function DownloadMenu({
  download,
  formats,
}: {
  download: Download;
  formats: readonly [Format, ...Format[]];
}) {
  const t = useText();
  const { opened, setOpened, onKeyDown } = useOpened();
  return (
    <Flex flex={{ base: '1 0 100%', xs: '0 1 auto' }}>
      <DownloadButton
        flex={{ base: 1, xs: 'none' }}
        bdrs="8px 0 0 8px"
        download={download}
        source={formats[0].source}
      >
        {t('action.download')}
      </DownloadButton>
      <Menu opened={opened} onChange={setOpened} position="bottom-end" disabled={download.isRunning}>
        <Menu.Target>
          <Button
            variant="outline"
            w={40}
            ml={-1}
            p={0}
            bdrs="0 8px 8px 0"
            aria-label={t('report.formats')}
            onKeyDown={onKeyDown}
            {...buttonStateOf(download)}
          >
            <IconChevronDown size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map(({ label, source }) => (
            <Menu.Item key={label} onClick={() => download.start(source)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Flex>
  );
}

/** The progress or the error of a download, or nothing if it is idle. */
export function DownloadLine({ download: { state, start, clear } }: { download: Download }) {
  const t = useText();
  if (state.step === 'idle') return null;
  if (state.step === 'running') return <Running state={state} onCancel={clear} />;
  const { source, problem } = state;
  return (
    <StatusLine failed text={t('download.failed', { file: source.file, problem })}>
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
  // The first line of a CSV file is its head. The rows of a PDF cannot be counted while it arrives.
  const done = file.endsWith('.csv') && rows !== null ? Math.min(rows, Math.max(0, arrived.lines - 1)) : null;
  const progress =
    done === null || rows === null
      ? t('download.bytes', { bytes: formatBytes(arrived.bytes) })
      : t('download.rows', { rows: done, total: rows });
  return (
    <StatusLine
      text={t('download.preparing', { file })}
      detail={progress}
      share={done === null || !rows ? null : done / rows}
    >
      <Button variant="subtle" size="xs" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </StatusLine>
  );
}

/** The received part of a file. `lines` counts line feeds. */
export type Arrived = { bytes: number; lines: number };

const LINE_FEED = 10;

function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (const byte of chunk) if (byte === LINE_FEED) lines += 1;
  return lines;
}

/** Reads a stream to its end and reports progress after each chunk. Rejects if the stream breaks off. */
export function readFile(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onArrived: (arrived: Arrived) => void,
): Promise<Blob> {
  const arrived: Arrived = { bytes: 0, lines: 0 };
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      arrived.bytes += chunk.byteLength;
      arrived.lines += linesIn(chunk);
      onArrived({ ...arrived });
      out.enqueue(chunk);
    },
  });
  // Browsers keep large blobs on disk instead of in memory.
  return new Response(stream.pipeThrough(counter)).blob();
}

/** Makes the browser save a file, as if a link to it had been followed. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers may start saving later, but always within a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
