// Campaigns: one content for the contacts of groups. Preview and creation are one call, so the campaign sends
// what the preview showed.

import { z } from 'zod';
import type { Calls } from '../calls/call.ts';
import { bool, errorAnswer, givenId, id, instant, mode, money, ofProject } from '../common.ts';
import { MERGE_FIELDS } from '../messages/mergeFields.ts';
import { logRow, shownStatus, withText } from '../messages/messages.ts';
import { optionalPaging, pageOf, paging } from '../paging.ts';
import {
  CAMPAIGN_NAME_REQUIRED,
  CAMPAIGN_SENDER_REQUIRED,
  CONTENT_REQUIRED,
  GROUPS_REQUIRED,
} from '../sentences/sending.ts';
import { MAX_CAMPAIGN_NAME } from './campaignName.ts';
import { FAILURE_REASONS, SKIP_REASONS, type SkipReason } from './rules.ts';

const reasons = Object.keys(SKIP_REASONS) as [SkipReason, ...SkipReason[]];

const skipReason = z.enum(reasons);
const failureReason = z.enum(FAILURE_REASONS);
const count = z.number().int();

/** Counts by reason. Reasons without a recipient are missing. */
const skippedBy = z.partialRecord(skipReason, count);

/**
 * SCHEDULED: starts later. SENDING: some recipients are waiting. SENT: none is. CANCELLED: nothing more is
 * sent.
 */
export const CAMPAIGN_STATUSES = ['SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The maximum number of groups of one campaign. */
export const MAX_CAMPAIGN_GROUPS = 100;

/** The maximum number of campaigns of an answer without paging. */
export const MAX_CAMPAIGNS_LISTED = 100;

/** A figure of a preview, as the preview returned it. */
const previewFigure = z
  .union([z.number(), z.string().regex(/^\d{1,15}(\.\d{1,4})?$/)], {
    error: 'Give the figure as the preview has it',
  })
  .transform(Number)
  .optional();

/**
 * POST /v1/web/campaigns. `include_groups`: comma-separated ids of groups. `retry_of`: the id of a campaign
 * whose unreached recipients replace the groups, without those that `leftOutOf` names. `send_at` null: now.
 * `is_preview`: only calculates what would be sent; `name` may then be missing. `to_landlines`: also sends to
 * numbers that are certainly not mobile, which are otherwise skipped. Header `Idempotency-Key`: a repeated
 * call returns the first campaign.
 *
 * `expected_count`, `expected_cost` and `expected_fits` are the message count, the cost and the count of
 * covered messages in the preview that the person saw. The call is refused (409, `previewChanged`) if count
 * or cost differ now. An immediate campaign is also refused if more messages are covered now, if none is, or
 * if all were and some are not.
 *
 * `attested_wording`: `ADVERTISING_WORDING`, once the person has confirmed the sentence that the page shows.
 * A LIVE campaign whose preview has `advertising` is refused without it, with the preview (409,
 * `previewChanged`).
 *
 * `accepted_unverified`: the recipients who will see "Unverified" instead of the sender, once the person has
 * accepted that. A LIVE campaign with expected figures and more of them is refused in the same way.
 *
 * PUT /v1/web/campaigns/{id} takes the same fields and changes a campaign that has not started, or previews
 * the change. The mode stays, and so does `retry_of`. 409/1013 once it has started or was cancelled.
 */
const campaignRequest = z
  .object({
    project_id: givenId,
    mode,
    name: z
      .string({ error: CAMPAIGN_NAME_REQUIRED })
      .trim()
      .max(MAX_CAMPAIGN_NAME, `Use at most ${MAX_CAMPAIGN_NAME} characters`)
      .default(''),
    content: z.string({ error: CONTENT_REQUIRED }).min(1, CONTENT_REQUIRED),
    from: z.string({ error: CAMPAIGN_SENDER_REQUIRED }).min(1, CAMPAIGN_SENDER_REQUIRED),
    include_groups: z
      .string({ error: GROUPS_REQUIRED })
      .default('')
      .transform((text) => [
        ...new Set(
          text
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean),
        ),
      ]),
    retry_of: givenId.nullish().catch(null),
    send_at: z.string().max(40).nullish(),
    to_landlines: bool('to_landlines must be true or false').default(false),
    is_preview: bool('is_preview must be true or false').default(false),
    expected_count: previewFigure,
    expected_cost: previewFigure,
    expected_fits: previewFigure,
    attested_wording: z.string().max(20).optional(),
    accepted_unverified: previewFigure,
  })
  .refine(({ name, is_preview }) => is_preview || name !== '', {
    path: ['name'],
    error: CAMPAIGN_NAME_REQUIRED,
  })
  .refine(({ include_groups, retry_of }) => retry_of || include_groups.length > 0, {
    path: ['include_groups'],
    error: GROUPS_REQUIRED,
  })
  .refine(({ include_groups }) => include_groups.length <= MAX_CAMPAIGN_GROUPS, {
    path: ['include_groups'],
    error: `Choose at most ${MAX_CAMPAIGN_GROUPS} groups`,
  });
export type CampaignRequest = z.infer<typeof campaignRequest>;

/** When a campaign starts, and the local time in the zone of the project, yyyy-MM-dd'T'HH:mm:ss. */
const schedule = z.object({
  send_at: instant,
  timezone: z.string(),
  local: z.string(),
  utc_offset: z.string(),
});

/** Why a valid message is not sent. */
const leftOutReason = z.enum(['balance', 'daily_limit']);

/**
 * The messages that would be sent now. `recipients` is the sum of `message_count` and the skipped people,
 * without `duplicates`: these count each further group of a person. `segments` and `cost` are of all
 * messages, and `segments_each` is of the shortest and the longest one; both are 0 without messages.
 *
 * `fits`: the messages that the balance and the daily limit of the day cover now. Recipients are sent to in
 * the order of their numbers; `first_left_out` is the first recipient that is not covered, and `left_out`
 * counts such recipients by reason. In TEST all fit. `daily_limit` is null if none applies. `lacking`: how
 * many messages lack a value for a merge field of the content. `countries`: messages by country (ISO 3166
 * alpha-2). `without_consent`: promotional messages to people without consent, in countries that warn of
 * that. `without_brand`: messages whose text lacks the brand of the sender, in countries that want it there.
 * `unverified`: messages that show "Unverified", by the country whose register lacks the sender.
 * `sender_shown`: the sender that a recipient sees. `schedule` null: immediately.
 *
 * `advertising`: the campaign looks like advertising, its sender is not promotional, and the rules of a
 * recipient's country, or of any if it is scheduled, want a person to attest it; otherwise null. `word`: what
 * was found; `waits`: the team has sent or scheduled another such campaign. If that starts first, the
 * messages of this one wait until staff release them.
 */
const campaignPreview = z.object({
  messages_preview: z.array(
    z.object({
      to: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      from: z.string(),
      sender_shown: z.string(),
      body: z.string(),
      left_out: leftOutReason.nullable(),
    }),
  ),
  recipients: count,
  message_count: count,
  segments: count,
  segments_each: z.object({ least: count, most: count }),
  cost: money,
  currency: z.string(),
  balance: money,
  daily_limit: z.object({ limit: money, spent: money }).nullable(),
  fits: z.object({ message_count: count, segments: count, cost: money }),
  left_out: z.object({ balance: count, daily_limit: count }),
  first_left_out: z.string().nullable(),
  lacking: z.partialRecord(z.enum(MERGE_FIELDS), count),
  countries: z.record(z.string(), count),
  without_consent: count,
  without_brand: count,
  unverified: z.record(z.string(), count),
  skipped: z.object({
    duplicates: count,
    opted_out: count,
    blocked: count,
    invalid: count,
    landline: count,
    unsupported: count,
    unregistered: count,
    no_consent: count,
    no_brand: count,
    too_long: count,
    empty: count,
    no_route: count,
  }),
  advertising: z.object({ word: z.string(), waits: z.boolean() }).nullable(),
  schedule: schedule.nullable(),
});
export type CampaignPreview = z.infer<typeof campaignPreview>;

/**
 * 409/1013: the campaign would differ from the preview that the person saw, or must be confirmed. `preview`
 * is the current one. Nothing is created.
 */
const previewChanged = errorAnswer.extend({ preview: campaignPreview.optional() });

/**
 * Progress: waiting + sent + delivered + failed + cancelled + skipped = recipients. `waiting`: no carrier has
 * the message. `sent`: a carrier has it and has not reported an outcome. `cancelled`: it was stopped before
 * that, or never created. `skipped_by` counts recipients without a message by reason; the reason `cancelled`
 * counts as cancelled, the others as skipped. All are zero until the campaign starts and its recipients are
 * fixed.
 */
const campaignCounts = z.object({
  recipients: count,
  waiting: count,
  sent: count,
  delivered: count,
  failed: count,
  cancelled: count,
  skipped: count,
  skipped_by: skippedBy,
});

/**
 * A campaign. `send_at` null: it was to start immediately. `estimate`: the totals of its preview,
 * unaffordable messages included; null without a preview. `messages` were accepted; `segments` and `cost` are
 * theirs, refunds deducted. `contacts` of a group is its present size; deleted groups are missing.
 * `retry_of`: the campaign whose unreached recipients this one has. `can_retry`: some recipients were not
 * reached, and nothing more is sent. Those that failed may still be left out (`leftOutOf`).
 */
const campaign = z.object({
  id,
  project_id: id,
  mode,
  name: z.string(),
  content: z.string(),
  from: z.string(),
  send_at: instant.nullable(),
  created_at: instant,
  started_at: instant.nullable(),
  schedule: schedule.nullable(),
  estimate: z.object({ messages: count, segments: count, cost: money }).nullable(),
  status: z.enum(CAMPAIGN_STATUSES),
  include_groups_detail: z.array(z.object({ id, name: z.string(), contacts: count })),
  messages: count,
  segments: count,
  cost: money,
  currency: z.string(),
  counts: campaignCounts,
  to_landlines: z.boolean(),
  retry_of: id.nullable(),
  can_retry: z.boolean(),
});
export type Campaign = z.infer<typeof campaign>;

/** A search by name only reads this many campaigns of a project and mode, the newest. */
export const MAX_CAMPAIGNS_SEARCHED = 10_000;

/**
 * GET /v1/web/campaigns: newest first. Without `page_size` the newest 100 as an array, with it a page. `q` is
 * a part of the name, in any case; an empty text matches all.
 */
const campaignListQuery = z.object({
  project_id: givenId,
  mode,
  q: z.string().trim().max(MAX_CAMPAIGN_NAME).optional(),
  ...optionalPaging,
});
const campaignPage = pageOf(campaign);
export type CampaignPage = z.infer<typeof campaignPage>;
const campaignListAnswer = z.union([campaignPage, z.array(campaign)]);

/**
 * GET /v1/web/campaigns/{id}: with `include_sms` also a page of its messages in the order of their numbers,
 * optionally only those of one status, or those that failed for one reason.
 */
const campaignQuery = z.object({
  project_id: givenId,
  include_sms: z.enum(['true', 'false'], { error: 'include_sms must be true or false' }).default('false'),
  status: shownStatus.optional(),
  failure_reason: failureReason.optional(),
  ...paging,
});
const campaignAnswer = campaign.extend({
  sms: pageOf(logRow).optional(),
});
export type CampaignDetail = z.infer<typeof campaignAnswer>;

/**
 * GET /v1/web/campaigns/{id}/result: `deliveries` are the messages delivered by the end of each step, which
 * has `step_seconds`, from the start of the campaign to the delivery of 99 in 100; `later` were delivered
 * after that. It has no points before the first delivery. `failures` are counts by reason, most frequent
 * first. `replies` and `opt_outs` are recipients who wrote to the project, or who opted out by link or by
 * STOP, in the 7 days after their message was sent. `median_seconds`: from when a message was due to its
 * delivery. All are of the messages that are still kept.
 */
const campaignResult = z.object({
  deliveries: z.object({ step_seconds: count, points: z.array(count), later: count }),
  failures: z.array(z.object({ reason: failureReason, count })),
  replies: count,
  opt_outs: count,
  median_seconds: z.number().nullable(),
});
export type CampaignResult = z.infer<typeof campaignResult>;

/**
 * GET /v1/web/campaigns/{id}/recipients.csv: every recipient and their outcome, in the order of their
 * numbers.
 */
const recipientsFileQuery = z.object({ project_id: givenId, with_text: withText });

/** GET /v1/web/campaigns/{id}/skipped: recipients without a message, in the order of their numbers. */
const skippedQuery = z.object({ project_id: givenId, reason: skipReason.optional(), ...paging });
const skippedAnswer = pageOf(
  z.object({ to: z.string(), first_name: z.string(), last_name: z.string(), reason: skipReason }),
);
export type SkippedPage = z.infer<typeof skippedAnswer>;

const previewOrCampaign = z.union([campaignPreview, campaign]);

export const campaignCalls = {
  'GET /campaigns': { query: campaignListQuery, answer: campaignListAnswer },
  'POST /campaigns': { body: campaignRequest, answer: previewOrCampaign, conflict: previewChanged },
  'PUT /campaigns/:id': { body: campaignRequest, answer: previewOrCampaign, conflict: previewChanged },
  /** 409/1013 once nothing is left to cancel. */
  'POST /campaigns/:id/cancel': { body: ofProject, answer: campaign },
  'GET /campaigns/:id': { query: campaignQuery, answer: campaignAnswer },
  'GET /campaigns/:id/result': { query: ofProject, answer: campaignResult },
  'GET /campaigns/:id/recipients.csv': { query: recipientsFileQuery },
  /** An archive of the recipients, with their consents and opt-outs as they are now, for a complaint. */
  'GET /campaigns/:id/proof.zip': { query: ofProject },
  'GET /campaigns/:id/skipped': { query: skippedQuery, answer: skippedAnswer },
} satisfies Calls;
