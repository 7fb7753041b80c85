// Calls about the person who is signed in, under /v1/web/profile: name, language, password, second factor.

import { Readable } from 'node:stream';
import { profileCalls } from '@godwit/contract/accounts/accounts';
import { SETTINGS_TOPIC, type Signals } from '../db/signals.ts';
import { addressOf } from '../http/address.ts';
import type { Exports } from '../http/exports.ts';
import { createLimiter } from '../http/rateLimit.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { clearSession, sessionIdOf } from '../identity/cookies.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { deleteAccount } from './deleteAccount.ts';
import { exportAccount } from './export.ts';
import { changePassword, readProfile } from './profile.ts';
import { updateLanguage, updateName } from './queries.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  newRecoveryCodes,
} from './signIn/secondFactor.ts';

/** The limit for one person. */
const EXPORTS = { count: 5, seconds: 3_600 };

/** Read the profile, and change name, language and password. */
export function profileRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, profileCalls);
  const { settings } = services;

  on('GET /profile', async ({ member }) => readProfile(services, member));

  on('PUT /profile', async ({ member, body }) => {
    await updateName(services.kysely, member.userId, body);
    return readProfile(services, member);
  });

  on('PUT /profile/language', async ({ member, body }) => {
    await updateLanguage(services.kysely, member.userId, body.language);
    return {};
  });

  on('POST /profile/password', async (request) => {
    const { current_password: current, password } = request.body;
    const keep = sessionIdOf(request, settings);
    orThrow(await changePassword(services, request.member.userId, { current, password, keep }));
    return {};
  });
}

/** Delete the account of the person who is signed in. This closes the teams that have no other member. */
export function deleteAccountRoute(signedIn: App, services: Services, signals: Pick<Signals, 'send'>): void {
  const on = serve(signedIn, profileCalls);
  on('POST /profile/delete', async (request, reply) => {
    const { userId } = request.member;
    const closed = orThrow(
      await deleteAccount(services, { ...request.body, userId, ip: addressOf(request) }),
    );
    for (const teamId of closed) signals.send(SETTINGS_TOPIC, teamId);
    clearSession(reply, services.settings);
    return {};
  });
}

/** Export all data held about the person who is signed in, as a file. */
export function exportAccountRoute(signedIn: App, services: Services, exports: Exports): void {
  const on = serve(signedIn, profileCalls);
  const limit = createLimiter('account-export', EXPORTS);

  // Not a GET, because it writes an audit entry and counts towards the limit.
  on('POST /profile/export', async (request, reply) => {
    const { userId } = request.member;
    limit(userId, reply);
    const signal = exports.enter(userId, reply);
    const pieces = exportAccount(services, { userId, ip: addressOf(request) });
    reply
      .type('application/jsonl; charset=utf-8')
      .header('content-disposition', 'attachment; filename="account.jsonl"');
    return reply.send(Readable.from(exports.inTurn(userId, pieces, signal), { objectMode: false }));
  });
}

/** Turn the second factor on and off. */
export function secondFactorRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, profileCalls);
  const { settings } = services;

  on('POST /profile/second_factor/begin', async ({ member, body: { password } }) =>
    orThrow(await beginSecondFactor(services, member.userId, password)),
  );

  on('POST /profile/second_factor/confirm', async (request) => {
    const proof = { code: request.body.code, keep: sessionIdOf(request, settings) };
    return { recovery_codes: orThrow(await confirmSecondFactor(services, request.member.userId, proof)) };
  });

  on('POST /profile/second_factor/recovery_codes', async ({ member, body: { code } }) => ({
    recovery_codes: orThrow(await newRecoveryCodes(services, member.userId, code)),
  }));

  on('POST /profile/second_factor/turn_off', async (request) => {
    const proof = { ...request.body, keep: sessionIdOf(request, settings) };
    orThrow(await endSecondFactor(services, request.member.userId, proof));
    return {};
  });
}
