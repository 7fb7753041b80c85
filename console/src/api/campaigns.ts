// Calls about campaigns.
import type { Campaign, CampaignPage, CampaignPreview } from '@godwit/contract/campaigns/campaigns';
import type { Mode, ShownStatus } from '@godwit/contract/messages/statuses';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { openFile, readQuery, request } from './client.ts';
import { isConflict } from './errors.ts';

/** Pages count from zero here as on the wire. */
export type PageOf = { page_num: number; page_size: number };

/**
 * A page of a project's campaigns, or of those with `q` in their name; the page before it stays as
 * placeholder while the next one loads.
 */
export const campaignsQuery = (projectId: string, mode: Mode, page: PageOf & { q?: string }) =>
  queryOptions({
    queryKey: ['campaigns', projectId, mode, page],
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, mode, ...page };
      // A bare list answers calls without a page only.
      return (await request('GET /campaigns', { query, signal })) as CampaignPage;
    },
    placeholderData: keepPreviousData,
  });

/** A campaign by itself. */
export const campaignQuery = (id: string, projectId: string) =>
  readQuery(['campaign', id, projectId], 'GET /campaigns/:id', {
    params: { id },
    query: { project_id: projectId },
  });

/** A page of its messages, all or those with a status. */
export const campaignMessagesQuery = (
  id: string,
  projectId: string,
  page: PageOf & { status?: ShownStatus | undefined },
) =>
  queryOptions({
    queryKey: ['campaign', id, projectId, 'messages', page],
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, include_sms: true, ...page };
      const { sms } = await request('GET /campaigns/:id', { params: { id }, query, signal });
      return sms ?? { results: [], total: 0, total_pages: 0 };
    },
    placeholderData: keepPreviousData,
  });

/** A page of those who got no message, and why. */
export const campaignSkippedQuery = (id: string, projectId: string, page: PageOf) => ({
  ...readQuery(['campaign', id, projectId, 'skipped', page], 'GET /campaigns/:id/skipped', {
    params: { id },
    query: { project_id: projectId, ...page },
  }),
  placeholderData: keepPreviousData,
});

/** Every recipient with what became of them, as a CSV file. */
export const openRecipients = (id: string, projectId: string, withText: boolean, signal: AbortSignal) =>
  openFile('GET /campaigns/:id/recipients.csv', {
    params: { id },
    query: { project_id: projectId, with_text: withText || undefined },
    signal,
  });

/**
 * The messages of a campaign and its recipients: the contacts of groups, or those whom the campaign
 * `retry_of` did not reach.
 */
export type CampaignFields = {
  project_id: string;
  mode: Mode;
  name: string;
  content: string;
  from: string;
  /** Ids with commas between them. */
  include_groups: string;
  retry_of: string | null;
  /** Whether it also goes to numbers that surely cannot take SMS. */
  to_landlines: boolean;
  /** ISO 8601; null is now. */
  send_at: string | null;
};

type Seen = { is_preview: boolean; expected_count?: number; expected_cost?: number; expected_fits?: number };

/** Makes a new campaign, or changes the one with this id; a preview does neither. */
const keep = (
  id: string | null,
  given: { form: CampaignFields & Seen; signal?: AbortSignal; idempotencyKey?: string },
) =>
  id === null
    ? request('POST /campaigns', given)
    : request('PUT /campaigns/:id', { params: { id }, ...given });

/** Works out what would be sent, or what a changed campaign would send, and sends and changes nothing. */
export const previewCampaign = (
  form: CampaignFields,
  signal: AbortSignal,
  changed: string | null,
): Promise<CampaignPreview> =>
  keep(changed, { form: { ...form, is_preview: true }, signal }) as Promise<CampaignPreview>;

/**
 * Makes the campaign, or changes one until it starts, if it is still what was `seen`; see previewIn. Calls
 * with the same key and content make one, however often they are repeated within a day.
 */
export const saveCampaign = (
  content: CampaignFields,
  seen: CampaignPreview,
  { changed, key: idempotencyKey }: { changed: string | null; key: string },
): Promise<Campaign> => {
  const { message_count: expected_count, cost: expected_cost } = seen;
  const expected = { expected_count, expected_cost, expected_fits: seen.fits.message_count };
  const form = { ...content, is_preview: false, ...expected };
  return keep(changed, { form, idempotencyKey }) as Promise<Campaign>;
};

/**
 * Returns the current preview of a campaign that was refused because it differs from the one on screen; null
 * for every other failure.
 */
export function previewIn(error: unknown): CampaignPreview | null {
  if (!isConflict(error)) return null;
  return (error.body as { preview?: CampaignPreview }).preview ?? null;
}

/** Nothing more of it goes out. */
export const cancelCampaign = (id: string, projectId: string) =>
  request('POST /campaigns/:id/cancel', { params: { id }, form: { project_id: projectId } });
