// Calls about a team's single sign-on, under /v1/web: for its owners.
import { empty } from '@godwit/contract/common';
import { ssoDomainRequest, teamSso, teamSsoRequest } from '@godwit/contract/singleSignOn';
import { z } from 'zod';
import { createLimiter } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import type { OpenId } from '../identity/openId.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { addDomain, checkDomain, type Names, removeDomain } from './domains.ts';
import { changeSignOn, readSignOn, removeSignOn } from './singleSignOn.ts';

const one = z.object({ domain: z.string() });
const response = { 200: teamSso };

/** What asks the name servers, and the providers. */
type Parts = Names & { openId: OpenId };

export function signOnSettingsRoutes(signedIn: App, services: Services, { openId, ...names }: Parts): void {
  // Each of these asks a server that the team names.
  const limit = createLimiter('single sign-on', services.settings.limitLogin);

  signedIn.get('/team/single_sign_on', { schema: { response } }, async ({ member }) =>
    readSignOn(services, member),
  );

  signedIn.put(
    '/team/single_sign_on',
    { schema: { body: teamSsoRequest, response } },
    async ({ member, body }, reply) => {
      limit(member.teamId, reply);
      return orThrow(await changeSignOn(services, openId, member, body));
    },
  );

  signedIn.delete('/team/single_sign_on', { schema: { response: { 200: empty } } }, async ({ member }) => {
    orThrow(await removeSignOn(services, member));
    return {};
  });

  signedIn.post(
    '/team/single_sign_on/domains',
    { schema: { body: ssoDomainRequest, response } },
    async ({ member, body }) => {
      orThrow(await addDomain(services, member, body.domain));
      return readSignOn(services, member);
    },
  );

  signedIn.post(
    '/team/single_sign_on/domains/:domain/check',
    { schema: { params: one, response } },
    async ({ member, params }, reply) => {
      limit(member.teamId, reply);
      orThrow(await checkDomain(services, names, member, params.domain));
      return readSignOn(services, member);
    },
  );

  signedIn.delete(
    '/team/single_sign_on/domains/:domain',
    { schema: { params: one, response } },
    async ({ member, params }) => {
      orThrow(await removeDomain(services, member, params.domain));
      return readSignOn(services, member);
    },
  );
}
