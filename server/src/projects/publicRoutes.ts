// Calls of the public API about the project of the key, under /v1.
import { keyAnswer } from '@godwit/contract/publicApi/account';
import { listSendersAnswer, SANDBOX } from '@godwit/contract/publicApi/prices';
import type { App } from '../http/types.ts';
import type { Services } from '../services.ts';
import { findProject } from './find.ts';
import { listSenders } from './senders.ts';

/** POST /login returns the owner of a key. */
export function loginWithKeyRoute(api: App, services: Services): void {
  api.post('/login', { schema: { response: { 200: keyAnswer } } }, async ({ key }) => {
    const { id, name } = await findProject(services, key.teamId, key.projectId);
    return { project_id: id, project_name: name, mode: key.mode };
  });
}

/** GET /senders: what the key may send from. */
export function publicSenderRoute(api: App, { kysely, countryRules }: Services): void {
  api.get(
    '/senders',
    { schema: { response: { 200: listSendersAnswer } } },
    async ({ key: { teamId, projectId, mode } }) => {
      const senders = await listSenders(kysely, { teamId, projectId }, countryRules.now());
      const results = senders.map(({ id: sender, created_at: _, ...shown }) => ({ sender, ...shown }));
      return { results: mode === 'TEST' ? [SANDBOX, ...results] : results };
    },
  );
}
