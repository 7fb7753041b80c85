// Calls of single sign-on while signed out, under /v1/web: start at the provider, and return from it.
import { signOnCalls } from '@godwit/contract/accounts/singleSignOn';
import { createLimiter } from '../../http/rateLimit.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import { setSession, signInOf } from '../../identity/cookies.ts';
import { loginLimits, shed } from '../../identity/guards.ts';
import type { OpenId } from '../../identity/openId.ts';
import { keepAttempt, takeAttempt } from '../../identity/openIdAttempt.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { finishSignOn, startSignOn } from './singleSignOn.ts';

export function signOnRoutes(web: App, services: Services, openId: OpenId): void {
  const on = serve(web, signOnCalls);
  const { settings } = services;
  const { limitAddress } = loginLimits('single sign-on', () => settings.limitLogin);
  const limitAccounts = createLimiter('accounts of single sign-on', () => settings.limitRegister);

  on('POST /sso/start', { onRequest: limitAddress }, async ({ body: { email, to = null } }, reply) => {
    const { url, attempt } = orThrow(await startSignOn(services, openId, { email, to }));
    keepAttempt(reply, services, 'user', attempt);
    return { url };
  });

  // The provider redirects the browser to our page, which makes this call. So the call has a CSRF token, and
  // no GET changes anything.
  on('POST /sso/finish', { onRequest: [limitAddress, shed] }, async (request, reply) => {
    const attempt = takeAttempt(request, reply, services, 'user');
    const given = { query: request.body.query, signIn: signInOf(request, settings), limitAccounts };
    const signedIn = orThrow(await finishSignOn(services, openId, attempt, given));
    setSession(reply, settings, signedIn);
    const { teamId: team_id, to, browserToken } = signedIn;
    return { team_id, to, ...(browserToken === null && { second_factor: true as const }) };
  });
}
