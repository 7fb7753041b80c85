// Staff view of teams, pause and resume.
import type { StaffTeam, StaffTeamRow } from '@godwit/contract/staff/teams';
import { type Actor, recordAudit } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import { type PageQuery, pageOf, searchOf } from '../../http/paging.ts';
import type { Staff } from '../../identity/sessions.ts';
import { displayMoney, fromMicros } from '../../money.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import { refuseOwnTeam } from '../../team/decisions.ts';
import { isInTeam } from '../../team/find.ts';
import { withdraw } from '../../verification/decide.ts';
import {
  listTeams,
  pauseOfDebt,
  selectMembers,
  selectTeam,
  selectTeamProjects,
  updatePaused,
} from './queries.ts';

type TeamRow = Omit<
  NonNullable<Awaited<ReturnType<typeof selectTeam>>>,
  'paused_by' | 'paused_reason' | 'owed_micros' | 'verified_name'
>;

/** A page of the teams that are found. */
export function findTeams({ kysely }: Services, query: PageQuery) {
  return pageOf(listTeams(kysely, searchOf(query.q)), query, toRow);
}

/** A team with its people and projects; 1001 if there is none. */
export async function teamCase(
  { kysely }: Services,
  by: Pick<Actor, 'email'>,
  id: string,
): Promise<StaffTeam | Refusal> {
  const team = await selectTeam(kysely, id);
  if (!team) return refuse('notFound');
  const [members, projects, isOwn] = await Promise.all([
    selectMembers(kysely, id),
    selectTeamProjects(kysely, id),
    isInTeam(kysely, id, by.email),
  ]);
  return {
    ...toRow(team),
    verified_at: team.verified_at?.toISOString() ?? null,
    verified_name: team.verified_name,
    paused_state: team.paused_at && {
      at: team.paused_at.toISOString(),
      by: team.paused_by!,
      reason: team.paused_reason!,
    },
    own_team: isOwn,
    owed: fromMicros(team.owed_micros),
    members: members.map(({ id: userId, first_name, last_name, email, role, created_at }) => ({
      id: userId,
      name: `${first_name} ${last_name}`,
      email,
      role,
      joined_at: created_at.toISOString(),
    })),
    projects: projects.map(({ created_at, daily_limit_micros, ...project }) => ({
      ...project,
      created_at: created_at.toISOString(),
      daily_limit: daily_limit_micros === null ? null : fromMicros(daily_limit_micros),
    })),
  };
}

type Asked = { id: string; reason: string };

/**
 * Pauses a team's sending: every ingress refuses, and queued messages wait. Returns the team. 1001: no such
 * team; 1012: one's own; 1013: paused already.
 */
export function pauseTeam(services: Services, by: Actor, asked: Asked) {
  return setPaused(services, by, { ...asked, paused: true });
}

/**
 * Resumes sending; queued messages go out, or have expired and were refunded. A team that also owes stays
 * paused for that until a second call. Refusals as for `pauseTeam`.
 */
export function resumeTeam(services: Services, by: Actor, asked: Asked) {
  return setPaused(services, by, { ...asked, paused: false });
}

async function setPaused(
  services: Services,
  by: Actor,
  { id, reason, paused }: Asked & { paused: boolean },
): Promise<StaffTeam | Refusal> {
  const refused = await transaction(services.kysely, (trx) => setPausedIn(trx, by, { id, reason, paused }));
  return refused ?? teamCase(services, by, id);
}

/** Pauses or resumes a team in a transaction. Returns null, or a refusal as for `pauseTeam`. */
export async function setPausedIn(
  trx: Database,
  by: Actor,
  { id, reason, paused }: Asked & { paused: boolean },
): Promise<Refusal | null> {
  const own = await refuseOwnTeam(trx, id, by.email);
  if (own) return own;
  const pause = paused ? { by: by.email, reason } : await pauseOfDebt(trx, id);
  if (!(await updatePaused(trx, id, pause))) {
    const team = await selectTeam(trx, id);
    return team ? unchanged(team) : refuse('notFound');
  }
  const action = paused ? 'TEAM_PAUSED' : 'TEAM_RESUMED';
  await recordAudit(trx, by, { action, teamId: id, detail: { reason } });
  return null;
}

function unchanged({ paused_by }: { paused_by: string | null }): Refusal {
  const description = paused_by
    ? `${paused_by} has paused this team already.`
    : 'This team is not paused: a colleague may have resumed it.';
  return refuse('conflict', { description });
}

/**
 * Takes a team's verification back: LIVE stops. Returns the team as it is then. 1001, 1012; 1013: it is not
 * verified.
 */
export async function withdrawVerification(services: Services, staff: Staff, { id, reason }: Asked) {
  const known = await teamCase(services, staff, id);
  if (isRefusal(known)) return known;
  const withdrawn = await withdraw(services, { teamId: id, by: staff, reason });
  return isRefusal(withdrawn) ? withdrawn : teamCase(services, staff, id);
}

function toRow(team: TeamRow): StaffTeamRow {
  return {
    id: team.id,
    name: team.name,
    region_code: team.region_id as StaffTeamRow['region_code'],
    currency: team.currency,
    created_at: team.created_at.toISOString(),
    verified: team.verified_at !== null,
    paused: team.paused_at !== null,
    balance: fromMicros(team.balance_micros),
    display_balance: displayMoney(team.balance_micros),
    owner_email: team.owner_email,
  };
}
