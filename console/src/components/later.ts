// Parts of a page that come in a bundle of their own, so that what is seen first does not wait for them.
import { type ComponentType, lazy } from 'react';

/**
 * The component that `load` brings. Where it does not come, it is asked for once more, without a connection as soon as there is
 * one: until then its place stays as it is, and what was typed around it too.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(() => connected().then(load)) }));
}

const connected = () =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }));
