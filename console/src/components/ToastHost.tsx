// Puts the toasts' part of the kit on the page when the first toast is asked for.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { subscribeToasts, toastsWanted } from './toast.ts';

const Toasts = lazy(async () => ({ default: (await import('./Toasts.tsx')).Toasts }));

export function ToastHost() {
  const wanted = useSyncExternalStore(subscribeToasts, toastsWanted);
  return wanted ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
