// Retries dynamic imports that failed to load.

/** Loads a module and retries once if that fails. */
export const loadWithOneRetry = <Module>(load: () => Promise<Module>): Promise<Module> =>
  load().catch((error) => reloadModule(error, load));

/**
 * Imports a module again after a failure. A browser caches the failure for as long as the page is open (HTML
 * Standard, "fetch a single module script"), so the retry adds a query. Safari does not name the file in the
 * error, but it retries by itself.
 */
export async function reloadModule<Module>(error: unknown, load: () => Promise<Module>): Promise<Module> {
  const file = /https?:\/\/\S+\.js/.exec(String(error))?.[0];
  return file ? import(/* @vite-ignore */ `${file}?${Date.now()}`) : load();
}
