// What SMS Logs shows, as its address carries it, so that reload, back and a shared link show the same; and
// as the navigation state that details carry and give back.
import {
  DIRECTIONS,
  FAILURE_CODES,
  MODES,
  type Mode,
  SHOWN_STATUSES,
} from '@godwit/contract/messages/statuses';
import type { LogFilter } from '../../api/messages.ts';
import { oneOf, parseSearch, toPageQuery } from '../../components/list/useAddress.ts';
import { parseDays } from '../../days.ts';
import { paths } from '../../paths.ts';

/** Longest search the server takes, in characters. */
export const MAX_SEARCH = 64;

/** Reads an address; what it leaves out or spells wrong takes its default. */
export const parseLogState = (params: URLSearchParams) => ({
  mode: oneOf(MODES, params.get('mode')),
  days: parseDays(params),
  status: oneOf(SHOWN_STATUSES, params.get('status')),
  direction: oneOf(DIRECTIONS, params.get('direction')),
  failure: oneOf(FAILURE_CODES, params.get('failure')),
  ...parseSearch(params, MAX_SEARCH),
});
export type LogState = ReturnType<typeof parseLogState>;

/** The navigation state of a message that was opened from its campaign. */
export type FromCampaign = { campaign: string };

/** The navigation state of a message that was opened from the log of callbacks: the address of that. */
export type FromCallbacks = { callbacks: string };

/**
 * The address that a message was opened from: of its campaign, its thread or the log of callbacks; null where
 * it was none of them.
 */
export function openerOf(state: unknown): string | null {
  if (state === null || typeof state !== 'object') return null;
  const { campaign, callbacks, conversation } = state as Record<string, unknown>;
  if (typeof campaign === 'string') return paths.campaign(campaign);
  if (typeof conversation === 'string') return `${paths.conversations}?${conversation}`;
  return typeof callbacks === 'string' && callbacks.startsWith('/settings/') ? callbacks : null;
}

/** The navigation state under the specification's names, with our filters beside them. */
export function toNavigation({ days, page_size, ...rest }: LogState) {
  const filter = 'range' in days ? { filterBy: days.range } : { filterBy: 'custom' as const, ...days };
  return { ...rest, ...filter, itemsPerPage: page_size };
}

export type LogNavigation = ReturnType<typeof toNavigation>;

const ADDRESS_NAMES: Record<string, string> = { filterBy: 'range', itemsPerPage: 'page_size' };

/** Reads any navigation state; null where there is none. */
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
export const toFilter = (state: LogState, mode: Mode, projectId: string): LogFilter => ({
  project_id: projectId,
  mode,
  ...state.days,
  status: state.status ?? undefined,
  direction: state.direction ?? undefined,
  failure: state.failure ?? undefined,
  q: state.q.trim() || undefined,
  ...toPageQuery(state),
});

/** Whether anything but the days narrows the list. */
export const isFiltered = ({ status, direction, failure, q }: LogState): boolean =>
  status !== null || direction !== null || failure !== null || q.trim() !== '';
