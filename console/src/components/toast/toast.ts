// Queues toasts. Mantine's notifications load with the first one, so no page waits for them.
import { errorMessage } from '../../api/errors.ts';

export type Toast = {
  kind: 'success' | 'info' | 'error';
  message: string;
  /**
   * Undoes the action and resolves to the text of the next toast. The toast stays longer and has a button.
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

/** For a completed action; a null `undo` means that it cannot be undone. */
export const toastUndo = (message: string, undo: (() => Promise<string>) | null): void =>
  add({ kind: 'success', message, ...(undo ? { undo } : {}) });

/** For information that is neither a success nor a failure. */
export const toastInfo = (message: string): void => add({ kind: 'info', message });

/** Shows a text, or the text of a failed call. */
export const toastError = (problem: unknown): void =>
  add({ kind: 'error', message: typeof problem === 'string' ? problem : errorMessage(problem) });

/** Whether a toast was ever requested. ToastHost then loads the notifications. */
export const isToastRequested = (): boolean => show !== null || waiting.length > 0;

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Sets the function that shows toasts and passes it the queued ones. */
export function connectToasts(target: (toast: Toast) => void): void {
  show = target;
  for (const toast of waiting.splice(0)) target(toast);
}
