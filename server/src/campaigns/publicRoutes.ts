// The public API's calls about campaigns, under /v1. They send to contacts, so they need a LIVE key.
import type { Campaign, CampaignPreview, CampaignRequest } from '@godwit/contract/campaigns/campaigns';
import * as api from '@godwit/contract/publicApi/campaigns';
import { unverifiedIn } from '@godwit/contract/senders';
import { addressOf } from '../http/address.ts';
import { whenClosed } from '../http/exports.ts';
import { pageFromCursor } from '../http/paging.ts';
import type { App } from '../http/types.ts';
import type { Messaging } from '../messages/accept/open.ts';
import { readIdempotency } from '../messages/publicRoutes.ts';
import type { CallKey } from '../projects/apiKeys.ts';
import { findProject } from '../projects/find.ts';
import { isRefusal, orThrow, type Refusal, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type CampaignChanges, isChanged } from './changes.ts';
import { cancelCampaign, makeCampaign } from './create.ts';
import { describeCampaigns, findCampaign } from './find.ts';
import { selectFromCursor } from './queries.ts';
import { checkCampaign } from './review/check.ts';
import { type Changed, UNVERIFIED_UNASKED } from './review/preview.ts';

type Parts = { messaging: Messaging; changes: CampaignChanges };

const LIVE_ONLY =
  'A TEST key cannot read or create campaigns, because they send to the contacts of the team. Nothing was created. Use a LIVE key, with dry_run to try the call.';
const CAPPED =
  'This API key has a daily cap, which a campaign could exceed, so nothing was created. Use a key without a daily cap.';
const TO_CONFIRM = refuse('conflict', {
  description:
    'This campaign looks like advertising and its sender is not promotional. Nothing was created. Use a promotional sender, or create the campaign in the console and confirm it there.',
});
const NO_GROUP = 'A group does not exist in this team, so nothing was created. GET /v1/groups lists the ids.';

/** Adds `/campaigns`. */
export function publicCampaignRoutes(app: App, services: Services, parts: Parts): void {
  readRoutes(app, services, parts);
  createRoute(app, services, parts);
}

/** The project of a LIVE key. */
function projectOf(services: Services, { mode, teamId, projectId }: CallKey) {
  if (mode !== 'LIVE') throw new RefusalError(refuse('keyMismatch', { description: LIVE_ONLY }));
  return findProject(services, teamId, projectId);
}

/** Lists, reads and cancels. */
function readRoutes(app: App, services: Services, { messaging, changes }: Parts): void {
  const { pool } = services;
  const one = { schema: { params: api.oneCampaign, response: { 200: api.publicCampaign } } };

  /** A LIVE campaign of the key's project. */
  const find = async (key: CallKey, id: string) => {
    const project = await projectOf(services, key);
    const row = await findCampaign(services, project, id);
    if (row.mode !== 'LIVE') throw new RefusalError(refuse('notFound'));
    return { project, row };
  };

  app.get(
    '/campaigns',
    { schema: { querystring: api.listCampaignsQuery, response: { 200: api.listCampaignsAnswer } } },
    async ({ key, query }) => {
      const project = await projectOf(services, key);
      const scope = { teamId: project.team_id, projectId: project.id, mode: 'LIVE' as const };
      const { rows, next } = await pageFromCursor(query, (asked) => selectFromCursor(pool, scope, asked));
      return { results: (await describeCampaigns(services, messaging, project, rows)).map(toPublic), next };
    },
  );

  app.get('/campaigns/:id', one, async ({ key, params: { id } }) => {
    const { project, row } = await find(key, id);
    return toPublic((await describeCampaigns(services, messaging, project, [row]))[0]!);
  });

  app.post('/campaigns/:id/cancel', one, async ({ key, params: { id } }) => {
    const { project, row } = await find(key, id);
    orThrow(await cancelCampaign(services, row));
    return toPublic(await changes.describe(project, row.id));
  });
}

/** Creates a campaign, or prices it. */
function createRoute(app: App, services: Services, { messaging, changes }: Parts): void {
  app.post(
    '/campaigns',
    {
      schema: {
        body: api.createCampaignBody,
        response: { 200: api.campaignDryRun, 201: api.publicCampaign },
      },
    },
    async (request, reply) => {
      const { key, body } = request;
      const project = await projectOf(services, key);
      if (key.cap !== null) throw new RefusalError(refuse('keyNotAllowed', { description: CAPPED }));
      const asked = toRequest(body, project.id);
      const over = whenClosed(reply.raw);
      if (body.dry_run) {
        const checked = inOurWords(await checkCampaign(services, messaging, project, asked));
        const preview = orThrow(await changes.previewed(checked, over));
        if (preview.advertising) throw new RefusalError(TO_CONFIRM);
        return toDryRun(preview);
      }
      // The expected figures are not part of the content, as in the console.
      const { expected_messages: _, expected_cost: __, ...content } = body;
      const idempotency = readIdempotency(request, content) ?? null;
      // Nothing is attested over the API: see TO_CONFIRM.
      const person = { userId: '', ip: addressOf(request) };
      const outcome = await makeCampaign(
        services,
        messaging,
        project,
        { ...asked, idempotency, person },
        changes.confirmed(over),
      );
      if (isChanged(outcome)) throw new RefusalError(whyChanged(outcome, body));
      return reply.code(201).send(toPublic(await changes.describe(project, inOurWords(outcome))));
    },
  );
}

/** The refusal of a campaign that is not as expected, must be confirmed, or is not covered. */
function whyChanged(
  { preview, ...refusal }: Changed,
  { expected_messages: messages, expected_cost: cost }: Body,
) {
  if (preview.advertising) return TO_CONFIRM;
  const { message_count: all, fits } = preview;
  if ((messages ?? all) !== all || (cost ?? preview.cost) !== preview.cost) return refusal;
  return refuse('conflict', {
    description: `The balance and the daily limit cover only ${fits.message_count} of ${all} messages, so nothing was created. Top up or raise the limit, or give send_at.`,
  });
}

/** An outcome, or its refusal with the fields of this API. */
function inOurWords<T>(outcome: T | Refusal): T {
  if (!isRefusal(outcome)) return outcome;
  const { include_groups: groups, ...fields } = outcome.fields ?? {};
  if (groups) throw new RefusalError({ ...outcome, fields: { ...fields, groups } });
  const isUnknown = outcome.refused === 'notFound' && outcome.description === undefined;
  throw new RefusalError(
    isUnknown ? { ...outcome, description: NO_GROUP, fields: { groups: NO_GROUP } } : outcome,
  );
}

type Body = typeof api.createCampaignBody._output;

function toRequest(
  { name, content, from, groups, send_at, ...given }: Body,
  projectId: string,
): CampaignRequest {
  return {
    ...{ project_id: projectId, mode: 'LIVE', name, content, from, include_groups: groups, retry_of: null },
    ...{ send_at, to_landlines: given.to_landlines, is_preview: given.dry_run },
    ...{ expected_count: given.expected_messages, expected_cost: given.expected_cost },
    // All must be covered, because no person sees how many are.
    expected_fits: given.expected_messages,
    accepted_unverified: UNVERIFIED_UNASKED,
  };
}

function toPublic({
  id,
  name,
  content,
  from,
  include_groups_detail: groups,
  ...campaign
}: Campaign): api.PublicCampaign {
  const { send_at, created_at, started_at, status, messages, segments, cost, currency, counts } = campaign;
  const { skipped_by: _, ...progress } = counts;
  return {
    ...{ id, name, content, from, groups: groups.map((group) => ({ id: group.id, name: group.name })) },
    ...{ send_at, created_at, started_at, status, messages, segments, cost, currency, counts: progress },
  };
}

function toDryRun({
  recipients,
  message_count: messages,
  segments,
  cost,
  ...preview
}: CampaignPreview): api.CampaignDryRun {
  // A contact in several groups is one recipient, and skipped in none.
  const { duplicates: _, ...reasons } = preview.skipped;
  const skipped = Object.entries(reasons).filter(([, count]) => count > 0);
  return {
    ...{ dry_run: true, recipients, messages, segments, cost, currency: preview.currency },
    ...{ fits: preview.fits.message_count, skipped: Object.fromEntries(skipped) },
    unverified: unverifiedIn(preview.unverified),
  };
}
