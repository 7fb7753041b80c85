// Guards of routes: a session of a member or of staff, and login limits.
import { isId } from '@godwit/contract/common';
import type { Action } from '@godwit/contract/roles';
import { PASSWORD_SIGN_IN_NEEDED, SINGLE_SIGN_ON_NEEDED } from '@godwit/contract/sentences/access';
import { type StaffAction, staffMay } from '@godwit/contract/staff/roles';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { asTeam } from '../db/commit/perTeam.ts';
import { addressOf } from '../http/address.ts';
import { createLimiter, limitByAddress } from '../http/rateLimit.ts';
import type { App } from '../http/types.ts';
import { type Refusal, RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Limit } from '../settings.ts';
import { sessionIdOf } from './cookies.ts';
import { busyWithPasswords } from './passwords.ts';
import { requireRole } from './roles.ts';
import { findMember, findStaff, isInOthers, type Member, type Staff, touchSession } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who calls, in a team. Only inside what `requireMember` guards. */
    member: Member;
    /** The member of staff who calls. Only inside what `requireStaff` guards. */
    staff: Staff;
  }
  interface FastifyContextConfig {
    /** The call is about the person, so X-Team-Id is not looked at. */
    anyTeam?: boolean;
    /** The action the member's role in the team must allow. */
    action?: Action;
    /** The action the staff member's role must allow. */
    staffAction?: StaffAction;
  }
}

/** Marks polling by an unattended page, which does not keep its session alive. */
const isUnattended = ({ headers }: FastifyRequest): boolean => headers['x-unattended'] !== undefined;

/** Replaces an X-Team-Id that cannot exist. */
const NO_TEAM = '00000000-0000-0000-0000-000000000000';

/** A person in no team, for calls that are about the person alone. */
function teamless(userId: string): Member {
  return { userId, teamId: NO_TEAM, regionId: 'LK', role: 'VIEWER', verifiedAt: null };
}

/** All strangers together have as many login attempts as this many addresses. */
const ADDRESSES_AT_ONCE = 20;

/**
 * Makes every route of a part of the app need a live session (4001) and, unless it is about the person, a
 * team of its user (1001): `request.member`; and, once its input is checked, the role that its `action`
 * needs (1012).
 */
export function requireMember(signedIn: App, { settings, kysely }: Services): void {
  signedIn.decorateRequest('member');
  signedIn.addHook('onRequest', async (request) => {
    const sessionId = sessionIdOf(request, settings);
    const { anyTeam } = request.routeOptions.config;
    const asked = anyTeam ? undefined : request.headers['x-team-id'];
    const teamId = asked === undefined ? null : typeof asked === 'string' && isId(asked) ? asked : NO_TEAM;
    const found = sessionId && (await findMember(kysely, sessionId, teamId));
    if (!found) throw new RefusalError(refuse('notSignedIn'));
    const member = found.member ?? (asked === undefined && anyTeam ? teamless(found.userId) : null);
    if (member === null) throw new RefusalError(refuse('notFound'));
    if (found.lacksSignOn && !anyTeam) throw new RefusalError(signOnOnly());
    if (found.touch && !isUnattended(request)) await touchSession(kysely, sessionId);
    request.member = member;
  });
  signedIn.addHook('preHandler', async ({ member, routeOptions: { config } }) => {
    if (config.action) requireRole(member, config.action);
  });
  countConnections(signedIn, ({ member }) => member.teamId);
}

/**
 * Guards routes about the whole account: refuses (1012) a single sign-on session if its person is in other
 * teams too. The provider's operator could have begun it.
 */
export function requireOwnSession(part: App, { kysely }: Services): void {
  part.addHook('onRequest', async ({ member: { userId, onlyTeamId } }) => {
    if (!onlyTeamId || !(await isInOthers(kysely, userId, onlyTeamId))) return;
    const description = PASSWORD_SIGN_IN_NEEDED;
    throw new RefusalError(refuse('notAllowed', { description }));
  });
}

/** The refusal (1012) of a team that is opened by single sign-on alone. */
export function signOnOnly(): Refusal {
  const description = SINGLE_SIGN_ON_NEEDED;
  return refuse('notAllowed', { description });
}

/**
 * Counts the connections that a request takes, once its body is there, as those of the team that it is made
 * for.
 */
export function countConnections(app: App, teamOf: (request: FastifyRequest) => string): void {
  app.addHook('preHandler', (request, _reply, done) => asTeam(teamOf(request), done));
}

/**
 * Makes every route of a part of the app need a complete session (4001) of a member of staff who may do it
 * (1012): `request.staff`.
 */
export function requireStaff(signedIn: App, { settings, kysely }: Services): void {
  signedIn.decorateRequest('staff');
  signedIn.addHook('onRoute', ({ config, url }) => {
    if (!config?.staffAction) throw new Error(`${url} does not say what staff must be allowed to do`);
  });
  signedIn.addHook('onRequest', async (request) => {
    const sessionId = sessionIdOf(request, settings, 'staff');
    const found = sessionId === null ? null : await findStaff(kysely, sessionId, isUnattended(request));
    if (found?.next !== 'NONE') throw new RefusalError(refuse('notSignedIn'));
    const { id, email, role } = found;
    if (!staffMay(role, request.routeOptions.config.staffAction!))
      throw new RefusalError(refuse('notAllowed'));
    request.staff = { id, email, role, ip: addressOf(request) };
  });
}

/**
 * Limits of a login and its code: on one address, and on all browsers together that have not signed in
 * before.
 */
export function loginLimits(name: string, limitNow: () => Limit | null) {
  const limitAddress = limitByAddress(createLimiter(name, limitNow));
  const strangers = () => {
    const limit = limitNow();
    return limit && { ...limit, count: limit.count * ADDRESSES_AT_ONCE };
  };
  return { limitAddress, limitStrangers: createLimiter(`${name} of strangers`, strangers) };
}

/** Refuses requests without a free slot before reading their body, which is most of a flood's cost. */
export const shed: onRequestHookHandler = (_request, _reply, done) => {
  const busy = busyWithPasswords();
  done(busy ? new RefusalError(busy) : undefined);
};
