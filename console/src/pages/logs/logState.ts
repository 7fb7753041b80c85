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
import type { AddressForm } from '../../components/useAddressState.ts';
import { type Days, parseDays } from '../../days.ts';
import { type ListPage, parsePage, setPage } from '../../listPage.ts';

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

function oneOf<T extends string>(all: readonly T[], text: string | null): T | null {
  return all.find((one) => one === text) ?? null;
}

/** Reads an address; what it leaves out or spells wrong takes its default. */
export function parseLogState(params: URLSearchParams): LogState {
  return {
    mode: oneOf(MODES, params.get('mode')),
    days: parseDays(params),
    status: oneOf(PUBLIC_STATUSES, params.get('status')),
    direction: oneOf(DIRECTIONS, params.get('direction')),
    q: (params.get('q') ?? '').slice(0, MAX_SEARCH),
    ...parsePage(params),
  };
}

/** The address of a state, whole: a link that leaves out defaults would change its meaning with them. */
export function formatLogState({
  mode,
  days,
  status,
  direction,
  q,
  page,
  pageSize,
}: LogState): URLSearchParams {
  const params = new URLSearchParams();
  if (mode) params.set('mode', mode);
  for (const [name, value] of Object.entries(days)) params.set(name, value);
  if (status) params.set('status', status);
  if (direction) params.set('direction', direction);
  if (q) params.set('q', q);
  setPage(params, { page, pageSize });
  return params;
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

export function toNavigation({ days, pageSize, ...rest }: LogState): LogNavigation {
  const filter = 'range' in days ? { filterBy: days.range } : { filterBy: 'custom' as const, ...days };
  return { ...rest, ...filter, itemsPerPage: pageSize };
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

export const LOG_ADDRESS: AddressForm<LogState> = {
  parse: parseLogState,
  format: formatLogState,
  fromNavigation,
};

/** What the server is asked for. */
export function toFilter(state: LogState, mode: Mode, projectId: string): LogFilter {
  return {
    projectId,
    mode,
    ...state.days,
    status: state.status ?? undefined,
    direction: state.direction ?? undefined,
    q: state.q.trim() || undefined,
    pageNum: state.page - 1,
    pageSize: state.pageSize,
  };
}

/** Whether anything but the days narrows the list. */
export const isFiltered = ({ status, direction, q }: LogState): boolean =>
  status !== null || direction !== null || q.trim() !== '';
