// The download of the contacts that are found, or of all: one at a time, and cancelled by leaving the page too.
import type { ContactsFilter } from '@godwit/contract/contacts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { openExport } from '../../api/contacts.ts';
import { wordsFor } from '../../api/errors.ts';
import { readFile, saveFile } from '../../download.ts';

export const EXPORT_FILE = 'contacts.csv';

export type ExportState =
  | { step: 'idle' }
  | { step: 'running'; bytes: number }
  | { step: 'failed'; problem: string };

export type Export = {
  state: ExportState;
  /** Begins a download, unless one runs. */
  start: () => void;
  /** Stops what runs, forgets what was said about it, and gives the focus back to `button`. */
  clear: () => void;
  button: RefObject<HTMLButtonElement | null>;
};

// Often enough to be seen moving.
const TELL_EVERY_MS = 100;

export function useExport(filter: ContactsFilter): Export {
  const [state, setState] = useState<ExportState>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function download(signal: AbortSignal): Promise<ExportState> {
    setState({ step: 'running', bytes: 0 });
    const body = await openExport(filter, signal);
    let toldAtMs = 0;
    const file = await readFile(body, ({ bytes }) => {
      if (signal.aborted || performance.now() - toldAtMs < TELL_EVERY_MS) return;
      toldAtMs = performance.now();
      setState({ step: 'running', bytes });
    });
    saveFile(file, EXPORT_FILE);
    return { step: 'idle' };
  }

  function start(): void {
    if (state.step === 'running') return;
    const controller = new AbortController();
    running.current = controller;
    download(controller.signal)
      .catch((error: unknown): ExportState => ({ step: 'failed', problem: wordsFor(error) }))
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
