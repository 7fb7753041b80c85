// Which campaigns the list shows, as its address and navigation state say.
import { MODES, type Mode } from '@godwit/contract/statuses';
import { type ListPage, oneOf, parsePage } from '../../components/address.ts';

/** `mode` is null while the address names none, and the stored mode holds. */
export type CampaignListState = { mode: Mode | null } & ListPage;

export const parseListState = (params: URLSearchParams): CampaignListState => ({
  mode: oneOf(MODES, params.get('mode')),
  ...parsePage(params),
});

/** What the details are given, and give back. */
type ListNavigation = { mode: Mode | null; campaignsPage: number; itemsPerPage: number };

export const toNavigation = ({ mode, page, page_size }: CampaignListState): ListNavigation => ({
  mode,
  campaignsPage: page,
  itemsPerPage: page_size,
});

const ADDRESS_NAMES: Record<string, string> = { campaignsPage: 'page', itemsPerPage: 'page_size' };

/** Reads navigation state, whoever wrote it; null where there is none. */
export function fromNavigation(state: unknown): CampaignListState | null {
  if (state === null || typeof state !== 'object' || !('campaignsPage' in state)) return null;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) params.set(ADDRESS_NAMES[name] ?? name, String(value));
  return parseListState(params);
}
