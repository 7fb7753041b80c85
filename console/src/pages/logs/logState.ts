// The state of SMS Logs. It is in the address, so reload, Back and shared links show the same list. The
// details page receives and returns it as navigation state.
import { FAILURE_CODES } from '@godwit/contract/messages/failures';
import { DIRECTIONS, MODES, type Mode, SHOWN_STATUSES } from '@godwit/contract/messages/statuses';
import type { LogFilter } from '../../api/messages.ts';
import { formatAddress, oneOf, parseSearch, toPageQuery } from '../../components/list/useAddress.ts';
import { DEFAULT_DAYS, parseDays } from '../../days.ts';
import { paths } from '../../paths.ts';

/** Parses an address. Missing and invalid values take their defaults. */
export const parseLogState = (params: URLSearchParams) => ({
  mode: oneOf(MODES, params.get('mode')),
  days: parseDays(params),
  status: oneOf(SHOWN_STATUSES, params.get('status')),
  direction: oneOf(DIRECTIONS, params.get('direction')),
  failure: oneOf(FAILURE_CODES, params.get('failure')),
  // Null is the newest first. No index has another column in order, so the log sorts by time alone.
  sort: oneOf(['ASC'], params.get('sort')),
  ...parseSearch(params),
});
export type LogState = ReturnType<typeof parseLogState>;

/** Whether an address has the state of the log, which names its page. A link to a message alone has none. */
export const hasList = (params: URLSearchParams): boolean => params.has('page');

/** The navigation state of a message opened from its campaign: the campaign's id. */
export type FromCampaign = { campaign: string };

/** The navigation state of a message opened from the page of a person: the page's address. */
export type FromPerson = { person: string };

/** The navigation state of a message opened from the log of callbacks: the log's address. */
export type FromCallbacks = { callbacks: string };

/**
 * Returns the address that a message was opened from: its campaign, its conversation, a person or the log of
 * callbacks. Otherwise null.
 */
export function openerPath(state: unknown): string | null {
  if (state === null || typeof state !== 'object') return null;
  const { campaign, callbacks, conversation, person } = state as Record<string, unknown>;
  if (typeof campaign === 'string') return paths.campaign(campaign);
  if (typeof conversation === 'string') return `${paths.conversations}?${conversation}`;
  if (typeof person === 'string' && person.startsWith('/people/')) return person;
  return typeof callbacks === 'string' && callbacks.startsWith('/settings/') ? callbacks : null;
}

/** Builds the navigation state: the names of the specification, with our filters added. */
export function toNavigation({ days, page_size, ...rest }: LogState) {
  const filter = 'range' in days ? { filterBy: days.range } : { filterBy: 'custom' as const, ...days };
  return { ...rest, ...filter, itemsPerPage: page_size };
}

export type LogNavigation = ReturnType<typeof toNavigation>;

const ADDRESS_NAMES: Record<string, string> = { filterBy: 'range', itemsPerPage: 'page_size' };

/** Reads any navigation state. Returns null if it holds no log state. */
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

/** The filter of a request to the server. */
export const toFilter = (state: LogState, mode: Mode, projectId: string): LogFilter => ({
  project_id: projectId,
  mode,
  ...state.days,
  status: state.status ?? undefined,
  direction: state.direction ?? undefined,
  failure: state.failure ?? undefined,
  q: state.q.trim() || undefined,
  sort_order: state.sort ?? 'DESC',
  ...toPageQuery(state),
});

/** The part of the state that a saved filter keeps. The page and the mode stay as they are. */
export type FilterState = Pick<LogState, 'days' | 'status' | 'direction' | 'failure' | 'sort' | 'q'>;

export const NO_FILTER: FilterState = {
  ...{ days: DEFAULT_DAYS, status: null, direction: null, failure: null, sort: null, q: '' },
};

/** The query of a saved filter. Equal filters have equal queries. */
export const toSavedQuery = ({ days, status, direction, failure, sort, q }: FilterState): string =>
  String(formatAddress({ days, status, direction, failure, sort, q: q.trim() }));

/** Reads the query of a saved filter; what this version does not know is left out. */
export function fromSavedQuery(query: string): FilterState {
  const { days, status, direction, failure, sort, q } = parseLogState(new URLSearchParams(query));
  return { days, status, direction, failure, sort, q };
}

/** Whether any filter except the days narrows the list. */
export const isFiltered = ({ status, direction, failure, q }: LogState): boolean =>
  status !== null || direction !== null || failure !== null || q.trim() !== '';
