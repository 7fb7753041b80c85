// What a list shows, as its address carries it, so that reload, back and a shared link show the same.
import type { Mode } from '@godwit/contract/statuses';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { effectiveMode, useMode, useProfile } from '../session/context.ts';
import { storedMode, storeMode } from '../session/storage.ts';

export const PAGE_SIZES = [25, 50, 75, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** `page` is counted from one, as on screen. */
export type ListPage = { page: number; page_size: PageSize };

const MAX_PAGE = 100_000;

/** What an address leaves out or spells wrong takes its default. */
export function parsePage(params: URLSearchParams): ListPage {
  const page = Number(params.get('page'));
  const size = Number(params.get('page_size'));
  return {
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    page_size: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
  };
}

/** The same with a search, of which the server takes no more than `longest` characters. */
export const parseSearch = (params: URLSearchParams, longest = 100): ListPage & { q: string } => ({
  q: (params.get('q') ?? '').slice(0, longest),
  ...parsePage(params),
});

/** One of several words, or null. */
export const oneOf = <Word extends string>(all: readonly Word[], text: string | null): Word | null =>
  all.find((one) => one === text) ?? null;

/**
 * The address of a state, whole: a link that leaves out defaults would change its meaning with them. What is null or empty has no
 * place in it; what has parts, as days have, goes by the names of those.
 */
export function formatAddress(state: object): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value === null || value === '') continue;
    const parts = typeof value === 'object' ? Object.entries(value) : [[name, value]];
    for (const [part, text] of parts) params.set(String(part), String(text));
  }
  return params;
}

/** The page as the server counts, from zero. */
export const toPageQuery = ({ page, page_size }: ListPage) => ({ page_num: page - 1, page_size });

/** Changes parts of the state. Anything but a page itself leads to the first page. */
export type Change<State> = (part: Partial<State>, options?: { replace?: boolean }) => void;

export type Address<State> = { state: State; change: Change<State> };

type Options = {
  /** Keeps the names of this list apart from those of another in the same address. */
  prefix?: string;
  /** The list is one of several things on its page, which does not scroll when the list changes. */
  isPart?: boolean;
};

/** @param parse reads an address; what that leaves out or spells wrong takes its default */
export function useAddress<State extends object>(
  parse: (params: URLSearchParams) => State,
  { prefix = '', isPart = prefix !== '' }: Options = {},
): Address<State> {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const isOwn = ([name]: [string, string]) => name.startsWith(prefix);
  const own = [...params].filter(isOwn).map(([name, value]) => [name.slice(prefix.length), value]);
  const state = parse(new URLSearchParams(own));

  const change: Change<State> = (part, { replace = false } = {}) => {
    const first = 'page' in state ? { page: 1 } : {};
    const next = new URLSearchParams([...params].filter((one) => !isOwn(one)));
    for (const [name, value] of formatAddress({ ...state, ...first, ...part }))
      next.set(prefix + name, value);
    // Choosing what is chosen already is no step to come back to.
    if (String(next) === String(params)) return;
    // The navigation state stays, since a page finds its way back in it.
    setParams(next, { replace, preventScrollReset: replace || isPart, state: location.state });
  };
  return { state, change };
}

const PAGE_DEFAULT: Mode = 'LIVE';

/** What every state with a mode has, a list's with its page; `mode` is null while the address names none, and the stored mode holds. */
type WithMode = { mode: Mode | null; page?: number };

/**
 * The same for a list with a mode. Where the address is bare, the navigation state that details give back holds, read by
 * `fromNavigation` (null where there is none). The mode of the address and the stored one are kept alike, so that the mode on screen is
 * the one the next page works in: an address that names a mode stores it, and a flip of the switch (here or in another tab) leads to
 * the first page of the other mode.
 */
export function useModeAddress<State extends WithMode>(
  parse: (params: URLSearchParams) => State,
  fromNavigation: (state: unknown) => State | null,
): Address<State> & { mode: Mode } {
  const location = useLocation();
  const { id_verified: verified } = useProfile();
  const held = useMode(PAGE_DEFAULT);
  const isBare = location.search === '';
  const { state, change } = useAddress(
    (params) => (isBare ? fromNavigation(location.state) : null) ?? parse(params),
  );
  const asked = state.mode;
  const keep = (kept: WithMode) => change(kept as Partial<State>, { replace: true });

  useEffect(() => {
    const stored = effectiveMode(verified, storedMode(), PAGE_DEFAULT);
    if (verified && asked && asked !== stored) storeMode(asked);
  }, [verified, asked]);

  // After the effect above, so that the stored mode differs from the address only where it was changed since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` is made anew on every render
  useEffect(() => {
    const stored = effectiveMode(verified, storedMode(), PAGE_DEFAULT);
    if (asked && asked !== stored) keep({ mode: stored });
    else if (!asked || isBare) keep({ ...('page' in state && { page: state.page }), mode: stored });
  }, [verified, asked, held, isBare]);

  return { state, change, mode: verified ? (asked ?? held) : 'TEST' };
}
