// Calls about a team's single sign-on, under /v1/web, for its owners.

import { signOnCalls } from '@godwit/contract/accounts/singleSignOn';
import { createLimiter } from '../../http/rateLimit.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import type { OpenId } from '../../identity/openId.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { addDomain, checkDomain, type Names, removeDomain } from './domains.ts';
import { changeSignOn, readSignOn, removeSignOn } from './singleSignOn.ts';

/** Queries the name servers and the providers. */
type Parts = Names & { openId: OpenId };

export function signOnSettingsRoutes(signedIn: App, services: Services, { openId, ...names }: Parts): void {
  const on = serve(signedIn, signOnCalls);
  const { settings } = services;
  const limit = createLimiter('single sign-on', () => settings.limitLogin);
  // These calls send mails and write audit entries.
  const limitAdds = createLimiter('email domains', () => settings.limitRegister);
  const limitChecks = createLimiter('checks of email domains', () => settings.limitRegister);

  on('GET /team/single_sign_on', async ({ member }) => readSignOn(services, member));

  on('PUT /team/single_sign_on', async ({ member, body }, reply) => {
    limit(member.teamId, reply);
    return orThrow(await changeSignOn(services, openId, member, body));
  });

  on('DELETE /team/single_sign_on', async ({ member }) => {
    orThrow(await removeSignOn(services, member));
    return {};
  });

  on('POST /team/single_sign_on/domains', async ({ member, body }, reply) => {
    limitAdds(member.teamId, reply);
    orThrow(await addDomain(services, member, body.domain));
    return readSignOn(services, member);
  });

  on('POST /team/single_sign_on/domains/:domain/check', async ({ member, params }, reply) => {
    limitChecks(member.teamId, reply);
    orThrow(await checkDomain(services, names, member, params.domain));
    return readSignOn(services, member);
  });

  on('DELETE /team/single_sign_on/domains/:domain', async ({ member, params }) => {
    orThrow(await removeDomain(services, member, params.domain));
    return readSignOn(services, member);
  });
}
