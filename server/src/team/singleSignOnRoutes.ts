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
const config = { action: 'owners' } as const;

/** What asks the name servers, and the providers. */
type Parts = Names & { openId: OpenId };

export function signOnSettingsRoutes(signedIn: App, services: Services, { openId, ...names }: Parts): void {
  const { limitLogin, limitRegister } = services.settings;
  const limit = createLimiter('single sign-on', limitLogin);
  // These end in mails and the audit log.
  const limitAdds = createLimiter('email domains', limitRegister);
  const limitChecks = createLimiter('checks of email domains', limitRegister);

  signedIn.get('/team/single_sign_on', { config, schema: { response } }, async ({ member }) =>
    readSignOn(services, member),
  );

  signedIn.put(
    '/team/single_sign_on',
    { config, schema: { body: teamSsoRequest, response } },
    async ({ member, body }, reply) => {
      limit(member.teamId, reply);
      return orThrow(await changeSignOn(services, openId, member, body));
    },
  );

  signedIn.delete(
    '/team/single_sign_on',
    { config, schema: { response: { 200: empty } } },
    async ({ member }) => {
      orThrow(await removeSignOn(services, member));
      return {};
    },
  );

  signedIn.post(
    '/team/single_sign_on/domains',
    { config, schema: { body: ssoDomainRequest, response } },
    async ({ member, body }, reply) => {
      limitAdds(member.teamId, reply);
      orThrow(await addDomain(services, member, body.domain));
      return readSignOn(services, member);
    },
  );

  signedIn.post(
    '/team/single_sign_on/domains/:domain/check',
    { config, schema: { params: one, response } },
    async ({ member, params }, reply) => {
      limitChecks(member.teamId, reply);
      orThrow(await checkDomain(services, names, member, params.domain));
      return readSignOn(services, member);
    },
  );

  signedIn.delete(
    '/team/single_sign_on/domains/:domain',
    { config, schema: { params: one, response } },
    async ({ member, params }) => {
      orThrow(await removeDomain(services, member, params.domain));
      return readSignOn(services, member);
    },
  );
}
