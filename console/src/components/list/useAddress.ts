// The state of a list in the page's address, for reloads, Back and shared links.
import { MAX_SEARCH } from '@godwit/contract/common';
import type { Mode } from '@godwit/contract/messages/statuses';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useProfile } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';
import { useIsLeaving } from '../../session/useIsLeaving.ts';

export const PAGE_SIZES = [25, 50, 75, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** `page` starts at 1, as on screen. */
export type ListPage = { page: number; page_size: PageSize };

const MAX_PAGE = 100_000;

/** Missing or invalid values get their defaults. */
export function parsePage(params: URLSearchParams): ListPage {
  const page = Number(params.get('page'));
  const size = Number(params.get('page_size'));
  return {
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    page_size: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
  };
}

/** Also reads a search text, cut to the length that the server accepts. */
export const parseSearch = (params: URLSearchParams): ListPage & { q: string } => ({
  q: (params.get('q') ?? '').slice(0, MAX_SEARCH),
  ...parsePage(params),
});

/** The value if it is one of those allowed, else null. */
export const oneOf = <Value extends string>(all: readonly Value[], text: string | null): Value | null =>
  all.find((one) => one === text) ?? null;

/**
 * Returns the parameters of a state. Includes defaults, because a link without them would change its meaning
 * if a default changes. Omits null and empty values; an object, such as days, becomes one parameter per
 * property.
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

/** The page as the API counts it, from zero. */
export const toPageQuery = ({ page, page_size }: ListPage) => ({ page_num: page - 1, page_size });

/** Changes parts of the state. All changes except of the page return to the first page. */
export type Change<State> = (part: Partial<State>, options?: { replace?: boolean }) => void;

export type Address<State> = { state: State; change: Change<State> };

type Options = {
  /** Distinguishes this list's parameters from those of another list on the page. */
  prefix?: string;
  /** The list is one of several parts of its page, so a change does not scroll the page. */
  isPart?: boolean;
};

/** @param parse reads the parameters, with defaults for missing or invalid ones */
export function useAddress<State extends object>(
  parse: (params: URLSearchParams) => State,
  { prefix = '', isPart = prefix !== '' }: Options = {},
): Address<State> {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const isLeaving = useIsLeaving();
  const isOwn = ([name]: [string, string]) => name.startsWith(prefix);
  const own = [...params].filter(isOwn).map(([name, value]) => [name.slice(prefix.length), value]);
  const state = parse(new URLSearchParams(own));

  const change: Change<State> = (part, { replace = false } = {}) => {
    const first = 'page' in state ? { page: 1 } : {};
    // All pages share the mode; see session/mode.ts.
    const stays = (one: [string, string]) => !isOwn(one) || (one[0] === 'mode' && !('mode' in state));
    const next = new URLSearchParams([...params].filter(stays));
    for (const [name, value] of formatAddress({ ...state, ...first, ...part }))
      next.set(prefix + name, value);
    // Selecting the current value adds no history entry.
    if (String(next) === String(params)) return;
    // A search that ends after a click on a link does not undo the click; nor does a page number that data
    // corrects.
    if (replace && isLeaving()) return;
    // Keeps the navigation state, because the page's back link uses it.
    setParams(next, { replace, preventScrollReset: replace || isPart, state: location.state });
  };
  return { state, change };
}

/** The state of a list with a mode. `mode` is null if the address has none. */
type WithMode = { mode: Mode | null; page?: number };

/**
 * Like useAddress, for a list with a mode. If the address has no parameters, the state comes from the
 * navigation state of a details page, which `fromNavigation` reads, and is written to the address.
 */
export function useModeAddress<State extends WithMode>(
  parse: (params: URLSearchParams) => State,
  fromNavigation: (state: unknown) => State | null,
): Address<State> & { mode: Mode } {
  const location = useLocation();
  const { id_verified } = useProfile();
  const currentMode = useMode();
  const isBare = location.search === '';
  const { state, change } = useAddress(
    (params) => (isBare ? fromNavigation(location.state) : null) ?? parse(params),
  );
  const addressMode = state.mode;
  const mode = id_verified ? (addressMode ?? currentMode) : 'TEST';
  const write = useEffectEvent((mode: Mode) => {
    const part: WithMode = { ...('page' in state && { page: state.page }), mode };
    change(part as Partial<State>, { replace: true });
  });
  useEffect(() => {
    if (isBare || addressMode !== mode) write(mode);
  }, [isBare, addressMode, mode]);

  return { state, change, mode };
}
