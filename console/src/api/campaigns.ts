// Calls about campaigns.
import type {
  Campaign,
  CampaignDetail,
  CampaignPage,
  CampaignPreview,
  SkippedPage,
} from '@godwit/contract/campaigns';
import type { Mode } from '@godwit/contract/statuses';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { post, readQuery, request } from './client.ts';
import { isConflict } from './errors.ts';

/** Pages count from zero here as on the wire. */
export type PageOf = { page_num: number; page_size: number };

/** A page of a project's campaigns, or of those with `q` in their name; the page before it stays as placeholder while the next one loads. */
export const campaignsQuery = (projectId: string, mode: Mode, page: PageOf & { q?: string }) => ({
  ...readQuery<CampaignPage>(['campaigns', projectId, mode, page], '/campaigns', {
    project_id: projectId,
    mode,
    ...page,
  }),
  placeholderData: keepPreviousData,
});

const pathOf = (id: string) => `/campaigns/${encodeURIComponent(id)}`;

/** A campaign by itself. */
export const campaignQuery = (id: string, projectId: string) =>
  readQuery<CampaignDetail>(['campaign', id, projectId], pathOf(id), { project_id: projectId });

/** A page of its messages. */
export const campaignMessagesQuery = (id: string, projectId: string, page: PageOf) =>
  queryOptions({
    queryKey: ['campaign', id, projectId, 'messages', page],
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, include_sms: true, ...page };
      const { sms } = await request<CampaignDetail>({ path: pathOf(id), query, signal });
      return sms ?? { results: [], total: 0, total_pages: 0 };
    },
    placeholderData: keepPreviousData,
  });

/** A page of those who got no message, and why. */
export const campaignSkippedQuery = (id: string, projectId: string, page: PageOf) => ({
  ...readQuery<SkippedPage>(['campaign', id, projectId, 'skipped', page], `${pathOf(id)}/skipped`, {
    project_id: projectId,
    ...page,
  }),
  placeholderData: keepPreviousData,
});

/** What is sent to whom: the contacts of groups, or those whom the campaign `retry_of` did not reach. */
export type CampaignForm = {
  project_id: string;
  mode: Mode;
  name: string;
  content: string;
  from: string;
  /** Ids with commas between them. */
  include_groups: string;
  retry_of: string | null;
  /** ISO 8601; null is now. */
  send_at: string | null;
};

/** Works out what would be sent, and sends nothing. */
export const previewCampaign = (form: CampaignForm, signal: AbortSignal): Promise<CampaignPreview> =>
  request({ method: 'POST', path: '/campaigns', form: { ...form, is_preview: true }, signal });

/**
 * Makes the campaign if it is still what was `seen`; see previewIn. Calls with the same key and content make one, however often they are
 * repeated within a day.
 */
export const createCampaign = (
  content: CampaignForm,
  seen: CampaignPreview,
  idempotencyKey: string,
): Promise<Campaign> => {
  const { message_count: expected_count, cost: expected_cost } = seen;
  const expected = { expected_count, expected_cost, expected_fits: seen.fits.message_count };
  const form = { ...content, is_preview: false, ...expected };
  return request({ method: 'POST', path: '/campaigns', form, idempotencyKey });
};

/** What a campaign would send now, where it was not made because that is not what was seen; null for every other failure. */
export function previewIn(error: unknown): CampaignPreview | null {
  if (!isConflict(error)) return null;
  return (error.body as { preview?: CampaignPreview }).preview ?? null;
}

/** Nothing more of it goes out. */
export const cancelCampaign = (id: string, projectId: string) =>
  post<Campaign>(`${pathOf(id)}/cancel`, { project_id: projectId });
