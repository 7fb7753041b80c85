// The download of a report: one at a time, with progress, and cancelled by leaving the page too.
import type { ConsoleList } from '@godwit/contract/messages';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { wordsFor } from '../../api/errors.ts';
import { type LogFilter, openReport, type ReportFormat } from '../../api/messages.ts';
import { type Arrived, readFile, saveFile } from '../../download.ts';

/** How far a download is. `cut`: the PDF is there, and holds only `rows` of the messages. */
export type ReportState =
  | { step: 'idle' }
  | { step: 'running'; format: ReportFormat; rows: number | null; arrived: Arrived }
  | { step: 'cut'; rows: number; total: number; more: boolean }
  | { step: 'failed'; format: ReportFormat; problem: string };

export type Report = {
  state: ReportState;
  /** Begins a download, unless one runs. */
  start: (format: ReportFormat) => void;
  /** Stops what runs, forgets what was said about it, and gives the focus back to `button`. */
  clear: () => void;
  button: RefObject<HTMLButtonElement | null>;
};

// Often enough to be seen moving.
const TELL_EVERY_MS = 100;

/** The report of what `filter` shows; `log` is what the list says of it, which tells whether a PDF holds all. */
export function useReport(filter: LogFilter, log: ConsoleList | undefined): Report {
  const [state, setState] = useState<ReportState>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function download(format: ReportFormat, signal: AbortSignal): Promise<ReportState> {
    const nothing: Arrived = { bytes: 0, lines: 0 };
    setState({ step: 'running', format, rows: null, arrived: nothing });
    const { body, rows } = await openReport(format, filter, signal);
    let toldAtMs = 0;
    const file = await readFile(body, (arrived) => {
      if (signal.aborted || performance.now() - toldAtMs < TELL_EVERY_MS) return;
      toldAtMs = performance.now();
      setState({ step: 'running', format, rows, arrived });
    });
    saveFile(file, `report.${format}`);
    const { total = 0, more = false } = log ?? {};
    const isCut = format === 'pdf' && rows !== null && (rows < total || more);
    return isCut ? { step: 'cut', rows, total, more } : { step: 'idle' };
  }

  function start(format: ReportFormat): void {
    if (state.step === 'running') return;
    const controller = new AbortController();
    running.current = controller;
    download(format, controller.signal)
      .catch((error: unknown): ReportState => ({ step: 'failed', format, problem: wordsFor(error) }))
      .then((next) => {
        if (!controller.signal.aborted) setState(next);
      });
  }

  function clear(): void {
    running.current?.abort();
    setState({ step: 'idle' });
    button.current?.focus();
  }

  return { state, start, clear, button };
}
