// The kinds of toast. Their part of the kit loads with the first one, so that no page waits for it.
import { wordsFor } from '../../api/errors.ts';

export type Toast = {
  kind: 'success' | 'info' | 'error';
  message: string;
  /**
   * Undoes the action and resolves to the words for the next toast. The toast stays longer, with a button.
   */
  undo?: () => Promise<string>;
};

let show: ((toast: Toast) => void) | null = null;
const waiting: Toast[] = [];
const listeners = new Set<() => void>();

function add(toast: Toast): void {
  if (show) {
    show(toast);
    return;
  }
  waiting.push(toast);
  for (const listener of listeners) listener();
}

export const toastSuccess = (message: string): void => add({ kind: 'success', message });

/** For what is done and can be taken back; `undo` null where it cannot. */
export const toastUndo = (message: string, undo: (() => Promise<string>) | null): void =>
  add({ kind: 'success', message, ...(undo ? { undo } : {}) });

/** For what is neither done nor failed. */
export const toastInfo = (message: string): void => add({ kind: 'info', message });

/** A sentence, or a failed call, whose own sentence is shown. */
export const toastError = (problem: unknown): void =>
  add({ kind: 'error', message: typeof problem === 'string' ? problem : wordsFor(problem) });

/** Whether a toast has been asked for yet; stays true. For ToastHost. */
export const toastsWanted = (): boolean => show !== null || waiting.length > 0;

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Where toasts go once the kit's part is on the page; the ones that waited go at once. */
export function connectToasts(target: (toast: Toast) => void): void {
  show = target;
  for (const toast of waiting.splice(0)) target(toast);
}
