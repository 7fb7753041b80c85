// Components in separate bundles, which keep the start bundle small.
import { type ComponentType, lazy } from 'react';
import { loadWithOneRetry, reloadModule } from '../reload.ts';
import { addTranslations, type TranslationPart } from '../text/language.ts';

/**
 * Returns the component `name` of a lazy module. If loading fails, it retries for several seconds and waits
 * for a connection, while the page keeps its state. If the last try fails, the page shows an error.
 */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazy(async () => ({
    default: (await loadWithRetries(load))[name] as ComponentType<PropsOf<Module[Name]>>,
  }));
}

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

/**
 * Loads the page of a route, with one silent retry, and the words that only this page shows, so that it is in
 * one language from its first render.
 */
export const page =
  (load: () => Promise<{ default: ComponentType }>, words?: TranslationPart) => async () => {
    const [{ default: Component }] = await Promise.all([
      loadWithOneRetry(load),
      words && addTranslations(words),
    ]);
    return { Component };
  };

// Each wait is twice the previous one. Together they outlast a restart of the server.
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 8_000;

/** Loads a module, with retries after growing waits. */
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
