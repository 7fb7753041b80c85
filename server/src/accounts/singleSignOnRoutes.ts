// Calls of single sign-on while signed out, under /v1/web: to the provider, and back from it.
import {
  ssoFinishAnswer,
  ssoFinishRequest,
  ssoStartAnswer,
  ssoStartRequest,
} from '@godwit/contract/singleSignOn';
import { createLimiter } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import { setSession, signInOf } from '../identity/cookies.ts';
import { loginLimits, shed } from '../identity/guards.ts';
import type { OpenId } from '../identity/openId.ts';
import { keepAttempt, takeAttempt } from '../identity/openIdAttempt.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { finishSignOn, startSignOn } from './singleSignOn.ts';

export function signOnRoutes(web: App, services: Services, openId: OpenId): void {
  const { settings } = services;
  const { limitAddress } = loginLimits('single sign-on', settings.limitLogin);
  const limitAccounts = createLimiter('accounts of single sign-on', settings.limitRegister);

  web.post(
    '/sso/start',
    { onRequest: limitAddress, schema: { body: ssoStartRequest, response: { 200: ssoStartAnswer } } },
    async ({ body: { email, to = null } }, reply) => {
      const { url, attempt } = orThrow(await startSignOn(services, openId, { email, to }));
      keepAttempt(reply, services, 'user', attempt);
      return { url };
    },
  );

  // The provider sends the browser to a page of ours, which makes this call: so it has a CSRF token, and no GET changes anything.
  web.post(
    '/sso/finish',
    {
      onRequest: [limitAddress, shed],
      schema: { body: ssoFinishRequest, response: { 200: ssoFinishAnswer } },
    },
    async (request, reply) => {
      const attempt = takeAttempt(request, reply, services, 'user');
      const given = { query: request.body.query, signIn: signInOf(request, settings), limitAccounts };
      const signedIn = orThrow(await finishSignOn(services, openId, attempt, given));
      setSession(reply, settings, signedIn);
      const { teamId: team_id, to, browserToken } = signedIn;
      return { team_id, to, ...(browserToken === null && { second_factor: true as const }) };
    },
  );
}
