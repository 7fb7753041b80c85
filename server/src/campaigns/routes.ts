// The console's calls about campaigns, under /v1/web/campaigns.
import {
  type Campaign,
  campaign,
  campaignAnswer,
  campaignListAnswer,
  campaignListQuery,
  campaignPreview,
  campaignQuery,
  campaignRequest,
  cancelRequest,
  MAX_CAMPAIGNS_LISTED,
  previewChanged,
  skippedAnswer,
  skippedQuery,
} from '@godwit/contract/campaigns';
import { id } from '@godwit/contract/common';
import { z } from 'zod';
import type { Signals } from '../db/signals.ts';
import { toErrorAnswer } from '../http/errors.ts';
import { whenClosed } from '../http/exports.ts';
import { containing, rowsOf, toPage } from '../http/paging.ts';
import type { App } from '../http/types.ts';
import { openTurns } from '../jobs/turns.ts';
import { notifyCampaigns } from '../live/changes.ts';
import type { Messaging } from '../messages/open.ts';
import { readIdempotency } from '../messages/publicRoutes.ts';
import { toRow } from '../messages/serialize.ts';
import { requireProject } from '../projects/find.ts';
import { isRefusal, orThrow, type Refusal, refuse } from '../refusal.ts';
import { type Services, servicesFor } from '../services.ts';
import { type CheckedCampaign, checkCampaign } from './check.ts';
import { cancelCampaign, makeCampaign } from './create.ts';
import { describeCampaigns, findCampaign } from './find.ts';
import { previewCampaign } from './preview.ts';
import { countCampaigns, selectCampaigns } from './queries.ts';
import { selectMessages, selectSkipped } from './recipientQueries.ts';
import { CAMPAIGNS_TOPIC } from './run.ts';

type Parts = { messaging: Messaging; signals: Pick<Signals, 'send'> };

// One of a team at a time: each reads all recipients of the campaign.
const PREVIEWS = {
  atOnce: 2,
  mostWaiting: 3,
  waitMs: 30_000,
  busy: 'Other previews are being worked out. Wait for one of them, and try again.',
};
/** How long a campaign that was confirmed is worked out once more, at most: about as long as for two million recipients. */
const LONGEST_CONFIRM_MS = 60_000;

const params = z.object({ id });

/** Listing, previewing, making, looking at and cancelling campaigns. */
export function campaignRoutes(signedIn: App, services: Services, parts: Parts): void {
  listRoute(signedIn, services, parts);
  changeRoutes(signedIn, services, parts);
  detailRoutes(signedIn, services, parts);
}

function listRoute(signedIn: App, services: Services, { messaging }: Parts): void {
  const { pool } = services;
  signedIn.get(
    '/campaigns',
    { schema: { querystring: campaignListQuery, response: { 200: campaignListAnswer } } },
    async ({ member, query: { project_id, mode, q, page_num, page_size } }) => {
      const project = await requireProject(services, member, project_id, 'read');
      const filter = { teamId: project.team_id, projectId: project.id, mode, like: q ? containing(q) : null };
      const page =
        page_size === undefined
          ? { offset: 0, limit: MAX_CAMPAIGNS_LISTED }
          : rowsOf({ page_num, page_size });
      const rows = await selectCampaigns(pool, filter, page);
      const results = await describeCampaigns(services, messaging, project, rows);
      return page_size === undefined ? results : toPage(results, await countCampaigns(pool, filter), page);
    },
  );
}

function changeRoutes(signedIn: App, services: Services, { messaging, signals }: Parts): void {
  const inTurn = openTurns(PREVIEWS);
  const long = servicesFor(services, 'long');
  const previewInTurn = (checked: CheckedCampaign, signal: AbortSignal) =>
    inTurn(checked.scope.teamId, () => previewCampaign(long, messaging, checked, signal), signal);

  /** Notifies workers and open pages of a campaign that is new or cancelled. */
  function notify({ id: campaignId, project_id: projectId, mode }: Campaign) {
    signals.send(CAMPAIGNS_TOPIC);
    notifyCampaigns([{ campaignId, projectId, mode }]);
  }

  signedIn.post(
    '/campaigns',
    {
      schema: {
        body: campaignRequest,
        response: { 200: z.union([campaignPreview, campaign]), 409: previewChanged },
      },
    },
    async (request, reply) => {
      const { member, body } = request;
      const project = await requireProject(services, member, body.project_id, 'send');
      const over = whenClosed(reply.raw);
      if (body.is_preview) {
        const checked = orThrow(await checkCampaign(services, messaging, project, body));
        return orThrow(await previewInTurn(checked, over).catch(unlessGone(over)));
      }
      // What was seen is not what is sent: a repeat gets the first one's campaign, whatever the balance is by then.
      const { expected_count: _, expected_cost: __, expected_fits: ___, ...content } = body;
      const idempotency = readIdempotency(request, content) ?? null;
      // A page that goes away before it is worked out has made none, and still has the draft.
      const longest = AbortSignal.any([over, AbortSignal.timeout(LONGEST_CONFIRM_MS)]);
      const preview = (checked: CheckedCampaign) => previewInTurn(checked, longest).catch(unlessGone(over));
      const outcome = await makeCampaign(services, messaging, project, { ...body, idempotency }, preview);
      if (isRefusal(outcome) && 'preview' in outcome)
        return reply.code(409).send({ ...toErrorAnswer(outcome), preview: outcome.preview });
      const made = orThrow(outcome);
      const row = await findCampaign(services, project, made);
      const answer = (await describeCampaigns(services, messaging, project, [row]))[0]!;
      notify(answer);
      return answer;
    },
  );

  signedIn.post(
    '/campaigns/:id/cancel',
    { schema: { params, body: cancelRequest, response: { 200: campaign } } },
    async ({ member, params, body }) => {
      const project = await requireProject(services, member, body.project_id, 'send');
      const found = await findCampaign(services, project, params.id);
      const row = orThrow(await cancelCampaign(services, found));
      const answer = (await describeCampaigns(services, messaging, project, [row]))[0]!;
      notify(answer);
      return answer;
    },
  );
}

/** The answer to a page that has gone is not read, and its error is not a fault of the service. */
function unlessGone(signal: AbortSignal): (error: unknown) => Refusal {
  return (error) => {
    if (!signal.aborted) throw error;
    return refuse('unavailable');
  };
}

function detailRoutes(signedIn: App, services: Services, { messaging }: Parts): void {
  const { pool } = services;

  signedIn.get(
    '/campaigns/:id',
    { schema: { params, querystring: campaignQuery, response: { 200: campaignAnswer } } },
    async ({ member, params, query: { project_id, include_sms, ...query } }) => {
      const project = await requireProject(services, member, project_id, 'read');
      const row = await findCampaign(services, project, params.id);
      const answer = (await describeCampaigns(services, messaging, project, [row]))[0]!;
      if (include_sms === 'false') return answer;
      const page = rowsOf(query);
      const rows = await selectMessages(pool, row, page);
      return { ...answer, sms: toPage(rows.map(toRow), answer.messages, page) };
    },
  );

  signedIn.get(
    '/campaigns/:id/skipped',
    { schema: { params, querystring: skippedQuery, response: { 200: skippedAnswer } } },
    async ({ member, params, query: { project_id, reason = null, ...query } }) => {
      const project = await requireProject(services, member, project_id, 'read');
      const row = await findCampaign(services, project, params.id);
      const page = rowsOf(query);
      const { total, rows } = await selectSkipped(pool, row, { reason, ...page });
      const results = rows.map(({ number, ...rest }) => ({ to: number, ...rest }));
      return toPage(results, total, page);
    },
  );
}
