// Retries dynamic imports that failed to load.

/** Loads a module and retries once if that fails. */
export const loadWithOneRetry = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch((error) => reloadModule(error, load));

/**
 * Imports a module again after a failure. The browser caches the failure until the page is closed (HTML
 * Standard, "fetch a single module script"), so the retry adds a query. Safari's error does not name the
 * file, but Safari retries by itself.
 */
export async function reloadModule<Module>(error: unknown, load: () => Promise<Module>): Promise<Module> {
  const file = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
  return file ? import(/* @vite-ignore */ `${file}?${Date.now()}`) : load();
}
