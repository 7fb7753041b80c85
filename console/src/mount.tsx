// Starts a bundle in its page: theme, text, toasts, routes. Our styles are imported first, because they
// declare the order of the layers.
import './kit.css';
import '@mantine/core/styles.layer.css';
import './fonts.css';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { lazy, StrictMode, Suspense, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router';
import { isToastRequested, subscribeToasts } from './components/toast/toast.ts';
import { storedScheme, storeScheme, subscribeToStorage } from './session/storage.ts';
import { Texts } from './text/withTexts.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

type Bundle = { routes: RouteObject[]; texts: Record<string, string> };

/** Renders a bundle into `#root`. */
export function mount({ routes, texts }: Bundle): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  // Mantine's scroll lock adds a style element and reads its nonce from this name.
  Object.assign(globalThis, { __webpack_nonce__: nonce });

  let stopWatching = () => {};
  const schemeManager: MantineColorSchemeManager = {
    get: () => storedScheme(),
    set: storeScheme,
    subscribe: (onUpdate) => {
      stopWatching = subscribeToStorage(() => onUpdate(storedScheme()));
    },
    unsubscribe: () => stopWatching(),
    clear: () => storeScheme('auto'),
  };

  const router = createBrowserRouter(routes);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');

  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={schemeManager}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <Texts texts={texts}>
          <ToastHost />
          <RouterProvider router={router} />
        </Texts>
      </MantineProvider>
    </StrictMode>,
  );
}

// Loads Mantine's toasts when the first toast is shown.
const Toasts = lazy(async () => ({ default: (await import('./components/toast/Toasts.tsx')).Toasts }));

function ToastHost() {
  const requested = useSyncExternalStore(subscribeToasts, isToastRequested);
  return requested ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
