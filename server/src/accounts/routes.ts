// Calls about people and teams, under /v1/web: getting an account, and what the console shows of it.
import {
  profileAnswer,
  registerRequest,
  requestActivationRequest,
  teamsAnswer,
} from '@godwit/contract/accounts';
import { empty } from '@godwit/contract/common';
import { z } from 'zod';
import { backgroundOf } from '../http/background.ts';
import { createLimiter, limitByAddress } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import { displayMoney, fromMicros } from '../money.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { verificationOf } from '../verification/request.ts';
import { activate, requestActivation } from './activate.ts';
import { selectTeams, selectUser } from './queries.ts';
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

  // No HEAD: programs that look at links in mails before people do would use the link up.
  web.get(
    '/activate',
    { exposeHeadRoute: false, schema: { querystring: z.object({ token: z.string().default('') }) } },
    async (request, reply) => {
      const status = await activate(services, request.query.token);
      return reply.redirect(new URL(`/activated?status=${status}`, settings.publicUrl).href);
    },
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

/** The person who is signed in and their teams. */
export function accountRoutes(signedIn: App, { kysely }: Services): void {
  signedIn.get('/profile', { schema: { response: { 200: profileAnswer } } }, async ({ member }) => {
    const user = await selectUser(kysely, member.userId);
    return {
      ...user,
      created_at: user.created_at.toISOString(),
      id_verified: member.verifiedAt !== null,
      region_code: member.regionId,
      verification: await verificationOf({ kysely }, member),
    };
  });

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
