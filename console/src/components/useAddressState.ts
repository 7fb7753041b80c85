// The state of a list with a mode, kept in its address.
import type { Mode } from '@godwit/contract/statuses';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useProfile } from '../session/context.ts';
import { effectiveMode, useMode } from '../session/mode.ts';
import { storedMode, storeMode } from '../session/storage.ts';

const PAGE_DEFAULT: Mode = 'LIVE';

/** What every such state has; `mode` is null while the address names none, and the stored mode holds. Pages count from one. */
type ListState = { mode: Mode | null; page: number };

/** How a state is read and written. */
export type AddressForm<State extends ListState> = {
  /** Reads an address; what it leaves out or spells wrong takes its default. */
  parse: (params: URLSearchParams) => State;
  format: (state: State) => URLSearchParams;
  /** Reads navigation state, whoever wrote it; null where there is none. */
  fromNavigation: (state: unknown) => State | null;
};

/** Changes parts of the state. Anything but a page itself leads to the first page. */
export type ChangeState<State> = (part: Partial<State>, options?: { replace?: boolean }) => void;

/**
 * The address holds the state; where it is bare, the navigation state that details give back does. Its mode and the
 * stored one are kept alike, so that the mode on screen is the one the next page works in: an address that names a
 * mode stores it, and a flip of the switch (here or in another tab) leads to the first page of the other mode.
 */
export function useAddressState<State extends ListState>(form: AddressForm<State>) {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const { id_verified: verified } = useProfile();
  const held = useMode(PAGE_DEFAULT);
  const given = params.size === 0 ? form.fromNavigation(location.state) : null;
  const state = given ?? form.parse(params);
  const asked = state.mode;
  const isBare = params.size === 0;

  const change: ChangeState<State> = (part, { replace = false } = {}) => {
    const next = form.format({ ...state, page: 1, ...part });
    // Choosing what is chosen already is no step to come back to.
    if (String(next) !== String(params)) setParams(next, { replace, preventScrollReset: replace });
  };
  const keep = (kept: ListState) => change(kept as Partial<State>, { replace: true });

  useEffect(() => {
    const stored = effectiveMode(verified, storedMode(), PAGE_DEFAULT);
    if (verified && asked && asked !== stored) storeMode(asked);
  }, [verified, asked]);

  // After the effect above, so that the stored mode differs from the address only where it was changed since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` is made anew on every render
  useEffect(() => {
    const stored = effectiveMode(verified, storedMode(), PAGE_DEFAULT);
    if (asked && asked !== stored) keep({ mode: stored, page: 1 });
    else if (!asked || isBare) keep({ mode: stored, page: state.page });
  }, [verified, asked, held, isBare]);

  const mode: Mode = verified ? (asked ?? held) : 'TEST';
  return { state, mode, change };
}
