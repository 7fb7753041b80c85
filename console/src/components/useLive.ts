// Keeps a page up to date by itself while it is looked at.
import type { Mode } from '@godwit/contract/statuses';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listen } from '../api/live.ts';
import { createRefresher } from '../api/refresh.ts';

const POLL_MS = 15_000;

/**
 * Has what the page shows of a project and mode read again when something changes, while the page is visible; and now and then
 * while the connection that would tell of it is down. Nothing happens as long as one of the two is not known.
 */
export function useLive(projectId: string | undefined, mode: Mode | null): void {
  const client = useQueryClient();
  const visible = useDocumentVisibility() === 'visible';
  useEffect(() => {
    if (!projectId || !mode || !visible) return;
    const { take, stop } = createRefresher(client);
    let isUp = false;
    const close = listen(
      { projectId, mode },
      {
        onEvent: take,
        onConnected: (now) => {
          isUp = now;
        },
      },
    );
    const poll = setInterval(() => isUp || take({ name: 'refresh', data: {} }), POLL_MS);
    return () => {
      close();
      stop();
      clearInterval(poll);
    };
  }, [client, projectId, mode, visible]);
}
