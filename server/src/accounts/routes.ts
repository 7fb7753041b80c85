// Calls about people and teams, under /v1/web: getting an account, and what the console shows of it.
import { registerRequest, requestActivationRequest, teamsAnswer } from '@godwit/contract/accounts';
import { empty } from '@godwit/contract/common';
import { z } from 'zod';
import { backgroundOf } from '../http/background.ts';
import { answerError, asRefusal } from '../http/errors.ts';
import { createLimiter, limitByAddress } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import { displayMoney, fromMicros } from '../money.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { activate, requestActivation } from './activate.ts';
import { selectTeams } from './queries.ts';
import { register } from './register.ts';

/** Getting an account. */
export function registerRoutes(web: App, services: Services): void {
  const { settings } = services;
  const inBackground = backgroundOf(web);
  const limitRegister = limitByAddress(createLimiter('register', settings.limitRegister));
  const limitActivation = limitByAddress(createLimiter('request_activation', settings.limitRegister));

  web.post(
    '/register',
    { onRequest: limitRegister, schema: { body: registerRequest, response: { 201: empty } } },
    async (request, reply) => {
      orThrow(await register(services, request.body));
      return reply.code(201).send({});
    },
  );

  const activated = (status: boolean) => new URL(`/activated?status=${status}`, settings.publicUrl).href;
  web.get(
    '/activate',
    {
      // No HEAD: programs that look at links in mails before people do would use the link up.
      exposeHeadRoute: false,
      schema: { querystring: z.object({ token: z.string().default('') }) },
      // A person follows it: a link that was changed on its way leads to the page that says so, whatever is in it.
      errorHandler(error, request, reply) {
        if (asRefusal(error).refused !== 'invalidArgument') return answerError(error, request, reply);
        return reply.redirect(activated(false));
      },
    },
    async (request, reply) => reply.redirect(activated(await activate(services, request.query.token))),
  );

  web.post(
    '/request_activation',
    { onRequest: limitActivation, schema: { body: requestActivationRequest, response: { 200: empty } } },
    async ({ body: { email } }) => {
      inBackground('request_activation', () => requestActivation(services, email));
      return {};
    },
  );
}

/** The teams of the person who is signed in. */
export function accountRoutes(signedIn: App, { kysely }: Services): void {
  signedIn.get(
    '/teams',
    { config: { anyTeam: true }, schema: { response: { 200: teamsAnswer } } },
    async ({ member }) => {
      const teams = await selectTeams(kysely, member.userId);
      return teams.map(asTeam);
    },
  );
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
