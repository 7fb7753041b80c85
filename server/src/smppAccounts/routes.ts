// Calls about a project's SMPP accounts, under /v1/web/projects: for those who see its API keys.
import { empty, id } from '@godwit/contract/common';
import {
  createSmppAccountAnswer,
  createSmppAccountRequest,
  smppAccountParams,
  smppAccountsAnswer,
} from '@godwit/contract/smppAccounts';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { createAccount, listAccounts, revokeAccount } from './accounts.ts';

const ofProject = z.object({ id });
const path = '/projects/:id/smpp_accounts';

export function smppAccountRoutes(signedIn: App, services: Services): void {
  const scopeOf = async (member: Member, projectId: string) => {
    const project = await requireProject(services, member, projectId, 'projects');
    return { teamId: member.teamId, projectId: project.id };
  };

  signedIn.get(
    path,
    { schema: { params: ofProject, response: { 200: smppAccountsAnswer } } },
    async ({ member, params }) => listAccounts(services, await scopeOf(member, params.id)),
  );

  signedIn.post(
    path,
    {
      schema: {
        params: ofProject,
        body: createSmppAccountRequest,
        response: { 200: createSmppAccountAnswer },
      },
    },
    async ({ member, params, body }) =>
      orThrow(await createAccount(services, await scopeOf(member, params.id), body)),
  );

  signedIn.delete(
    `${path}/:system_id`,
    { schema: { params: smppAccountParams, response: { 200: empty } } },
    async ({ member, params }) =>
      orThrow(await revokeAccount(services, await scopeOf(member, params.id), params.system_id)),
  );
}
