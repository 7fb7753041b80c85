// The state of SMS Logs, kept in its address.
import type { Mode } from '@godwit/contract/statuses';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useProfile } from '../../session/context.ts';
import { effectiveMode, useMode } from '../../session/mode.ts';
import { storedMode, storeMode } from '../../session/storage.ts';
import { formatLogState, fromNavigation, type LogState, parseLogState } from './logState.ts';

const PAGE_DEFAULT: Mode = 'LIVE';

/** Changes parts of the state. Anything but a page itself leads to the first page. */
export type ChangeLog = (part: Partial<LogState>, options?: { replace?: boolean }) => void;

/**
 * The address holds the state; where it is bare, the navigation state that details give back does. Its mode and the
 * stored one are kept alike, so that the mode on screen is the one the next page works in: an address that names a
 * mode stores it, and a flip of the switch (here or in another tab) leads to the first page of the other mode.
 */
export function useLogState(): { state: LogState; mode: Mode; change: ChangeLog } {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const { id_verified: verified } = useProfile();
  const held = useMode(PAGE_DEFAULT);
  const given = params.size === 0 ? fromNavigation(location.state) : null;
  const state = given ?? parseLogState(params);
  const asked = state.mode;
  const isBare = params.size === 0;

  const change: ChangeLog = (part, { replace = false } = {}) => {
    const next = formatLogState({ ...state, page: 1, ...part });
    // Choosing what is chosen already is no step to come back to.
    if (String(next) !== String(params)) setParams(next, { replace, preventScrollReset: replace });
  };

  useEffect(() => {
    const stored = effectiveMode(verified, storedMode(), PAGE_DEFAULT);
    if (verified && asked && asked !== stored) storeMode(asked);
  }, [verified, asked]);

  // After the effect above, so that the stored mode differs from the address only where it was changed since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is made anew on every render
  useEffect(() => {
    const stored = effectiveMode(verified, storedMode(), PAGE_DEFAULT);
    if (asked && asked !== stored) change({ mode: stored }, { replace: true });
    else if (!asked || isBare) change({ mode: stored, page: state.page }, { replace: true });
  }, [verified, asked, held, isBare]);

  return { state, mode: verified ? (asked ?? held) : 'TEST', change };
}
