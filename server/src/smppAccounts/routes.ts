// Calls about a project's SMPP accounts, under /v1/web/projects, for people who may see its API keys.

import { smppAccountCalls } from '@godwit/contract/smppAccounts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { createAccount, listAccounts, revokeAccount } from './binds/accounts.ts';

export function smppAccountRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, smppAccountCalls);
  const scopeOf = async (member: Member, projectId: string) => {
    const project = await requireProject(services, member, projectId, 'projects');
    return { teamId: member.teamId, projectId: project.id };
  };

  on('GET /projects/:id/smpp_accounts', async ({ member, params }) =>
    listAccounts(services, await scopeOf(member, params.id)),
  );

  on('POST /projects/:id/smpp_accounts', async ({ member, params, body }) =>
    orThrow(await createAccount(services, await scopeOf(member, params.id), body)),
  );

  on('DELETE /projects/:id/smpp_accounts/:system_id', async ({ member, params }) =>
    orThrow(await revokeAccount(services, await scopeOf(member, params.id), params.system_id)),
  );
}
