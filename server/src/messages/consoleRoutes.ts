// The console's calls about messages, under /v1/web.

import { messageCalls } from '@godwit/contract/messages/calls';
import { archiveOf } from '../archives/read.ts';
import { readAttempts } from '../callbacks/delivery/attempts.ts';
import { replayMessage } from '../callbacks/log/replay.ts';
import { rowsOf } from '../http/paging.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { hostOf } from '../links.ts';
import { requireProject } from '../projects/find.ts';
import { isRefusal, orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Accept } from './accept/accept.ts';
import { heldOf } from './accept/heldDestinations.ts';
import { findMessage } from './accept/queries.ts';
import { findKept, readLog, refuseMissing } from './log/log.ts';
import { toDetail, toRow, toSmsObject } from './log/serialize.ts';
import { withTextAndName } from './log/texts.ts';
import { readIdempotency, submissionOf } from './publicRoutes.ts';
import { cancelMessage } from './state/cancel.ts';
import { type CarrierStory, explainMessage } from './trace/explain.ts';

/**
 * Sends and cancels messages, and shows the log, the details of a message and the explanation of its route.
 */
export function consoleMessageRoutes(
  signedIn: App,
  services: Services,
  { accept, story }: { accept: Accept; story: CarrierStory },
): void {
  const on = serve(signedIn, messageCalls);
  const { pool } = services;
  const archive = archiveOf(services.settings);
  cancelRoute(signedIn, services);
  replayRoute(signedIn, services);
  explanationRoute(signedIn, services, story);

  on('GET /holds', ({ member }) => heldOf(services.kysely, member.teamId));

  on('POST /messages', async (request) => {
    const { member, body } = request;
    const project = await requireProject(services, member, body.project_id, 'send');
    const place = { projectId: project.id, mode: body.mode, platform: 'WEB' } as const;
    const submission = submissionOf(place, body, readIdempotency(request, body));
    const { message } = orThrow(await accept(submission));
    return toSmsObject(message);
  });

  on('GET /messages', async ({ member, query }) => {
    const project = await requireProject(services, member, query.project_id, 'read');
    const search = { q: query.q, regionId: member.regionId };
    const wanted = { ...rowsOf(query), toRow };
    return services.reads.people(async (from) => {
      const source = { ...from, archive };
      const page = orThrow(await readLog(source, project, query.mode, { ...query, search }, wanted));
      return withTextAndName(source, { teamId: member.teamId, projectId: project.id }, page);
    });
  });

  on('GET /messages/:id', async ({ member, params, query }) => {
    const project = await requireProject(services, member, query.project_id, 'read');
    const wanted = { ...params, teamId: member.teamId, projectId: project.id };
    const message = await findKept({ pool, archive }, wanted);
    if (!message) throw new RefusalError(refuse('notFound'));
    return toDetail(message, await readAttempts(services, message));
  });
}

const sourceOf = ({ pool, settings }: Services) => ({ pool, archive: archiveOf(settings) });

function explanationRoute(signedIn: App, services: Services, story: CarrierStory): void {
  const on = serve(signedIn, messageCalls);
  on('GET /messages/:id/explanation', async ({ member, params, query }) => {
    const project = await requireProject(services, member, query.project_id, 'read');
    const wanted = { ...params, teamId: member.teamId, projectId: project.id };
    const message = await findKept(sourceOf(services), wanted);
    if (!message) throw new RefusalError(refuse('notFound'));
    const countries = services.countryRules.now();
    const portedTo = services.countryRules.ported.to;
    const ownHost = hostOf(services.settings.publicUrl);
    const reader = {
      regionId: member.regionId,
      audience: 'customer',
      story,
      countries,
      portedTo,
      ownHost,
    } as const;
    return { steps: await explainMessage(services.kysely, message, reader) };
  });
}

function replayRoute(signedIn: App, services: Services): void {
  const on = serve(signedIn, messageCalls);
  on('POST /messages/:id/callback_replay', async ({ member, params, body }) => {
    const project = await requireProject(services, member, body.project_id, 'send');
    const wanted = { ...params, teamId: member.teamId, projectId: project.id };
    const message = await findMessage(services.pool, wanted);
    if (!message) throw new RefusalError(await refuseMissing(sourceOf(services), wanted));
    orThrow(await replayMessage(services.pool, message));
    return {};
  });
}

function cancelRoute(signedIn: App, services: Services): void {
  const on = serve(signedIn, messageCalls);
  on('POST /messages/:id/cancel', async ({ member, params, body }) => {
    const project = await requireProject(services, member, body.project_id, 'send');
    const wanted = { ...params, teamId: member.teamId, projectId: project.id };
    const outcome = await cancelMessage(services.pool, wanted);
    if (isRefusal(outcome) && outcome.refused === 'notFound')
      throw new RefusalError(await refuseMissing(sourceOf(services), wanted));
    return toSmsObject(orThrow(outcome));
  });
}
