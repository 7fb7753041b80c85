// One thread: its newest messages as they change, the older ones as they are asked for, and the mark that it
// is read.
import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { markRead, readOlder, type Scope, threadQuery } from '../../api/conversations.ts';
import { type Held, NOTHING, withNewest, withOlder } from './messages.ts';

/** Put on a page by the key of its thread: another one begins with nothing. */
export function useThread(place: Scope, number: string, onRead: (number: string) => void) {
  const newest = useQuery(threadQuery(place, number));
  const [held, setHeld] = useState<Held & { seen?: unknown }>(NOTHING);
  const [above, setAbove] = useState<'loading' | 'failed'>();
  if (newest.data && newest.data !== held.seen)
    setHeld({ ...withNewest(held, newest.data), seen: newest.data });
  useReading(place, number, held, onRead);

  async function loadOlder(): Promise<void> {
    const first = held.messages[0];
    if (above === 'loading' || !first || !held.older) return;
    setAbove('loading');
    try {
      const page = await readOlder(place, number, first.id);
      // Where the thread began anew meanwhile, it does not go before what is there now.
      setHeld((now) => (now.messages[0]?.id === first.id ? { ...now, ...withOlder(now, page) } : now));
      setAbove(undefined);
    } catch {
      setAbove('failed');
    }
  }
  return { newest, ...held, above, loadOlder };
}

/** What came in is read once it is there on a page that is in sight. */
function useReading(
  place: Scope,
  number: string,
  { messages }: Held,
  onRead: (number: string) => void,
): void {
  const queries = useQueryClient();
  const visible = useDocumentVisibility() === 'visible';
  const last = messages.findLast(({ direction }) => direction === 'INCOMING')?.id;
  const marked = useRef<string>(undefined);
  const tell = useEffectEvent(() => onRead(number));
  useEffect(() => {
    if (!visible || !last || last === marked.current) return;
    marked.current = last;
    markRead(place, number, last).then(
      () => {
        tell();
        for (const part of ['list', 'unread'])
          void queries.invalidateQueries({ queryKey: ['conversations', part] });
      },
      // The next message, or the next look, marks it again.
      () => {
        marked.current = undefined;
      },
    );
  }, [queries, place, number, last, visible]);
}
