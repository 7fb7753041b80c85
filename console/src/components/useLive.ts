// Keeps what is on screen up to date by itself while it is looked at, over one connection whatever the page.
import type { Mode } from '@godwit/contract/statuses';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { type LivePlace, listen } from '../api/live.ts';
import { createRefresher } from '../api/refresh.ts';

const POLL_MS = 15_000;

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
 * Has what the page shows of a project and mode read again when something changes, besides what is the team's. Nothing happens as
 * long as one of the two is not known.
 */
export function useLive(projectId: string | undefined, mode: Mode | null): void {
  useEffect(() => {
    if (!projectId || !mode) return;
    show({ projectId, mode });
    return () => show(null);
  }, [projectId, mode]);
}

/** Listens for the page that is shown while it is visible, and reads again now and then while the connection is down. */
export function useLiveConnection(): void {
  const client = useQueryClient();
  const visible = useDocumentVisibility() === 'visible';
  const place = useSyncExternalStore(subscribe, () => shown);
  useEffect(() => {
    if (!visible) return;
    const { take, stop } = createRefresher(client);
    let isUp = false;
    const close = listen(place, {
      onEvent: take,
      onConnected: (now) => {
        isUp = now;
      },
    });
    const poll = setInterval(() => isUp || take({ name: 'refresh', data: {} }), POLL_MS);
    return () => {
      close();
      stop();
      clearInterval(poll);
    };
  }, [client, place, visible]);
}
