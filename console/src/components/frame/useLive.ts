// The project and mode whose events the page on screen needs. The shell listens for them over one connection.
import type { Mode } from '@godwit/contract/messages/statuses';
import { useEffect, useSyncExternalStore } from 'react';
import type { LiveScope } from '../../api/live.ts';

let shown: LiveScope | null = null;
const listeners = new Set<() => void>();

function show(scope: LiveScope | null): void {
  shown = scope;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Reloads the page's data of a project and mode when it changes. Does nothing while either is unknown. The
 * team's data always reloads.
 */
export function useLive(projectId: string | undefined, mode: Mode | null): void {
  useEffect(() => {
    if (!projectId || !mode) return;
    show({ projectId, mode });
    return () => show(null);
  }, [projectId, mode]);
}

/** The project and mode of the open page, or null if it needs only the team's events. */
export const useLiveScope = (): LiveScope | null => useSyncExternalStore(subscribe, () => shown);
