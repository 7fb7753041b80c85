// What SMS Logs shows, as its address carries it, so that reload, back and a shared link show the same; and as the
// navigation state that details carry and give back.
import type { Range } from '@godwit/contract/ranges';
import {
  DIRECTIONS,
  type Direction,
  MODES,
  type Mode,
  PUBLIC_STATUSES,
  type PublicStatus,
} from '@godwit/contract/statuses';
import type { LogFilter } from '../../api/messages.ts';
import { type ListPage, oneOf, parseSearch } from '../../components/address.ts';
import { type Days, parseDays } from '../../days.ts';

/** Longest search the server takes, in characters. */
export const MAX_SEARCH = 64;

export type LogState = {
  /** null while the address names none; the stored mode holds then. */
  mode: Mode | null;
  days: Days;
  status: PublicStatus | null;
  direction: Direction | null;
  q: string;
} & ListPage;

/** Reads an address; what it leaves out or spells wrong takes its default. */
export function parseLogState(params: URLSearchParams): LogState {
  return {
    mode: oneOf(MODES, params.get('mode')),
    days: parseDays(params),
    status: oneOf(PUBLIC_STATUSES, params.get('status')),
    direction: oneOf(DIRECTIONS, params.get('direction')),
    ...parseSearch(params, MAX_SEARCH),
  };
}

/** The navigation state under the specification's names, with our filters beside them. */
export type LogNavigation = {
  mode: Mode | null;
  page: number;
  from?: string;
  to?: string;
  filterBy: Range | 'custom';
  itemsPerPage: number;
  status: PublicStatus | null;
  direction: Direction | null;
  q: string;
};

/** The navigation state of a message that was opened from its campaign. */
export type FromCampaign = { campaign: string };

/** The campaign that a message was opened from; null where it was not. */
export function campaignOf(state: unknown): string | null {
  const isObject = state !== null && typeof state === 'object' && 'campaign' in state;
  return isObject && typeof state.campaign === 'string' ? state.campaign : null;
}

export function toNavigation({ days, page_size, ...rest }: LogState): LogNavigation {
  const filter = 'range' in days ? { filterBy: days.range } : { filterBy: 'custom' as const, ...days };
  return { ...rest, ...filter, itemsPerPage: page_size };
}

const ADDRESS_NAMES: Record<string, string> = { filterBy: 'range', itemsPerPage: 'page_size' };

/** Reads navigation state, whoever wrote it; null where there is none. */
export function fromNavigation(state: unknown): LogState | null {
  if (state === null || typeof state !== 'object' || !('filterBy' in state)) return null;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (typeof value === 'string' || typeof value === 'number') {
      params.set(ADDRESS_NAMES[name] ?? name, String(value));
    }
  }
  return parseLogState(params);
}

/** What the server is asked for. */
export function toFilter(
  { days, status, direction, q, ...page }: LogState,
  mode: Mode,
  projectId: string,
): LogFilter {
  return {
    projectId,
    mode,
    ...days,
    status: status ?? undefined,
    direction: direction ?? undefined,
    q: q.trim() || undefined,
    pageNum: page.page - 1,
    pageSize: page.page_size,
  };
}

/** Whether anything but the days narrows the list. */
export const isFiltered = ({ status, direction, q }: LogState): boolean =>
  status !== null || direction !== null || q.trim() !== '';
