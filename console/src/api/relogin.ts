// The meeting point of calls that met a dead session and the dialog that brings it back: one in the console, one for staff.
import { useSyncExternalStore } from 'react';
import { clearSession, storedProjectId } from '../session/storage.ts';

type Pending<Before> = {
  before: Before;
  finished: Promise<boolean>;
  finish: (signedIn: boolean) => void;
};

/** Opens a meeting point; `endSession` is called as the dialog opens, and gives what it has to know of the session that ended. */
export function openRelogin<Before>(endSession: () => Before) {
  let pending: Pending<Before> | null = null;
  const listeners = new Set<() => void>();

  function setPending(next: Pending<Before> | null): void {
    pending = next;
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  return {
    /** Opens the dialog, or joins the one that is open. Resolves to true when the calls may be repeated. */
    request(): Promise<boolean> {
      if (pending) return pending.finished;
      const { promise: finished, resolve: finish } = Promise.withResolvers<boolean>();
      setPending({ before: endSession(), finished, finish });
      return finished;
    },
    /** Closes the dialog and tells every waiting call whether to repeat. */
    finish(signedIn: boolean): void {
      const closing = pending;
      setPending(null);
      closing?.finish(signedIn);
    },
    /** What the dialog shows for: null while no session has ended. */
    usePending: (): { before: Before } | null => useSyncExternalStore(subscribe, () => pending),
  };
}

/** The console's own; the project comes back if the same person does. */
export const relogin = openRelogin(() => {
  const projectId = storedProjectId();
  clearSession();
  return { projectId };
});
