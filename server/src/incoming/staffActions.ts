// Staff actions on a team's incoming messages: two-way numbers, and opt-outs at a recipient's request. Each
// is audited.
import type { StaffIncoming, StaffNumbers, staffIncomingQuery } from '@godwit/contract/staff/incoming';
import type { z } from 'zod';
import { recordAudit } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import { pageOf } from '../http/paging.ts';
import type { Staff } from '../identity/sessions.ts';
import { optOutByStaff } from '../optOuts/byStaff.ts';
import { readNumber } from '../phoneNumbers.ts';
import { findProject } from '../projects/find.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Services } from '../services.ts';
import { refuseOwnTeam } from '../team/decisions.ts';
import { deleteNumber, insertNumber } from './queries.ts';
import { selectRefused, selectSetAside, selectTeamNumbers, selectTeamRegion } from './staffQueries.ts';

/** The numbers assigned to a team's projects. Refusal: notFound. */
export async function listNumbers({ kysely }: Services, teamId: string): Promise<StaffNumbers | Refusal> {
  if (!(await selectTeamRegion(kysely, teamId))) return refuse('notFound');
  const rows = await selectTeamNumbers(kysely, teamId);
  return rows.map(({ number, project_id, name, assigned_at, assigned_by }) => ({
    number,
    project: { id: project_id, name },
    assigned_at: assigned_at.toISOString(),
    assigned_by: assigned_by!,
  }));
}

/**
 * Assigns a number to a project. Refusals: notFound; notAllowed for one's own team; conflict if a project has
 * it already.
 */
export async function assignNumber(
  services: Services,
  staff: Staff,
  {
    teamId,
    project_id,
    number,
    reason,
  }: { teamId: string; project_id: string; number: string; reason: string },
): Promise<StaffNumbers | Refusal> {
  const { id: projectId } = await findProject(services, teamId, project_id);
  const refusal = await transaction(services.kysely, async (trx) => {
    const own = await refuseOwnTeam(trx, teamId, staff.email);
    if (own) return own;
    if (!(await insertNumber(trx, { teamId, projectId, number, by: staff.email })))
      return refuseField('conflict', 'number', 'This number is assigned to a project already.');
    const detail = { number, reason };
    await recordAudit(trx, staff, { action: 'NUMBER_ASSIGNED', teamId, subject: projectId, detail });
    return null;
  });
  return refusal ?? listNumbers(services, teamId);
}

/** Removes a number from its project. Refusals: notFound; notAllowed for one's own team. */
export async function removeNumber(
  services: Services,
  staff: Staff,
  { teamId, number, reason }: { teamId: string; number: string; reason: string },
): Promise<StaffNumbers | Refusal> {
  const refusal = await transaction(services.kysely, async (trx) => {
    const own = await refuseOwnTeam(trx, teamId, staff.email);
    if (own) return own;
    const projectId = await deleteNumber(trx, teamId, number);
    if (projectId === undefined) return refuse('notFound');
    const detail = { number, reason };
    await recordAudit(trx, staff, { action: 'NUMBER_REMOVED', teamId, subject: projectId, detail });
    return null;
  });
  return refusal ?? listNumbers(services, teamId);
}

/**
 * Adds a number to a team's opt-out list on request, or removes one that the team did not add itself.
 * Refusals: notFound; those of readNumber; notAllowed for one's own team.
 */
export async function changeOptOut(
  { kysely }: Services,
  staff: Staff,
  {
    teamId,
    number: typed,
    reason,
    isAdded,
  }: { teamId: string; number: string; reason: string; isAdded: boolean },
): Promise<{ number: string; changed: boolean } | Refusal> {
  const region = await selectTeamRegion(kysely, teamId);
  if (!region) return refuse('notFound');
  const number = readNumber(typed, region);
  if (isRefusal(number)) return number;
  return transaction(kysely, async (trx) => {
    const own = await refuseOwnTeam(trx, teamId, staff.email);
    if (own) return own;
    const changed = await optOutByStaff(trx, { teamId, number, isAdded });
    const action = isAdded ? 'OPT_OUT_ADDED' : 'OPT_OUT_REMOVED';
    await recordAudit(trx, staff, { action, teamId, subject: number, detail: { reason, changed } });
    return { number, changed };
  });
}

/** A page of refused messages, and of accepted ones that cannot be stored. */
export async function readRefused(
  { kysely }: Services,
  asked: z.output<typeof staffIncomingQuery>,
): Promise<StaffIncoming> {
  const page = await pageOf(selectRefused(kysely), asked, (row) => {
    const { link_id, recipient, sender, reason, count, first_at, last_at } = row;
    return {
      ...{ link_id, number: recipient, from: sender, reason, count: Number(count) },
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
    };
  });
  const last = await selectSetAside(kysely);
  const setAside = last && {
    ...{ count: Number(last.count), link_id: last.link_id, number: last.recipient, reason: last.failure! },
    received_at: last.received_at.toISOString(),
  };
  return { ...page, set_aside: setAside ?? null };
}
