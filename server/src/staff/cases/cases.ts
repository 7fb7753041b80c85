// Cases of messages that somebody reported as fraud: opened with what is known then, read, exported and
// counted.

import { senderKey } from '@godwit/contract/senders';
import { caseFacts, type KnownFacts, type ScamCase, type ScamCaseRow } from '@godwit/contract/staff/cases';
import { recordAudit } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import { type PageQuery, pageOf, searchOf } from '../../http/paging.ts';
import { deviceName } from '../../identity/browsers.ts';
import type { Staff } from '../../identity/sessions.ts';
import { newId } from '../../ids.ts';
import { selectBlocks, toDomain } from '../../messages/accept/blocks.ts';
import { type CarrierParts, hostsOf, traceMessage } from '../../messages/trace/trace.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { findRequest, ownerOfName } from '../../senders/registrations.ts';
import type { Services } from '../../services.ts';
import { refuseOwnTeam } from '../../team/decisions.ts';
import { isInTeam } from '../../team/find.ts';
import {
  insertCase,
  insertEvent,
  listCases,
  selectCase,
  selectCaseEvents,
  selectCaseOf,
  selectDomains,
  selectKeys,
  selectQuarters,
  selectSignIns,
} from './queries.ts';

/** A page of cases, newest first. */
export function findCases({ kysely }: Services, query: PageQuery) {
  return pageOf(listCases(kysely, searchOf(query.q)), query, toRow);
}

/**
 * Opens the case of an outgoing message, with all that is known about it, or returns the case that it has.
 * Refusals: 1001; 1012 for a message of one's own team; 1013 for an incoming one.
 */
export async function openCase(
  services: Services,
  staff: Staff,
  { message_id: messageId, report }: { message_id: string; report: string },
  carriers: CarrierParts,
): Promise<ScamCase | Refusal> {
  const { kysely } = services;
  const known = await selectCaseOf(kysely, messageId);
  if (known) return readCase(services, staff, known);
  const trace = await traceMessage(services, staff, messageId, carriers);
  if (isRefusal(trace)) return trace;
  if (trace.message.direction === 'INCOMING') return INCOMING;
  const { id: teamId } = trace.team;
  const own = await refuseOwnTeam(kysely, teamId, staff.email);
  if (own) return own;
  const facts = await factsOf(services, teamId, trace);
  const id = await transaction(kysely, async (trx) => {
    const row = { id: newId(), team_id: teamId, message_id: messageId, opened_by: staff.email, report };
    const added = await insertCase(trx, { ...row, facts: JSON.stringify(facts) });
    if (added)
      await recordAudit(trx, staff, {
        action: 'CASE_OPENED',
        teamId,
        subject: messageId,
        detail: { report },
      });
    return added ? row.id : ((await selectCaseOf(trx, messageId)) ?? row.id);
  });
  return readCase(services, staff, id);
}

const INCOMING = refuse('conflict', {
  description: 'This message came from a phone, so there is nobody to block. Choose one that a team sent.',
});

type Traced = Exclude<Awaited<ReturnType<typeof traceMessage>>, Refusal>;

/** All that is known about a message, its sender id, and who may have sent it. */
async function factsOf(
  { pool, kysely }: Services,
  teamId: string,
  { message, project, refs, steps }: Traced,
): Promise<KnownFacts> {
  const name = { team_id: teamId, project_id: project.id, sender: message.from };
  const at = new Date(message.accepted_at);
  const [hosts, requestId, owned, keys, signIns] = await Promise.all([
    hostsOf(pool, teamId, message.id),
    findRequest(kysely, name),
    ownerOfName(kysely, name),
    selectKeys(kysely, { projectId: project.id, mode: message.mode, at }),
    selectSignIns(kysely, { teamId, at }),
  ]);
  return {
    ...{ message, project, refs, steps },
    hosts,
    request_id: requestId,
    owner: owned && { ...owned.owner, checked_by: owned.checkedBy },
    keys: keys.map(({ created_at, last_used_at, revoked_at, ...key }) => ({
      ...key,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
      revoked_at: revoked_at?.toISOString() ?? null,
    })),
    sign_ins: signIns.map(({ user_agent, created_at, last_seen_at, ...session }) => ({
      ...session,
      device: deviceName(user_agent),
      from: created_at.toISOString(),
      until: last_seen_at.toISOString(),
    })),
  };
}

/** A case with its events; 1001 if there is none. */
export async function readCase(
  { kysely }: Pick<Services, 'kysely'>,
  { email }: Pick<Staff, 'email'>,
  id: string,
): Promise<ScamCase | Refusal> {
  const row = await selectCase(kysely, id);
  if (!row) return refuse('notFound');
  const facts = caseFacts.parse(row.facts);
  const [events, chosen, ownTeam] = await Promise.all([
    selectCaseEvents(kysely, id),
    selectDomains(kysely, id),
    isInTeam(kysely, row.team_id, email),
  ]);
  const domains = [...facts.hosts.flatMap((host) => toDomain(host) ?? []), ...chosen];
  const name = { team_id: row.team_id, sender_key: senderKey(facts.message.from) };
  const blocks = await selectBlocks(kysely, name, domains);
  return {
    ...toRow(row),
    facts,
    blocked: { ...blocks, team: row.paused },
    own_team: ownTeam,
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  };
}

/** A case for a file. Records it in the audit log. */
export async function exportCase(services: Services, staff: Staff, id: string): Promise<ScamCase | Refusal> {
  const found = await readCase(services, staff, id);
  if (isRefusal(found)) return found;
  const entry = { teamId: found.team.id, subject: found.message_id };
  await recordAudit(services.kysely, staff, { action: 'CASE_EXPORTED', ...entry });
  return found;
}

/** Notes that somebody was notified of a case; 1001 if there is none, 1012 for one's own team. */
export async function noteNotified(
  { kysely }: Services,
  staff: Staff,
  { id, who, note }: { id: string; who: string; note: string },
): Promise<Refusal | null> {
  return transaction(kysely, async (trx) => {
    const row = await selectCase(trx, id);
    if (!row) return refuse('notFound');
    const own = await refuseOwnTeam(trx, row.team_id, staff.email);
    if (own) return own;
    await insertEvent(trx, { case_id: id, staff_email: staff.email, kind: 'NOTIFIED', subject: who, note });
    const entry = { teamId: row.team_id, subject: row.message_id, detail: { who, reason: note } };
    await recordAudit(trx, staff, { action: 'CASE_NOTIFIED', ...entry });
    return null;
  });
}

const QUARTERS = 8;

export const caseQuarters = ({ kysely }: Pick<Services, 'kysely'>) => selectQuarters(kysely, QUARTERS);

type CaseRow = NonNullable<Awaited<ReturnType<typeof selectCase>>>;

function toRow(row: Omit<CaseRow, 'facts'>): ScamCaseRow {
  return {
    id: row.id,
    message_id: row.message_id,
    team: { id: row.team_id, name: row.team_name },
    sender_id: row.sender,
    report: row.report,
    opened_at: row.opened_at.toISOString(),
    opened_by: row.opened_by,
  };
}
