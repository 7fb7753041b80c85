// Which campaigns the list shows, as its address and navigation state say.
import { MODES, type Mode } from '@godwit/contract/statuses';
import type { AddressForm } from '../../components/useAddressState.ts';
import { type ListPage, parsePage, setPage } from '../../listPage.ts';

/** `mode` is null while the address names none, and the stored mode holds. */
export type CampaignListState = { mode: Mode | null } & ListPage;

function parse(params: URLSearchParams): CampaignListState {
  const mode = params.get('mode');
  return { mode: MODES.find((one) => one === mode) ?? null, ...parsePage(params) };
}

export function formatListState({ mode, ...page }: CampaignListState): URLSearchParams {
  const params = new URLSearchParams();
  if (mode) params.set('mode', mode);
  setPage(params, page);
  return params;
}

/** What the details are given, and give back. */
export type ListNavigation = { mode: Mode | null; campaignsPage: number; itemsPerPage: number };

export const toNavigation = ({ mode, page, pageSize }: CampaignListState): ListNavigation => ({
  mode,
  campaignsPage: page,
  itemsPerPage: pageSize,
});

const ADDRESS_NAMES: Record<string, string> = { campaignsPage: 'page', itemsPerPage: 'page_size' };

/** Reads navigation state, whoever wrote it; null where there is none. */
export function fromNavigation(state: unknown): CampaignListState | null {
  if (state === null || typeof state !== 'object' || !('campaignsPage' in state)) return null;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) params.set(ADDRESS_NAMES[name] ?? name, String(value));
  return parse(params);
}

export const LIST_ADDRESS: AddressForm<CampaignListState> = {
  parse,
  format: formatListState,
  fromNavigation,
};
