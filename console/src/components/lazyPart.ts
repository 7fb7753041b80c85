// Lazy components in separate bundles, which keep the first screen fast.
import { type ComponentType, lazy } from 'react';
import { loadWithOneRetry, reloadModule } from '../reload.ts';

/**
 * Returns the component `name` of a lazy module. Loading retries several times and waits for a connection if
 * offline. The page keeps its state and typed values while it loads. If the last try fails, the page shows an
 * error.
 */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazy(async () => ({
    default: (await loadWithRetries(load))[name] as ComponentType<PropsOf<Module[Name]>>,
  }));
}

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

/** Loads the page of a route and silently retries once. */
export const page = (load: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await loadWithOneRetry(load)).default,
});

// The wait doubles after each try. The total covers a server restart.
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 8_000;

/** Loads a module and retries with backoff. */
export async function loadWithRetries<Module>(load: () => Promise<Module>): Promise<Module> {
  let next = load;
  for (let wait = FIRST_WAIT_MS; wait <= LAST_WAIT_MS; wait *= 2) {
    try {
      return await next();
    } catch (error) {
      next = () => reloadModule(error, load);
      await new Promise((resolve) => setTimeout(resolve, wait));
      await connected();
    }
  }
  return next();
}

const connected = () =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }));
