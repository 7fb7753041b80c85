// The state of the list of campaigns, in its address and in the navigation state.
import { MODES } from '@godwit/contract/messages/statuses';
import { oneOf, parsePage } from '../../components/list/useAddress.ts';

export const parseListState = (params: URLSearchParams) => ({
  mode: oneOf(MODES, params.get('mode')),
  ...parsePage(params),
});

type CampaignListState = ReturnType<typeof parseListState>;

/** The navigation state that the details page receives and returns. */
export const toNavigation = ({ mode, page, page_size }: CampaignListState) => ({
  mode,
  campaignsPage: page,
  itemsPerPage: page_size,
});

const ADDRESS_NAMES: Record<string, string> = { campaignsPage: 'page', itemsPerPage: 'page_size' };

/** Reads any navigation state. Returns null if it holds no list state. */
export function fromNavigation(state: unknown): CampaignListState | null {
  if (state === null || typeof state !== 'object' || !('campaignsPage' in state)) return null;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) params.set(ADDRESS_NAMES[name] ?? name, String(value));
  return parseListState(params);
}
