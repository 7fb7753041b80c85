// The console's calls about messages, under /v1/web.

import { replayMessageRequest } from '@godwit/contract/callbackLog';
import { cancelRequest } from '@godwit/contract/campaigns';
import { empty, id } from '@godwit/contract/common';
import { explanationAnswer, explanationQuery } from '@godwit/contract/explanation';
import {
  consoleListAnswer,
  consoleListQuery,
  consoleSendRequest,
  holdsAnswer,
  messageDetail,
  smsObject,
} from '@godwit/contract/messages';
import { z } from 'zod';
import { readAttempts } from '../callbacks/attempts.ts';
import { replayMessage } from '../callbacks/replay.ts';
import { rowsOf } from '../http/paging.ts';
import type { App } from '../http/types.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Accept } from './accept.ts';
import { cancelMessage } from './cancel.ts';
import { type CarrierStory, explainMessage } from './explain.ts';
import { heldOf } from './holds.ts';
import { readLog } from './log.ts';
import { readIdempotency, submissionOf } from './publicRoutes.ts';
import { findMessage } from './queries.ts';
import { toDetail, toSmsObject } from './serialize.ts';

/** Sending and cancelling a message, reading the log, one message's details and why it took its way. */
export function consoleMessageRoutes(
  signedIn: App,
  services: Services,
  { accept, story }: { accept: Accept; story: CarrierStory },
): void {
  const { pool } = services;
  cancelRoute(signedIn, services);
  replayRoute(signedIn, services);
  explanationRoute(signedIn, services, story);

  signedIn.get('/holds', { schema: { response: { 200: holdsAnswer } } }, ({ member }) =>
    heldOf(services.kysely, member.teamId),
  );

  signedIn.post(
    '/messages',
    { schema: { body: consoleSendRequest, response: { 200: smsObject } } },
    async (request) => {
      const { member, body } = request;
      const project = await requireProject(services, member, body.project_id, 'send');
      const place = { projectId: project.id, mode: body.mode, platform: 'WEB' } as const;
      const submission = submissionOf(place, body, readIdempotency(request, body));
      const { message } = orThrow(await accept(submission));
      return toSmsObject(message);
    },
  );

  signedIn.get(
    '/messages',
    { schema: { querystring: consoleListQuery, response: { 200: consoleListAnswer } } },
    async ({ member, query }) => {
      const project = await requireProject(services, member, query.project_id, 'read');
      const search = { q: query.q, regionId: member.regionId };
      return orThrow(await readLog(pool, project, query.mode, { ...query, search }, rowsOf(query)));
    },
  );

  signedIn.get(
    '/messages/:id',
    {
      schema: {
        params: z.object({ id }),
        querystring: z.object({ project_id: id }),
        response: { 200: messageDetail },
      },
    },
    async ({ member, params, query }) => {
      const project = await requireProject(services, member, query.project_id, 'read');
      const message = await findMessage(pool, { ...params, teamId: member.teamId, projectId: project.id });
      if (!message) throw new RefusalError(refuse('notFound'));
      return toDetail(message, await readAttempts(services, message));
    },
  );
}

function explanationRoute(signedIn: App, services: Services, story: CarrierStory): void {
  signedIn.get(
    '/messages/:id/explanation',
    {
      schema: {
        params: z.object({ id }),
        querystring: explanationQuery,
        response: { 200: explanationAnswer },
      },
    },
    async ({ member, params, query }) => {
      const project = await requireProject(services, member, query.project_id, 'read');
      const wanted = { ...params, teamId: member.teamId, projectId: project.id };
      const message = await findMessage(services.pool, wanted);
      if (!message) throw new RefusalError(refuse('notFound'));
      const reader = { regionId: member.regionId, audience: 'customer', story } as const;
      return { steps: await explainMessage(services.kysely, message, reader) };
    },
  );
}

function replayRoute(signedIn: App, services: Services): void {
  signedIn.post(
    '/messages/:id/callback_replay',
    { schema: { params: z.object({ id }), body: replayMessageRequest, response: { 200: empty } } },
    async ({ member, params, body }) => {
      const project = await requireProject(services, member, body.project_id, 'send');
      const wanted = { ...params, teamId: member.teamId, projectId: project.id };
      const message = await findMessage(services.pool, wanted);
      if (!message) throw new RefusalError(refuse('notFound'));
      orThrow(await replayMessage(services.pool, message));
      return {};
    },
  );
}

function cancelRoute(signedIn: App, services: Services): void {
  signedIn.post(
    '/messages/:id/cancel',
    { schema: { params: z.object({ id }), body: cancelRequest, response: { 200: smsObject } } },
    async ({ member, params, body }) => {
      const project = await requireProject(services, member, body.project_id, 'send');
      const wanted = { ...params, teamId: member.teamId, projectId: project.id };
      return toSmsObject(orThrow(await cancelMessage(services.pool, wanted)));
    },
  );
}
