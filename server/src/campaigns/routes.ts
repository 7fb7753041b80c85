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
  skippedAnswer,
  skippedQuery,
} from '@godwit/contract/campaigns';
import { id } from '@godwit/contract/common';
import { z } from 'zod';
import type { Signals } from '../db/signals.ts';
import type { App } from '../http/types.ts';
import { isId } from '../ids.ts';
import { tellCampaigns } from '../live/changes.ts';
import type { Messaging } from '../messages/open.ts';
import { toRow } from '../messages/present.ts';
import { readIdempotency } from '../messages/publicRoutes.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { checkCampaign } from './check.ts';
import { cancelCampaign, makeCampaign } from './create.ts';
import { toCampaign } from './present.ts';
import { previewCampaign } from './preview.ts';
import {
  type CampaignRow,
  countCampaigns,
  selectCampaign,
  selectCampaigns,
  selectGroups,
} from './queries.ts';
import { selectMessages, selectSkipped } from './recipientQueries.ts';
import { CAMPAIGNS_TOPIC } from './run.ts';

type Project = Awaited<ReturnType<typeof requireProject>>;

const MOST_LISTED = 1_000;

/** Listing, previewing, making, looking at and cancelling campaigns. */
export function campaignRoutes(
  signedIn: App,
  services: Services,
  { messaging, signals }: { messaging: Messaging; signals: Pick<Signals, 'send'> },
): void {
  const { pool } = services;

  async function present(project: Project, rows: CampaignRow[]): Promise<Campaign[]> {
    const ids = [...new Set(rows.flatMap(({ groupIds }) => groupIds))];
    const groups = ids.length > 0 ? await selectGroups(pool, project.team_id, ids) : [];
    const currency = (await messaging.origins(project.id))?.currency ?? '';
    return rows.map((row) => toCampaign(row, groups, { timezone: project.timezone, currency }));
  }
  async function presentOne(project: Project, row: CampaignRow): Promise<Campaign> {
    return (await present(project, [row]))[0]!;
  }
  async function find(project: Project, campaignId: string): Promise<CampaignRow> {
    const key = { teamId: project.team_id, projectId: project.id, id: campaignId };
    const row = isId(campaignId) ? await selectCampaign(pool, key) : null;
    if (!row) throw new RefusalError(refuse('notFound'));
    return row;
  }
  /** Workers and open pages hear of a campaign that is new or cancelled. */
  function tell({ id: campaignId, project_id: projectId, mode }: Campaign) {
    signals.send(CAMPAIGNS_TOPIC);
    tellCampaigns([{ campaignId, projectId, mode }]);
  }

  signedIn.get(
    '/campaigns',
    { schema: { querystring: campaignListQuery, response: { 200: campaignListAnswer } } },
    async ({ member, query: { project_id, mode, page_num, page_size } }) => {
      const project = await requireProject(services, member, project_id, 'read');
      const scope = { teamId: project.team_id, projectId: project.id, mode };
      const page =
        page_size === undefined
          ? { offset: 0, limit: MOST_LISTED }
          : { offset: page_num * page_size, limit: page_size };
      const results = await present(project, await selectCampaigns(pool, scope, page));
      if (page_size === undefined) return results;
      const total = await countCampaigns(pool, scope);
      return { results, total, total_pages: Math.ceil(total / page_size) };
    },
  );

  signedIn.post(
    '/campaigns',
    { schema: { body: campaignRequest, response: { 200: z.union([campaignPreview, campaign]) } } },
    async (request) => {
      const { member, body } = request;
      const project = await requireProject(services, member, body.project_id, 'send');
      if (body.is_preview) {
        const checked = orThrow(await checkCampaign(services, messaging, project, body));
        return previewCampaign(services, messaging, checked);
      }
      const idempotency = readIdempotency(request, body) ?? null;
      const made = orThrow(await makeCampaign(services, messaging, project, { ...body, idempotency }));
      const answer = await presentOne(project, await find(project, made));
      tell(answer);
      return answer;
    },
  );

  const params = z.object({ id });

  signedIn.get(
    '/campaigns/:id',
    { schema: { params, querystring: campaignQuery, response: { 200: campaignAnswer } } },
    async ({ member, params, query: { project_id, include_sms, page_num, page_size } }) => {
      const project = await requireProject(services, member, project_id, 'read');
      const row = await find(project, params.id);
      const answer = await presentOne(project, row);
      if (include_sms === 'false') return answer;
      const rows = await selectMessages(pool, row, { offset: page_num * page_size, limit: page_size });
      const total = answer.messages;
      return {
        ...answer,
        sms: { results: rows.map(toRow), total, total_pages: Math.ceil(total / page_size) },
      };
    },
  );

  signedIn.get(
    '/campaigns/:id/skipped',
    { schema: { params, querystring: skippedQuery, response: { 200: skippedAnswer } } },
    async ({ member, params, query: { project_id, reason = null, page_num, page_size } }) => {
      const project = await requireProject(services, member, project_id, 'read');
      const row = await find(project, params.id);
      const page = { reason, offset: page_num * page_size, limit: page_size };
      const { total, rows } = await selectSkipped(pool, row, page);
      const results = rows.map(({ number, ...rest }) => ({ to: number, ...rest }));
      return { results, total, total_pages: Math.ceil(total / page_size) };
    },
  );

  signedIn.post(
    '/campaigns/:id/cancel',
    { schema: { params, body: cancelRequest, response: { 200: campaign } } },
    async ({ member, params, body }) => {
      const project = await requireProject(services, member, body.project_id, 'send');
      const row = orThrow(await cancelCampaign(services, await find(project, params.id)));
      const answer = await presentOne(project, row);
      tell(answer);
      return answer;
    },
  );
}
