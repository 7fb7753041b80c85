// Changes project settings: name, time zone, daily limit, blocked countries, the guard of codes, quiet hours
// and archiving.

import type { codeGuardRequest } from '@godwit/contract/codes';
import type { QuietHours } from '@godwit/contract/numbers/quietHours';
import type { dailyLimitRequest } from '@godwit/contract/projects';
import { addDays } from '@godwit/contract/ranges';
import type { Action } from '@godwit/contract/roles';
import { DAILY_LIMIT_REQUIRED } from '@godwit/contract/sentences/settings';
import { localDay, startOfDay } from '@godwit/contract/timezones';
import type { Selectable, Updateable } from 'kysely';
import type { z } from 'zod';
import { CUSTOMER, recordAudit } from '../audit/record.ts';
import { transaction } from '../db/transaction.ts';
import type { Projects } from '../db/types.ts';
import type { Member } from '../identity/sessions.ts';
import { displayMoney, parseAmount } from '../money.ts';
import { isRefusal, type Refusal, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { NAME_TAKEN } from './create.ts';
import { countedZone } from './days.ts';
import { type OwnProject, requireProject } from './find.ts';
import { mailManagers } from './notify.ts';
import { lockProject, updateProject } from './queries.ts';
import { zonesOf } from './serialize.ts';

type Change = Updateable<Projects>;
type LimitRequest = z.output<typeof dailyLimitRequest>;

/**
 * Renames a project and moves it to another time zone, whose midnights count from the next one of the zone
 * before. Refusals: conflict, if another project of the team has the name.
 */
export function changeProject(
  services: Services,
  member: Member,
  projectId: string,
  { name, timezone }: { name?: string | undefined; timezone?: string | undefined },
): Promise<OwnProject | Refusal> {
  const changed = change(services, member, projectId, 'projects', async (_trx, project) => ({
    ...(name !== undefined && { name }),
    ...(timezone !== undefined && timezone !== project.timezone && zoneChange(project, timezone)),
  }));
  return changed.catch((error) => {
    if (error.constraint === 'projects_name') return NAME_TAKEN;
    throw error;
  });
}

function zoneChange(project: Selectable<Projects>, timezone: string): Change {
  const now = new Date();
  const before = countedZone(zonesOf(project), now);
  if (before === timezone) return { timezone, timezone_before: null, timezone_from: null };
  const nextDay = addDays(localDay(now, before), 1);
  return { timezone, timezone_before: before, timezone_from: startOfDay(nextDay, before) };
}

/**
 * Sets or clears the daily limit and its warning, and mails the project's owners and admins if anything is
 * new.
 */
export async function limitProject(
  services: Services,
  member: Member,
  projectId: string,
  request: LimitRequest,
): Promise<OwnProject | Refusal> {
  return change(services, member, projectId, 'projects', async (trx, project) => {
    const next = nextLimit(project, request);
    if (isRefusal(next) || sameLimit(project, next)) return next;
    await mailManagers(trx, { teamId: member.teamId, projectId }, (mails, { name, currency }) =>
      mails.limitChanged({
        project: name,
        limit:
          next.daily_limit_micros === null ? null : `${displayMoney(next.daily_limit_micros)} ${currency}`,
      }),
    );
    return next;
  });
}

type Limit = Pick<Selectable<Projects>, 'daily_limit_micros' | 'daily_warn_fraction'>;

function nextLimit(project: Limit, request: LimitRequest): Limit | Refusal {
  if (request.clear_daily_limit) return { daily_limit_micros: null, daily_warn_fraction: null };
  const limit = request.daily_limit === '' ? project.daily_limit_micros : parseAmount(request.daily_limit);
  const given = request.daily_warn_pct === '' ? null : Number(request.daily_warn_pct);
  const warning = request.clear_daily_warn ? null : (given ?? project.daily_warn_fraction);
  if (limit === null && warning !== null) {
    const description = `${DAILY_LIMIT_REQUIRED}: the warning is a share of it.`;
    return refuseField('invalidArgument', 'daily_warn_pct', description);
  }
  return { daily_limit_micros: limit, daily_warn_fraction: warning };
}

const sameLimit = (a: Limit, b: Limit) =>
  a.daily_limit_micros === b.daily_limit_micros && a.daily_warn_fraction === b.daily_warn_fraction;

/**
 * Replaces the project's blocked dial codes; every ingress applies them from the answer on, other processes
 * once notified.
 */
export function blockCodes(
  services: Services,
  member: Member,
  projectId: string,
  codes: string[],
): Promise<OwnProject | Refusal> {
  return change(services, member, projectId, 'projects', async () => ({ blocked_codes: codes }));
}

/**
 * Sets what the guard of one-time codes does with the project's codes, and its lists; logged for staff. Each
 * start of a verification reads them, so they count from the answer on.
 */
export function guardCodes(
  services: Services,
  member: Member,
  projectId: string,
  { mode, allowed, refused, ip }: z.output<typeof codeGuardRequest> & { ip: string },
): Promise<OwnProject | Refusal> {
  return change(services, member, projectId, 'projects', async (trx, project) => {
    const next = { code_guard: mode, codes_allowed: allowed, codes_refused: refused };
    const detail = {
      ...{ by: member.userId, mode, allowed: allowed.join(' '), refused: refused.join(' ') },
      mode_before: project.code_guard,
      allowed_before: project.codes_allowed.join(' '),
      refused_before: project.codes_refused.join(' '),
    };
    const { mode_before, allowed_before, refused_before } = detail;
    if (mode_before === mode && allowed_before === detail.allowed && refused_before === detail.refused)
      return {};
    const entry = { teamId: member.teamId, subject: projectId, detail };
    await recordAudit(trx, { ...CUSTOMER, ip }, { action: 'CODE_GUARD_CHANGED', ...entry });
    return next;
  });
}

/**
 * Sets quiet hours of the recipient's day for promotional messages, or none, from the answer on. Scheduled
 * messages keep their time.
 */
export function holdInQuietHours(
  services: Services,
  member: Member,
  projectId: string,
  hours: QuietHours | null,
): Promise<OwnProject | Refusal> {
  return change(services, member, projectId, 'projects', async () => ({
    quiet_from: hours?.from ?? null,
    quiet_to: hours?.to ?? null,
  }));
}

/**
 * Archives a project or restores it; owners may. An archived project accepts nothing (1013), and its
 * scheduled messages fail when due, refunded. Its data stays readable, by the console and by its keys.
 */
export function archiveProject(
  services: Services,
  member: Member,
  projectId: string,
  archived: boolean,
): Promise<OwnProject | Refusal> {
  return change(services, member, projectId, 'owners', async (_trx, { archived_at }) => ({
    archived_at: archived ? (archived_at ?? new Date()) : null,
  }));
}

/** Applies the changes `next` returns to a locked project, all or nothing; returns the project. */
async function change(
  services: Services,
  member: Member,
  projectId: string,
  action: Action,
  next: (trx: Database, project: Selectable<Projects>) => Promise<Change | Refusal>,
): Promise<OwnProject | Refusal> {
  const { role } = await requireProject(services, member, projectId, action);
  return transaction(services.kysely, async (trx) => {
    const project = await lockProject(trx, member.teamId, projectId);
    const changes = await next(trx, project);
    if (isRefusal(changes)) return changes;
    const isSame = Object.keys(changes).length === 0;
    return { ...(isSame ? project : await updateProject(trx, project, changes)), role };
  });
}
