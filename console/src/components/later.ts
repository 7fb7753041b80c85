// Parts of a page that come in a bundle of their own, so that what is seen first does not wait for them.
import { type ComponentType, lazy } from 'react';

/**
 * The component that `load` brings, by several tries, without a connection as soon as there is one: until then its place stays as it is, and
 * what was typed around it too. Where the last try fails, the page says that it failed.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await bySeveralTries(load) }));
}

// Between tries, doubled each time; together as long as a server takes that is started again.
const FIRST_WAIT_MS = 500;
const LAST_WAIT_MS = 8_000;

/** What `load` gives, asked for again while it fails. */
export async function bySeveralTries<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let wait = FIRST_WAIT_MS; wait <= LAST_WAIT_MS; wait *= 2) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
      await connected();
    }
  }
  return load();
}

const connected = () =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }));
