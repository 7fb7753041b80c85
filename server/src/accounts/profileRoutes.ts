// Calls about the person who is signed in, under /v1/web/profile: name, language, password, second factor.
import { Readable } from 'node:stream';
import {
  beginSecondFactorRequest,
  changePasswordRequest,
  deleteAccountRequest,
  endSecondFactorRequest,
  profileAnswer,
  updateLanguageRequest,
  updateProfileRequest,
} from '@godwit/contract/accounts';
import { empty } from '@godwit/contract/common';
import { codeRequest, recoveryCodesAnswer, setUpAnswer } from '@godwit/contract/secondFactor';
import { SETTINGS_TOPIC, type Signals } from '../db/signals.ts';
import type { Exports } from '../http/exports.ts';
import { createLimiter } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import { clearSession, sessionIdOf } from '../identity/cookies.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { deleteAccount } from './deleteAccount.ts';
import { exportAccount } from './export.ts';
import { changePassword, readProfile } from './profile.ts';
import { updateLanguage, updateName } from './queries.ts';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, newRecoveryCodes } from './secondFactor.ts';

/** Of one person. */
const EXPORTS = { count: 5, seconds: 3_600 };

// All but the profile itself are about the person, whatever team they look at.
const config = { anyTeam: true };

/** Looking at the profile, and changing name, language and password. */
export function profileRoutes(signedIn: App, services: Services): void {
  const { settings } = services;

  signedIn.get('/profile', { schema: { response: { 200: profileAnswer } } }, async ({ member }) =>
    readProfile(services, member),
  );

  signedIn.put(
    '/profile',
    { schema: { body: updateProfileRequest, response: { 200: profileAnswer } } },
    async ({ member, body }) => {
      await updateName(services.kysely, member.userId, body);
      return readProfile(services, member);
    },
  );

  signedIn.put(
    '/profile/language',
    { config, schema: { body: updateLanguageRequest, response: { 200: empty } } },
    async ({ member, body }) => {
      await updateLanguage(services.kysely, member.userId, body.language);
      return {};
    },
  );

  signedIn.post(
    '/profile/password',
    { config, schema: { body: changePasswordRequest, response: { 200: empty } } },
    async (request) => {
      const { current_password: current, password } = request.body;
      const keep = sessionIdOf(request, settings);
      orThrow(await changePassword(services, request.member.userId, { current, password, keep }));
      return {};
    },
  );
}

/** Deleting the account of the person who is signed in, which closes the teams that have no one else. */
export function deleteAccountRoute(signedIn: App, services: Services, signals: Pick<Signals, 'send'>): void {
  signedIn.post(
    '/profile/delete',
    { config, schema: { body: deleteAccountRequest, response: { 200: empty } } },
    async (request, reply) => {
      const { userId } = request.member;
      const closed = orThrow(await deleteAccount(services, { ...request.body, userId, ip: request.ip }));
      for (const teamId of closed) signals.send(SETTINGS_TOPIC, teamId);
      clearSession(reply, services.settings);
      return {};
    },
  );
}

/** All that is held on the person who is signed in, as a file. */
export function exportAccountRoute(signedIn: App, services: Services, exports: Exports): void {
  const limit = createLimiter('account-export', EXPORTS);

  // No GET, as it leaves an entry in the audit log and counts.
  signedIn.post('/profile/export', { config }, async ({ member: { userId }, ip }, reply) => {
    limit(userId, reply);
    const signal = exports.enter(userId, reply);
    const pieces = exportAccount(services, { userId, ip });
    reply
      .type('application/jsonl; charset=utf-8')
      .header('content-disposition', 'attachment; filename="account.jsonl"');
    return reply.send(Readable.from(exports.inTurn(userId, pieces, signal), { objectMode: false }));
  });
}

/** Turning the second factor on and off. */
export function secondFactorRoutes(signedIn: App, services: Services): void {
  const { settings } = services;

  signedIn.post(
    '/profile/second_factor/begin',
    { config, schema: { body: beginSecondFactorRequest, response: { 200: setUpAnswer } } },
    async ({ member, body: { password } }) =>
      orThrow(await beginSecondFactor(services, member.userId, password)),
  );

  signedIn.post(
    '/profile/second_factor/confirm',
    { config, schema: { body: codeRequest, response: { 200: recoveryCodesAnswer } } },
    async (request) => {
      const proof = { code: request.body.code, keep: sessionIdOf(request, settings) };
      return { recovery_codes: orThrow(await confirmSecondFactor(services, request.member.userId, proof)) };
    },
  );

  signedIn.post(
    '/profile/second_factor/recovery_codes',
    { config, schema: { body: codeRequest, response: { 200: recoveryCodesAnswer } } },
    async ({ member, body: { code } }) => ({
      recovery_codes: orThrow(await newRecoveryCodes(services, member.userId, code)),
    }),
  );

  signedIn.post(
    '/profile/second_factor/turn_off',
    { config, schema: { body: endSecondFactorRequest, response: { 200: empty } } },
    async (request) => {
      const proof = { ...request.body, keep: sessionIdOf(request, settings) };
      orThrow(await endSecondFactor(services, request.member.userId, proof));
      return {};
    },
  );
}
