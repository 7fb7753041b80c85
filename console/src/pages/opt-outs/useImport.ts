// The import of a file of opt-outs. It goes on behind a closed dialog.
import type { OptOutImport } from '@godwit/contract/optOuts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsFor } from '../../api/errors.ts';
import { importOptOuts } from '../../api/optOuts.ts';

/** `share` of the file has left; at 1 its numbers are being saved, whoever waits. */
export type ImportState =
  | { step: 'idle' }
  | { step: 'running'; file: string; share: number }
  | { step: 'done'; file: string; report: OptOutImport }
  | { step: 'failed'; file: string; problem: string };

export type ImportJob = {
  state: ImportState;
  /** Begins an import, unless one runs. */
  start: (file: File) => void;
  /** Forgets what was said about one that is over. */
  clear: () => void;
};

export function useImport(): ImportJob {
  const queries = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: 'idle' });

  async function run(given: File): Promise<void> {
    const file = given.name;
    setState({ step: 'running', file, share: 0 });
    try {
      const report = await importOptOuts(given, (share) => setState({ step: 'running', file, share }));
      setState({ step: 'done', file, report });
    } catch (error) {
      setState({ step: 'failed', file, problem: wordsFor(error) });
    }
    await queries.invalidateQueries({ queryKey: ['opt-outs'] });
  }
  const start = (file: File) => {
    if (state.step !== 'running') void run(file);
  };
  const clear = () => {
    if (state.step !== 'running') setState({ step: 'idle' });
  };
  return { state, start, clear };
}
