// Campaigns in the public API.
import { z } from 'zod';
import { MAX_CAMPAIGN_NAME } from '../campaigns/campaignName.ts';
import { CAMPAIGN_STATUSES, MAX_CAMPAIGN_GROUPS } from '../campaigns/campaigns.ts';
import { givenId, id, instant, money } from '../common.ts';
import * as api from '../sentences/resourceCampaigns.ts';
import { GROUP_ID, GROUP_NAME } from '../sentences/resourceContacts.ts';
import {
  CAMPAIGN_NAME_REQUIRED,
  CAMPAIGN_SENDER_REQUIRED,
  CONTENT_REQUIRED,
  GROUPS_REQUIRED,
} from '../sentences/sending.ts';
import { errors, type PublicCall, WITH_BODY } from './call.ts';
import { cursorAnswer, cursorQuery } from './cursors.ts';

/** An id in a path or a query. The pipe describes its output, which a transform alone lacks. */
const asked = givenId.pipe(z.string());
const count = (description: string) => z.number().int().describe(description);

/** `expected_messages` and `expected_cost` are the figures of a dry run; 409/1013 if they differ by now. */
export const createCampaignBody = z.object({
  name: z
    .string({ error: CAMPAIGN_NAME_REQUIRED })
    .trim()
    .min(1, CAMPAIGN_NAME_REQUIRED)
    .max(MAX_CAMPAIGN_NAME, `Use at most ${MAX_CAMPAIGN_NAME} characters`)
    .describe(api.CAMPAIGN_NAME),
  content: z.string({ error: CONTENT_REQUIRED }).min(1, CONTENT_REQUIRED).describe(api.CAMPAIGN_CONTENT),
  from: z
    .string({ error: CAMPAIGN_SENDER_REQUIRED })
    .min(1, CAMPAIGN_SENDER_REQUIRED)
    .describe(api.CAMPAIGN_FROM),
  groups: z
    .array(givenId, { error: GROUPS_REQUIRED })
    .min(1, GROUPS_REQUIRED)
    .max(MAX_CAMPAIGN_GROUPS, `Choose at most ${MAX_CAMPAIGN_GROUPS} groups`)
    .transform((ids) => [...new Set(ids)])
    .describe(api.CAMPAIGN_GROUPS),
  send_at: z.string().max(40).nullish().describe(api.CAMPAIGN_SEND_AT),
  to_landlines: z.boolean().default(false).describe(api.CAMPAIGN_LANDLINES),
  dry_run: z.boolean().default(false).describe(api.CAMPAIGN_DRY_RUN),
  expected_messages: z.number().int().min(0).optional().describe(api.CAMPAIGN_EXPECTED_MESSAGES),
  expected_cost: z.number().min(0).optional().describe(api.CAMPAIGN_EXPECTED_COST),
});

export const publicCampaign = z.object({
  id: id.describe(api.CAMPAIGN_ID),
  name: z.string().describe(api.CAMPAIGN_NAME),
  content: z.string().describe(api.CAMPAIGN_CONTENT),
  from: z.string().describe(api.CAMPAIGN_FROM),
  groups: z
    .array(z.object({ id: id.describe(GROUP_ID), name: z.string().describe(GROUP_NAME) }))
    .describe(api.CAMPAIGN_GROUPS_OF),
  send_at: instant.nullable().describe(api.CAMPAIGN_SEND_AT),
  created_at: instant.describe(api.CAMPAIGN_CREATED),
  started_at: instant.nullable().describe(api.CAMPAIGN_STARTED),
  status: z.enum(CAMPAIGN_STATUSES).describe(api.CAMPAIGN_STATUS),
  messages: count(api.CAMPAIGN_MESSAGES),
  segments: count(api.CAMPAIGN_SEGMENTS),
  cost: money.describe(api.CAMPAIGN_COST),
  currency: z.string().describe(api.CAMPAIGN_CURRENCY),
  counts: z
    .object({
      recipients: count(api.COUNT_RECIPIENTS),
      waiting: count(api.COUNT_WAITING),
      sent: count(api.COUNT_SENT),
      delivered: count(api.COUNT_DELIVERED),
      failed: count(api.COUNT_FAILED),
      cancelled: count(api.COUNT_CANCELLED),
      skipped: count(api.COUNT_SKIPPED),
    })
    .describe(api.CAMPAIGN_COUNTS),
});
export type PublicCampaign = z.infer<typeof publicCampaign>;

export const campaignDryRun = z.object({
  dry_run: z.literal(true).describe(api.CAMPAIGN_DRY_RUN),
  recipients: count(api.COUNTED_RECIPIENTS),
  messages: count(api.COUNTED_MESSAGES),
  segments: count(api.COUNTED_SEGMENTS),
  cost: money.describe(api.COUNTED_COST),
  currency: z.string().describe(api.CAMPAIGN_CURRENCY),
  fits: count(api.COUNTED_FITS),
  skipped: z.record(z.string(), z.number().int()).describe(api.COUNTED_SKIPPED),
  unverified: count(api.COUNTED_UNVERIFIED),
});
export type CampaignDryRun = z.infer<typeof campaignDryRun>;

/** GET /v1/campaigns. */
export const listCampaignsQuery = cursorQuery(asked, {});
export const listCampaignsAnswer = cursorAnswer(publicCampaign, api.CAMPAIGNS_RESULTS);
export const oneCampaign = z.object({ id: asked.describe(api.CAMPAIGN_ID) });

const EXAMPLE: PublicCampaign = {
  ...{ id: '019aa0c1-4b10-7d2e-9a03-6e1f8b4c2d55', name: 'November sale' },
  ...{ content: 'Hello {first_name}, the sale starts today.', from: 'Lanka Shop' },
  groups: [{ id: '019aa0b8-2c10-7a4f-9d11-5c0e7b3a8f26', name: 'Colombo' }],
  ...{ send_at: '2026-11-28T04:30:00.000Z', created_at: '2026-11-27T09:12:31.004Z', started_at: null },
  ...{ status: 'SCHEDULED', messages: 0, segments: 0, cost: 0, currency: 'LKR' },
  counts: { recipients: 0, waiting: 0, sent: 0, delivered: 0, failed: 0, cancelled: 0, skipped: 0 },
};
const DRY_RUN: CampaignDryRun = {
  ...{ dry_run: true, recipients: 412, messages: 409, segments: 409, cost: 327.2, currency: 'LKR' },
  ...{ fits: 409, skipped: { opted_out: 3 }, unverified: 0 },
};
const THE_CAMPAIGN = {
  status: 200,
  description: 'The campaign.',
  schema: publicCampaign,
  example: EXAMPLE,
} as const;
const ALL = { tag: 'Campaigns', scope: 'campaigns' } as const;
const { name, content, from, groups } = EXAMPLE;
const send_at = '2026-11-28T10:00:00+05:30';

export const CAMPAIGN_CALLS: readonly PublicCall[] = [
  {
    ...{ ...ALL, id: 'listCampaigns', method: 'GET', path: '/v1/campaigns' },
    summary: 'List the campaigns',
    description: api.LIST_CAMPAIGNS_CALL,
    query: listCampaignsQuery,
    answer: {
      status: 200,
      description: 'The campaigns from the cursor on.',
      schema: listCampaignsAnswer,
      example: { results: [EXAMPLE], next: null },
    },
    errors: errors('keyMismatch'),
  },
  {
    ...{ ...ALL, id: 'createCampaign', method: 'POST', path: '/v1/campaigns' },
    summary: 'Create a campaign',
    description: api.CREATE_CAMPAIGN_CALL,
    body: {
      schema: createCampaignBody,
      example: { name, content, from, groups: groups.map((group) => group.id), send_at },
      forms: false,
    },
    idempotent: true,
    answer: { ...THE_CAMPAIGN, status: 201 },
    dryRun: {
      status: 200,
      description: 'What the campaign would send now.',
      schema: campaignDryRun,
      example: DRY_RUN,
    },
    errors: errors(
      ...WITH_BODY,
      ...(['keyMismatch', 'notFound', 'invalidDate', 'invalidSender', 'bodyTooLong', 'conflict'] as const),
      ...(['verificationNeeded', 'sendingPaused', 'idempotencyInProgress', 'idempotencyReused'] as const),
    ),
  },
  {
    ...{ ...ALL, id: 'getCampaign', method: 'GET', path: '/v1/campaigns/{id}' },
    summary: 'Get a campaign',
    description: api.GET_CAMPAIGN_CALL,
    params: oneCampaign,
    answer: THE_CAMPAIGN,
    errors: errors('keyMismatch', 'notFound'),
  },
  {
    ...{ ...ALL, id: 'cancelCampaign', method: 'POST', path: '/v1/campaigns/{id}/cancel' },
    summary: 'Cancel a campaign',
    description: api.CANCEL_CAMPAIGN_CALL,
    params: oneCampaign,
    answer: { ...THE_CAMPAIGN, example: { ...EXAMPLE, status: 'CANCELLED' } },
    errors: errors(...WITH_BODY, 'keyMismatch', 'notFound', 'conflict'),
  },
];
