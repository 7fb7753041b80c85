// The console's calls about campaigns, under /v1/web/campaigns.

import { Readable } from 'node:stream';
import { campaignCalls, MAX_CAMPAIGNS_LISTED } from '@godwit/contract/campaigns/campaigns';
import type { FastifyRequest } from 'fastify';
import { readBalanceIn } from '../billing/balance.ts';
import { sendZip } from '../consents/zip.ts';
import { addressOf } from '../http/address.ts';
import { toErrorAnswer } from '../http/errors.ts';
import { type Exports, whenClosed } from '../http/exports.ts';
import { containing, rowsOf, toPage } from '../http/paging.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { openFairScheduler } from '../jobs/fairScheduler.ts';
import type { Messaging } from '../messages/accept/open.ts';
import { statusFilter } from '../messages/log/log.ts';
import { toRow } from '../messages/log/serialize.ts';
import { withTextAndName } from '../messages/log/texts.ts';
import { readIdempotency } from '../messages/publicRoutes.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import { type Services, servicesFor } from '../services.ts';
import { type CampaignChanges, isChanged, unlessOver } from './changes.ts';
import { cancelCampaign, makeCampaign } from './create.ts';
import { changeCampaign, checkChange } from './edit.ts';
import { exportRecipients, proofOfCampaign } from './export.ts';
import { describeCampaigns, findCampaign } from './find.ts';
import { countCampaigns, selectCampaigns } from './queries.ts';
import { kindsOf, readResult } from './result/result.ts';
import { checkCampaign } from './review/check.ts';
import type { Changed } from './review/preview.ts';
import { selectMessages, selectSkipped } from './run/recipientQueries.ts';
import { countOf } from './serialize.ts';

type Parts = { messaging: Messaging; changes: CampaignChanges; exports: Exports };

// Each result reads all recipients of its campaign, so a team has one at a time.
const RESULTS = {
  atOnce: 2,
  waitMs: 30_000,
  mostWaiting: 10,
  busy: 'Other results are being worked out. Try again shortly.',
};
/** List, preview, create, change, read and cancel campaigns. */
export function campaignRoutes(signedIn: App, services: Services, parts: Parts): void {
  listRoute(signedIn, services, parts);
  changeRoutes(signedIn, services, parts);
  detailRoutes(signedIn, services, parts);
  fileRoutes(signedIn, services, parts);
}

function listRoute(signedIn: App, services: Services, { messaging }: Parts): void {
  const on = serve(signedIn, campaignCalls);
  const { pool } = services;
  on('GET /campaigns', async ({ member, query: { project_id, mode, q, page_num, page_size } }) => {
    const project = await requireProject(services, member, project_id, 'read');
    const filter = { teamId: project.team_id, projectId: project.id, mode, like: q ? containing(q) : null };
    const page =
      page_size === undefined ? { offset: 0, limit: MAX_CAMPAIGNS_LISTED } : rowsOf({ page_num, page_size });
    const rows = await selectCampaigns(pool, filter, page);
    const results = await describeCampaigns(services, messaging, project, rows);
    return page_size === undefined ? results : toPage(results, await countCampaigns(pool, filter), page);
  });
}

function changeRoutes(signedIn: App, services: Services, parts: Parts): void {
  const on = serve(signedIn, campaignCalls);
  const { messaging } = parts;
  const { previewed, confirmed, describe } = parts.changes;

  on('POST /campaigns', async (request, reply) => {
    const { member, body } = request;
    const project = await requireProject(services, member, body.project_id, 'send');
    const over = whenClosed(reply.raw);
    if (body.is_preview)
      return orThrow(await previewed(orThrow(await checkCampaign(services, messaging, project, body)), over));
    // The expected values are not part of the content: a repeat gets the first request's campaign, whatever
    // the balance is by then.
    const { expected_count: _, expected_cost: __, expected_fits: ___, ...figures } = body;
    const { accepted_unverified: ____, ...content } = figures;
    const idempotency = readIdempotency(request, content) ?? null;
    const asked = { ...body, idempotency, person: personOf(request) };
    const outcome = await makeCampaign(services, messaging, project, asked, confirmed(over));
    return isChanged(outcome)
      ? reply.code(409).send(withPreview(outcome))
      : describe(project, orThrow(outcome));
  });

  on('PUT /campaigns/:id', async (request, reply) => {
    const { member, params, body } = request;
    const project = await requireProject(services, member, body.project_id, 'send');
    const row = await findCampaign(services, project, params.id);
    const checked = orThrow(await checkChange(services, messaging, project, row, body));
    const over = whenClosed(reply.raw);
    if (body.is_preview) return orThrow(await previewed(checked, over));
    const outcome = await changeCampaign(
      services,
      row,
      checked,
      { ...body, person: personOf(request) },
      confirmed(over),
    );
    if (isChanged(outcome)) return reply.code(409).send(withPreview(outcome));
    orThrow(outcome);
    return describe(project, row.id);
  });

  on('POST /campaigns/:id/cancel', async ({ member, params, body }) => {
    const project = await requireProject(services, member, body.project_id, 'send');
    const found = await findCampaign(services, project, params.id);
    orThrow(await cancelCampaign(services, found));
    return describe(project, found.id);
  });
}

const personOf = (request: FastifyRequest & { member: Pick<Member, 'userId'> }) => ({
  userId: request.member.userId,
  ip: addressOf(request),
});

const withPreview = (changed: Changed) => ({ ...toErrorAnswer(changed), preview: changed.preview });

function detailRoutes(signedIn: App, services: Services, { messaging }: Parts): void {
  const on = serve(signedIn, campaignCalls);
  const { pool } = services;
  const long = servicesFor(services, 'long');
  const inTurn = openFairScheduler(RESULTS);

  on(
    'GET /campaigns/:id',
    async (
      { member, params, query: { project_id, include_sms, status, failure_reason, ...query } },
      reply,
    ) => {
      const project = await requireProject(services, member, project_id, 'read');
      const row = await findCampaign(services, project, params.id);
      const answer = (await describeCampaigns(services, messaging, project, [row]))[0]!;
      if (include_sms === 'false') return answer;
      const page = rowsOf(query);
      const over = whenClosed(reply.raw);
      // Reads the whole campaign, as its result does.
      const kinds = () => kindsOf(long.pool, row, failure_reason!);
      const failed =
        failure_reason && orThrow(await inTurn(project.team_id, kinds, over).catch(unlessOver(over)));
      const filter = failed ? { ...statusFilter('FAILED'), kinds: failed.kinds } : statusFilter(status);
      const rows = await selectMessages(pool, row, { ...filter, ...page });
      const total = failed?.count ?? (status ? countOf(row, status) : answer.messages);
      const sms = toPage(rows.map(toRow), total, page);
      const place = { teamId: member.teamId, projectId: project.id };
      return { ...answer, sms: await withTextAndName({ ...services, archive: null }, place, sms) };
    },
  );

  on('GET /campaigns/:id/result', async ({ member, params, query: { project_id } }, reply) => {
    const project = await requireProject(services, member, project_id, 'read');
    const row = await findCampaign(services, project, params.id);
    const over = whenClosed(reply.raw);
    const read = inTurn(project.team_id, () => readResult(long.pool, row, over), over);
    return orThrow(await read.catch(unlessOver(over)));
  });

  on(
    'GET /campaigns/:id/skipped',
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

/** The recipients of a campaign as files. */
function fileRoutes(signedIn: App, services: Services, { exports }: Parts): void {
  const { pool } = services;
  const long = servicesFor(services, 'long');
  const on = serve(signedIn, campaignCalls);

  on(
    'GET /campaigns/:id/recipients.csv',
    { exposeHeadRoute: false },
    async ({ member, params, query: { project_id, with_text: withText } }, reply) => {
      const project = await requireProject(services, member, project_id, 'read');
      const campaign = await findCampaign(services, project, params.id);
      const { currency } = await readBalanceIn(pool, project.team_id);
      const signal = exports.enter(project.team_id, reply);
      const looks = { timezone: project.timezone, currency, withText };
      const pieces = exportRecipients(long, campaign, { ...looks, signal });
      reply.header('x-total-rows', campaign.recipients).type('text/csv; charset=utf-8');
      reply.header('content-disposition', 'attachment; filename="campaign.csv"');
      return reply.send(
        Readable.from(exports.inTurn(project.team_id, pieces, signal), { objectMode: false }),
      );
    },
  );

  on(
    'GET /campaigns/:id/proof.zip',
    { exposeHeadRoute: false },
    async ({ member, params, query: { project_id } }, reply) => {
      const project = await requireProject(services, member, project_id, 'read');
      const campaign = await findCampaign(services, project, params.id);
      const { currency } = await readBalanceIn(pool, project.team_id);
      const files = (signal: AbortSignal) =>
        proofOfCampaign(long, campaign, { timezone: project.timezone, currency, signal });
      return sendZip(reply, { teamId: project.team_id, exports, name: 'campaign-consents.zip', files });
    },
  );
}
