// Calls about campaigns.
import type { Campaign, CampaignPage, CampaignPreview } from '@godwit/contract/campaigns/campaigns';
import type { FailureReason, SkipReason } from '@godwit/contract/campaigns/rules';
import type { Mode, ShownStatus } from '@godwit/contract/messages/statuses';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';
import { isConflict } from './errors.ts';

/** Page numbers start at zero, as in the API. */
export type PageOf = { page_num: number; page_size: number };

/**
 * A page of a project's campaigns, optionally of those with `q` in their name. The previous page stays on
 * screen while the next one loads.
 */
export const campaignsQuery = (projectId: string, mode: Mode, page: PageOf & { q?: string }) =>
  queryOptions({
    queryKey: ['campaigns', projectId, mode, page],
    queryFn: async ({ signal }) => {
      const query = { project_id: projectId, mode, ...page };
      // The server answers with a bare list only if the call has no page.
      return (await request('GET /campaigns', { query, signal })) as CampaignPage;
    },
    placeholderData: keepPreviousData,
  });

/** One campaign. */
export const campaignQuery = (id: string, projectId: string) =>
  readQuery(['campaign', id, projectId], 'GET /campaigns/:id', {
    params: { id },
    query: { project_id: projectId },
  });

// Counting the result of a larger campaign takes a second or more.
const COUNTED_AT_ONCE = 2_000;
const RECOUNT_AFTER_MS = 30_000;

/**
 * Its curve of deliveries, reasons of failures and reactions. That of a small campaign is counted again with
 * each change of its outcomes, that of a large one every half minute until all outcomes are known.
 */
export function campaignResultQuery({ id, project_id, counts }: Campaign) {
  const isOver = counts.waiting + counts.sent === 0;
  const isSmall = counts.recipients <= COUNTED_AT_ONCE;
  const version = isSmall ? counts.delivered + counts.failed : isOver;
  return {
    ...readQuery(['campaignResult', id, project_id, version], 'GET /campaigns/:id/result', {
      params: { id },
      query: { project_id },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: isSmall || isOver ? (false as const) : RECOUNT_AFTER_MS,
  };
}

/** Campaigns with their results, to compare them. */
export const comparedQuery = (ids: readonly string[], projectId: string) =>
  queryOptions({
    queryKey: ['campaignsCompared', projectId, ids],
    queryFn: ({ signal }) =>
      Promise.all(
        ids.map(async (id) => {
          const input = { params: { id }, query: { project_id: projectId }, signal };
          const [campaign, result] = await Promise.all([
            request('GET /campaigns/:id', input),
            request('GET /campaigns/:id/result', input),
          ]);
          return { campaign, result };
        }),
      ),
  });

/** A page of its messages, optionally of one status, or of one reason of failure. */
export const campaignMessagesQuery = (
  id: string,
  projectId: string,
  page: PageOf & { status?: ShownStatus | undefined; failure_reason?: FailureReason | undefined },
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

/** A page of the recipients that got no message, with the reasons, optionally of one reason. */
export const campaignSkippedQuery = (
  id: string,
  projectId: string,
  page: PageOf & { reason?: SkipReason | undefined },
) => ({
  ...readQuery(['campaign', id, projectId, 'skipped', page], 'GET /campaigns/:id/skipped', {
    params: { id },
    query: { project_id: projectId, ...page },
  }),
  placeholderData: keepPreviousData,
});

/**
 * The message of a campaign and its recipients: the contacts of groups, or the recipients that the campaign
 * `retry_of` did not reach.
 */
export type CampaignFields = {
  project_id: string;
  mode: Mode;
  name: string;
  content: string;
  from: string;
  /** Group ids, separated by commas. */
  include_groups: string;
  retry_of: string | null;
  /** Whether to send to numbers that certainly cannot receive SMS, too. */
  to_landlines: boolean;
  /** ISO 8601; null sends now. */
  send_at: string | null;
  /** `ADVERTISING_WORDING`, if the person has confirmed the sentence about advertising. */
  attested_wording?: string;
  /** How many recipients will see "Unverified" instead of the sender, once the person has accepted that. */
  accepted_unverified?: number;
};

type PreviewFields = {
  is_preview: boolean;
  expected_count?: number;
  expected_cost?: number;
  expected_fits?: number;
};

/** Creates a campaign, or changes the one with this id. A preview does neither. */
const createOrUpdate = (
  id: string | null,
  input: { form: CampaignFields & PreviewFields; signal?: AbortSignal; idempotencyKey?: string },
) =>
  id === null
    ? request('POST /campaigns', input)
    : request('PUT /campaigns/:id', { params: { id }, ...input });

/** Returns a preview of a new or changed campaign. Sends and stores nothing. */
export const previewCampaign = (
  form: CampaignFields,
  signal: AbortSignal,
  changed: string | null,
): Promise<CampaignPreview> =>
  createOrUpdate(changed, { form: { ...form, is_preview: true }, signal }) as Promise<CampaignPreview>;

/**
 * Creates a campaign, or changes one that has not started. Fails if the result would differ from `preview`;
 * see previewIn. Repeats with the same key and content within a day create only one.
 */
export const saveCampaign = (
  content: CampaignFields,
  preview: CampaignPreview,
  { changed, key: idempotencyKey }: { changed: string | null; key: string },
): Promise<Campaign> => {
  const { message_count: expected_count, cost: expected_cost } = preview;
  const expected = { expected_count, expected_cost, expected_fits: preview.fits.message_count };
  const form = { ...content, is_preview: false, ...expected };
  return createOrUpdate(changed, { form, idempotencyKey }) as Promise<Campaign>;
};

/**
 * Returns the current preview if a campaign was refused because it differs from the preview on screen, else
 * null.
 */
export function previewIn(error: unknown): CampaignPreview | null {
  if (!isConflict(error)) return null;
  return (error.body as { preview?: CampaignPreview }).preview ?? null;
}

/** Cancels the messages that have not been sent. */
export const cancelCampaign = (id: string, projectId: string) =>
  request('POST /campaigns/:id/cancel', { params: { id }, form: { project_id: projectId } });
