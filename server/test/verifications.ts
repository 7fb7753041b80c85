// One-time codes and verifications of identity for the access table.

import { newId } from '../src/ids.ts';
import { orThrow } from '../src/refusal.ts';
import { createProfile } from '../src/verify/profiles.ts';
import type { AccessTeam, RouteRequest } from './accessWorld.ts';
import { message } from './accessWorld.ts';
import type { TestApp } from './app.ts';
import { addFile } from './files.ts';

let count = 0;

/** A number that had no code yet. Its neighbours had none either, which the guard would count. */
function nextNumber(): string {
  count++;
  return `+9477${(count * 100_003) % 10_000_000}`.padEnd(12, '1');
}

/** Starts a verification, in LIVE if the team is verified. */
async function started(t: TestApp, { teamId, authorization, isVerified }: AccessTeam) {
  const to = nextNumber();
  // Codes to Sri Lanka are usual for the team.
  await t.services.pool.query(
    `insert into verify_days (team_id, mode, day, country, prefix, approved)
      values ($1, 'LIVE', current_date - 2, '94', '947100', 1) on conflict do nothing`,
    [teamId],
  );
  const sent = await t.app.inject({
    method: 'POST',
    url: '/v1/verifications',
    headers: { authorization: authorization[isVerified ? 'LIVE' : 'TEST'] },
    payload: { to, from: message.from },
  });
  const { id } = sent.json() as { id: string };
  return { id, to };
}

const CODE = 'not the code';
const ofStarted = async (team: AccessTeam, t: TestApp) => ({
  params: { id: (await started(t, team)).id },
});

/** A profile of the project of a team, which has no other. */
async function withProfile({ teamId, projectId }: AccessTeam, { services: { pool } }: TestApp) {
  await pool.query('delete from verify_profiles where team_id = $1', [teamId]);
  const form = { name: 'Shop', from: `Canary` };
  const { id } = orThrow(await createProfile(pool, { teamId, projectId }, form));
  return { params: { id } };
}

async function profileInConsole(team: AccessTeam, t: TestApp) {
  return { params: { id: team.projectId, profile_id: (await withProfile(team, t)).params.id } };
}

/** The console's rows of the access table about profiles. */
export const CODE_PROFILE_ROWS = `GET    /v1/web/projects/:id/verification_profiles 4001 4001 200 200 200 1001 1001 4001 4001 4001 4001
POST   /v1/web/projects/:id/verification_profiles 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
PUT    /v1/web/projects/:id/verification_profiles/:profile_id 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
DELETE /v1/web/projects/:id/verification_profiles/:profile_id 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005`;

export const VERIFICATION_REQUESTS: Record<
  string,
  (team: AccessTeam, t: TestApp) => RouteRequest | Promise<RouteRequest>
> = {
  'POST /v1/verifications': () => ({ form: { to: nextNumber(), from: message.from } }),
  'POST /v1/verification_profiles': () => ({ json: { name: `Shop ${newId()}` } }),
  'GET /v1/verification_profiles/:id': withProfile,
  'PATCH /v1/verification_profiles/:id': async (team, t) => ({
    ...(await withProfile(team, t)),
    json: { daily_cap: 5 },
  }),
  'DELETE /v1/verification_profiles/:id': withProfile,
  'GET /v1/web/projects/:id/verification_profiles': async (team, t) => {
    await withProfile(team, t);
    return { params: { id: team.projectId } };
  },
  'POST /v1/web/projects/:id/verification_profiles': ({ projectId }) => ({
    params: { id: projectId },
    json: { name: `Shop ${newId()}` },
  }),
  'PUT /v1/web/projects/:id/verification_profiles/:profile_id': async (team, t) => ({
    ...(await profileInConsole(team, t)),
    json: { daily_cap: 5 },
  }),
  'DELETE /v1/web/projects/:id/verification_profiles/:profile_id': profileInConsole,
  'GET /v1/verifications/:id': ofStarted,
  'POST /v1/verifications/:id/check': async (team, t) => ({
    ...(await ofStarted(team, t)),
    form: { code: CODE },
  }),
  'POST /v1/verifications/:id/cancel': ofStarted,
  'POST /v1/verifications/:id/resend': async (team, t) => {
    const asked = await ofStarted(team, t);
    await t.services.pool.query('update verifications set sent_at = sent_at - $1::interval where id = $2', [
      '1 minute',
      asked.params.id,
    ]);
    return asked;
  },
  'POST /v1/messages/:id/feedback': async ({ messageId }, t) => {
    // No carrier takes messages here.
    await t.services.pool.query('update messages set sent_at = now() where id = $1', [messageId]);
    return { params: { id: messageId }, form: { outcome: 'CONFIRMED' } };
  },
  'POST /v1/web/verification_requests': async (team, t) => {
    // No team may have an open request, which would conflict.
    await t.services.pool.query('delete from verification_requests');
    return {
      form: { account_type: 'BUSINESS', documents: [{ id: await addFile(t, team), name: 'Page 1' }] },
    };
  },
  'POST /v1/verifications/check': async (team, t) => ({
    form: { to: (await started(t, team)).to, code: CODE },
  }),
};
