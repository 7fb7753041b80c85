// Calls about conversations, under /v1/web.
import {
  readAnswer,
  readRequest,
  threadAnswer,
  threadQuery,
  threadsAnswer,
  threadsQuery,
  unreadAnswer,
  unreadQuery,
} from '@godwit/contract/conversations';
import type { Mode } from '@godwit/contract/statuses';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import type { Services } from '../services.ts';
import { countUnread, upsertRead } from './queries.ts';
import { readThread, readThreads } from './read.ts';

/** Looking at threads and at one of them, for all who see the log; what they have read is each member's own. */
export function conversationRoutes(signedIn: App, services: Services): void {
  const { pool } = services;
  const onlookerOf = async (member: Member, asked: { project_id: string; mode: Mode }) => {
    const project = await requireProject(services, member, asked.project_id, 'read');
    const { teamId, userId, regionId } = member;
    return { teamId, userId, regionId, projectId: project.id, mode: asked.mode };
  };

  signedIn.get(
    '/conversations',
    { schema: { querystring: threadsQuery, response: { 200: threadsAnswer } } },
    async ({ member, query }) => readThreads(pool, await onlookerOf(member, query), query),
  );

  signedIn.get(
    '/conversations/unread',
    { schema: { querystring: unreadQuery, response: { 200: unreadAnswer } } },
    async ({ member, query }) => ({ threads: await countUnread(pool, await onlookerOf(member, query)) }),
  );

  signedIn.get(
    '/conversations/thread',
    { schema: { querystring: threadQuery, response: { 200: threadAnswer } } },
    async ({ member, query }) => readThread(pool, await onlookerOf(member, query), query),
  );

  signedIn.post(
    '/conversations/read',
    { schema: { body: readRequest, response: { 200: readAnswer } } },
    async ({ member, body: { number, message_id: messageId, ...asked } }) => {
      await upsertRead(pool, await onlookerOf(member, asked), { number, messageId });
      return {};
    },
  );
}
