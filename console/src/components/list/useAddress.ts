// The state of a list in its address, so that reload, back and a shared link show the same.
import type { Mode } from '@godwit/contract/messages/statuses';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useProfile } from '../../session/context.ts';
import { useMode } from '../../session/mode.ts';

export const PAGE_SIZES = [25, 50, 75, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** `page` is counted from one, as on screen. */
export type ListPage = { page: number; page_size: PageSize };

const MAX_PAGE = 100_000;

/** Parts that an address leaves out or spells wrong get their defaults. */
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
 * Returns the whole address of a state: a link that leaves out defaults would change its meaning with them.
 * Values that are null or empty are left out; a value with parts, such as days, is written by the names of
 * its parts.
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
    // The mode is every page's, see session/mode.ts.
    const stays = (one: [string, string]) => !isOwn(one) || (one[0] === 'mode' && !('mode' in state));
    const next = new URLSearchParams([...params].filter(stays));
    for (const [name, value] of formatAddress({ ...state, ...first, ...part }))
      next.set(prefix + name, value);
    // Choosing what is chosen already is no step to come back to.
    if (String(next) === String(params)) return;
    // The navigation state stays, since a page finds its way back in it.
    setParams(next, { replace, preventScrollReset: replace || isPart, state: location.state });
  };
  return { state, change };
}

/** Every state with a mode has these, a list's with its page; `mode` is null while the address names none. */
type WithMode = { mode: Mode | null; page?: number };

/**
 * The same for a list with a mode. If the address is bare, the navigation state that details give back holds,
 * read by `fromNavigation` (null if there is none), and is written into the address.
 */
export function useModeAddress<State extends WithMode>(
  parse: (params: URLSearchParams) => State,
  fromNavigation: (state: unknown) => State | null,
): Address<State> & { mode: Mode } {
  const location = useLocation();
  const { id_verified } = useProfile();
  const held = useMode();
  const isBare = location.search === '';
  const { state, change } = useAddress(
    (params) => (isBare ? fromNavigation(location.state) : null) ?? parse(params),
  );
  const asked = state.mode;
  const mode = id_verified ? (asked ?? held) : 'TEST';
  const keep = useEffectEvent((mode: Mode) => {
    const kept: WithMode = { ...('page' in state && { page: state.page }), mode };
    change(kept as Partial<State>, { replace: true });
  });
  useEffect(() => {
    if (isBare || asked !== mode) keep(mode);
  }, [isBare, asked, mode]);

  return { state, change, mode };
}
