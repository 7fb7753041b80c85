// Calls about conversations, under /v1/web.
import { conversationCalls } from '@godwit/contract/conversations';
import type { Mode } from '@godwit/contract/messages/statuses';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import type { Services } from '../services.ts';
import { countUnread, upsertRead } from './queries.ts';
import { readThread, readThreads } from './read.ts';

/** Read threads and mark them as read. Everybody who may read the log may; read marks are per member. */
export function conversationRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, conversationCalls);
  const { pool } = services;
  const onlookerOf = async (member: Member, asked: { project_id: string; mode: Mode }) => {
    const project = await requireProject(services, member, asked.project_id, 'read');
    const { teamId, userId, regionId } = member;
    return { teamId, userId, regionId, projectId: project.id, mode: asked.mode };
  };

  on('GET /conversations', async ({ member, query }) =>
    readThreads(pool, await onlookerOf(member, query), query),
  );

  on('GET /conversations/unread', async ({ member, query }) => ({
    threads: await countUnread(pool, await onlookerOf(member, query)),
  }));

  on('GET /conversations/thread', async ({ member, query }) =>
    readThread(pool, await onlookerOf(member, query), query),
  );

  on('POST /conversations/read', async ({ member, body: { number, message_id: messageId, ...asked } }) => {
    await upsertRead(pool, await onlookerOf(member, asked), { number, messageId });
    return {};
  });
}
