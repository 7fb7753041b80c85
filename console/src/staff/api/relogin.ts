// The meeting point of staff's calls that met a dead session and the dialog that brings it back.

type Pending = { finished: Promise<boolean>; finish: (signedIn: boolean) => void };

let pending: Pending | null = null;
const listeners = new Set<() => void>();

function setPending(next: Pending | null): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog, or joins the one that is open. Resolves to true when the calls may be repeated. */
export function requestRelogin(): Promise<boolean> {
  if (!pending) {
    let finish: (signedIn: boolean) => void = () => {};
    const finished = new Promise<boolean>((resolve) => {
      finish = resolve;
    });
    setPending({ finished, finish });
  }
  return pending?.finished ?? Promise.resolve(false);
}

/** Closes the dialog and tells every waiting call whether to repeat. */
export function finishRelogin(signedIn: boolean): void {
  const closing = pending;
  setPending(null);
  closing?.finish(signedIn);
}

/** Whether the dialog shows. */
export const isReloginPending = (): boolean => pending !== null;

export function subscribeRelogin(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
