// Calls about people and teams, under /v1/web: register, and list the teams of the person who is signed in.
import { accountCalls, type teamsAnswer } from '@godwit/contract/accounts/accounts';
import type { z } from 'zod';
import { backgroundOf } from '../http/background.ts';
import { createLimiter, limitByAddress } from '../http/rateLimit.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { clearRegistered, isRegisteredBy, setRegistered, setSession, signInOf } from '../identity/cookies.ts';
import { displayMoney, fromMicros } from '../money.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { activate, countActivation, readActivation, requestActivation } from './activate.ts';
import { selectTeams } from './queries.ts';
import { register } from './register.ts';

/** Register and activate an account. */
export function registerRoutes(web: App, services: Services): void {
  const on = serve(web, accountCalls);
  const { settings } = services;
  const inBackground = backgroundOf(web);
  const limitRegister = limitByAddress(createLimiter('register', () => settings.limitRegister));
  const limitRequest = limitByAddress(createLimiter('request_activation', () => settings.limitRegister));
  const limitLink = limitByAddress(createLimiter('activate', () => settings.limitLogin));

  on('POST /register', { onRequest: limitRegister }, async (request, reply) => {
    orThrow(await register(services, request.body));
    setRegistered(reply, services, request.body.email);
    return reply.code(201).send({});
  });

  on('GET /activate', { onRequest: limitLink }, async ({ query: { token } }) =>
    orThrow(await readActivation(services, token)),
  );

  on('POST /activate', { onRequest: limitLink }, async (request, reply) => {
    const signIn = signInOf(request, settings);
    const isOwn = (email: string) => isRegisteredBy(request, services, email);
    const outcome = orThrow(await activate(services, request.body.token, { signIn, isOwn }));
    if (outcome === 'before' || outcome === 'elsewhere')
      return { signed_in: false, other_browser: outcome === 'elsewhere' };
    clearRegistered(reply, services);
    setSession(reply, settings, outcome);
    return { signed_in: true, other_browser: false };
  });

  on('POST /request_activation', { onRequest: limitRequest }, async ({ body: { email } }, reply) => {
    const refused = await countActivation(services, email);
    if (refused) reply.header('retry-after', String(refused.retryAfterSeconds));
    else inBackground('request_activation', () => requestActivation(services, email));
    return {};
  });
}

/** The teams of the person who is signed in. */
export function accountRoutes(signedIn: App, { kysely }: Services): void {
  const on = serve(signedIn, accountCalls);
  on('GET /teams', async ({ member }) => {
    const teams = await selectTeams(kysely, member.userId, member.onlyTeamId);
    return teams.map(asTeam);
  });
}

function asTeam(row: Awaited<ReturnType<typeof selectTeams>>[number]): z.output<typeof teamsAnswer>[number] {
  const { id, name, region_id, region_name, currency, currency_symbol, tax_included, tax_basis_points } = row;
  return {
    id,
    name,
    region: {
      id: region_id as 'LK' | 'AU',
      name: region_name,
      currency,
      currency_symbol,
      tax_included,
      tax_percentage: tax_basis_points / 100,
    },
    balance: fromMicros(row.balance_micros),
    display_balance: displayMoney(row.balance_micros),
  };
}
