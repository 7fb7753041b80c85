// Starts a bundle in its page: theme, text, toasts, routes.
// Our styles come first, as they say in which order the layers count.
import './kit.css';
import '@mantine/core/styles.layer.css';
import './fonts.css';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { lazy, StrictMode, Suspense, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router';
import { subscribeToasts, toastsWanted } from './components/toast/toast.ts';
import { storedScheme, storeScheme, subscribe } from './session/storage.ts';
import { Texts } from './text/withTexts.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

type Bundle = { routes: RouteObject[]; texts: Record<string, string> };

/** Draws a bundle into the page that loaded it. Throws where the page has no place for it. */
export function mount({ routes, texts }: Bundle): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  // The kit's scroll lock writes a style element of its own and asks this name for the nonce.
  Object.assign(globalThis, { __webpack_nonce__: nonce });

  let stopWatching = () => {};
  const schemeManager: MantineColorSchemeManager = {
    get: () => storedScheme(),
    set: storeScheme,
    subscribe: (onUpdate) => {
      stopWatching = subscribe(() => onUpdate(storedScheme()));
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

// Puts the toasts' part of the kit on the page when the first toast is asked for.
const Toasts = lazy(async () => ({ default: (await import('./components/toast/Toasts.tsx')).Toasts }));

function ToastHost() {
  const wanted = useSyncExternalStore(subscribeToasts, toastsWanted);
  return wanted ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null;
}
