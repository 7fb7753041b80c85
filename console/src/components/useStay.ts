// Keeps a person on the page while leaving it would leave something unclear.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/**
 * While `busy`, closing the tab asks first and other pages, the browser's Back among them, do not open: it would remain unclear
 * which messages went.
 */
export function useStay(busy: boolean): void {
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
