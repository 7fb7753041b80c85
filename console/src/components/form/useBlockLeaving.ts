// Blocks navigation while a request is in flight.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * While `busy`, the browser confirms before it closes the tab, and navigation (including Back) is blocked.
 * Otherwise users could not tell which messages were sent.
 */
export function useBlockLeaving(busy: boolean): void {
  const blocker = useBlocker(busy);
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);
}
