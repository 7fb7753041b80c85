// TEST or LIVE: one stored choice, and each page's own default while nothing has been chosen.
import type { Mode } from '@godwit/contract/statuses';
import { useSyncExternalStore } from 'react';
import { useProfile } from './context.ts';
import { storedMode, storeMode, subscribe } from './storage.ts';

/**
 * The mode that holds. Without a verified identity it is TEST whatever is stored; else the stored one; else the page's
 * default, which looking at the page does not store.
 */
export function effectiveMode(verified: boolean, stored: Mode | null, pageDefault: Mode): Mode {
  return verified ? (stored ?? pageDefault) : 'TEST';
}

/** What a flip of the switch does: without a verified identity it changes nothing and asks for verification. */
export function flipMode(verified: boolean, wanted: Mode): 'changed' | 'verify' {
  if (!verified) return 'verify';
  storeMode(wanted);
  return 'changed';
}

/** The mode of a page: 'TEST' is the default on the dashboard, 'LIVE' elsewhere. ModeSwitch flips it. */
export function useMode(pageDefault: Mode): Mode {
  const { id_verified } = useProfile();
  const stored = useSyncExternalStore(subscribe, storedMode);
  return effectiveMode(id_verified, stored, pageDefault);
}
