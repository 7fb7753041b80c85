// The data that the page on screen keeps up to date by itself. The shell (Shell.tsx) listens for it, over one
// connection for all pages.
import type { Mode } from '@godwit/contract/messages/statuses';
import { useEffect, useSyncExternalStore } from 'react';
import type { LivePlace } from '../../api/live.ts';

let shown: LivePlace | null = null;
const listeners = new Set<() => void>();

function show(place: LivePlace | null): void {
  shown = place;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Has what the page shows of a project and mode read again when something changes, besides what is the
 * team's. Nothing happens as long as one of the two is not known.
 */
export function useLive(projectId: string | undefined, mode: Mode | null): void {
  useEffect(() => {
    if (!projectId || !mode) return;
    show({ projectId, mode });
    return () => show(null);
  }, [projectId, mode]);
}

/** Of what the page that is open wants to hear; null where it wants nothing but what is the team's. */
export const useLivePlace = (): LivePlace | null => useSyncExternalStore(subscribe, () => shown);
