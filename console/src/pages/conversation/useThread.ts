// Loads one thread: its newest messages as they change, and older ones on request. Marks the thread as read.
import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { markRead, readOlder, type Scope, threadQuery } from '../../api/conversations.ts';
import { type LoadedMessages, mergeNewest, NO_MESSAGES, prependOlder } from './messages.ts';

/** The state does not reset when `number` changes: give the component the thread as its `key`. */
export function useThread(scope: Scope, number: string, onRead: (number: string) => void) {
  const newest = useQuery(threadQuery(scope, number));
  const [loaded, setLoaded] = useState<LoadedMessages & { merged?: unknown }>(NO_MESSAGES);
  const [olderState, setOlderState] = useState<'loading' | 'failed'>();
  if (newest.data && newest.data !== loaded.merged)
    setLoaded({ ...mergeNewest(loaded, newest.data), merged: newest.data });
  useMarkAsRead(scope, number, loaded, onRead);

  async function loadOlder(): Promise<void> {
    const first = loaded.messages[0];
    if (olderState === 'loading' || !first || !loaded.older) return;
    setOlderState('loading');
    try {
      const page = await readOlder(scope, number, first.id);
      // If the newest page has replaced the loaded messages since, this page does not precede them.
      setLoaded((now) => (now.messages[0]?.id === first.id ? { ...now, ...prependOlder(now, page) } : now));
      setOlderState(undefined);
    } catch {
      setOlderState('failed');
    }
  }
  return { newest, ...loaded, olderState, loadOlder };
}

/** Marks incoming messages as read once they are loaded and the browser tab is visible. */
function useMarkAsRead(
  scope: Scope,
  number: string,
  { messages }: LoadedMessages,
  onRead: (number: string) => void,
): void {
  const queries = useQueryClient();
  const visible = useDocumentVisibility() === 'visible';
  const last = messages.findLast(({ direction }) => direction === 'INCOMING')?.id;
  const marked = useRef<string>(undefined);
  const notifyRead = useEffectEvent(() => onRead(number));
  useEffect(() => {
    if (!visible || !last || last === marked.current) return;
    marked.current = last;
    markRead(scope, number, last).then(
      () => {
        notifyRead();
        for (const part of ['list', 'unread'])
          void queries.invalidateQueries({ queryKey: ['conversations', part] });
      },
      // The next message, or the next time the tab becomes visible, tries again.
      () => {
        marked.current = undefined;
      },
    );
  }, [queries, scope, number, last, visible]);
}
