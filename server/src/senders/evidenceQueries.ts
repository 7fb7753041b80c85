// SQL of the documents that show the right to a name, and of reminders before they end.
import type { NotedEvidence } from '@godwit/contract/staff/evidence';
import { type RawBuilder, sql } from 'kysely';
import { DOCUMENTS_OF_NAME, IS_OVER, STATE_NOW } from '../db/registrations.ts';
import type { Database } from '../services.ts';

type Name = { team_id: string; project_id: string; sender: string };

/** A document of a name. `label`: what its request calls it; `evidence`: null until staff have read it. */
export type NameDocument = { id: string; request_id: string; label: string; evidence: NotedEvidence | null };

/** The documents of a row `s` as JSON, the newest request first. */
export const DOCUMENTS_AS_JSON = sql<NameDocument[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', d.id,
    'request_id', d.request_id, 'label', d.label, 'evidence', d.evidence) order by d.created_at desc, d.position), '[]')
  from (select f.id, q.id as request_id, f.label, q.created_at, f.position,
      case when f.evidence_kind is not null then jsonb_build_object('kind', f.evidence_kind, 'issued_on', f.issued_on,
        'expires_on', f.expires_on, 'over', coalesce(${sql.raw(String(IS_OVER))}, false)) end as evidence
    from ${sql.raw(String(DOCUMENTS_OF_NAME))}) as d)`;

/** The documents of a name and its present owner, the newest request first. */
export async function documentsOfName(db: Database, name: Name): Promise<NameDocument[]> {
  const { rows } = await sql<{ documents: NameDocument[] }>`
    select ${DOCUMENTS_AS_JSON} as documents from sender_ids s
      where s.team_id = ${name.team_id} and s.project_id = ${name.project_id} and s.sender = ${name.sender}`.execute(
    db,
  );
  return rows[0]?.documents ?? [];
}

/** A document that expires soon. `day`: its last day. */
export type EndingDocument = { team_id: string; sender: string; label: string; day: string };

/**
 * Finds documents that expire within so many days, of names that a register holds or is to hold, and records
 * that their teams are reminded. No reminder if another document of the same kind and name lasts longer.
 */
export async function claimEvidenceReminders(
  db: Database,
  days: number,
  limit: number,
): Promise<EndingDocument[]> {
  const today: RawBuilder<unknown> = sql`(now() at time zone 'UTC')::date`;
  const { rows } = await sql<EndingDocument>`
    with due as materialized (
      select e.team_id, e.id, s.sender, e.label, e.expires_on::text as day
        from files e join sender_id_requests a on a.team_id = e.team_id and a.id = e.subject_id and a.status = 'APPROVED'
        join sender_ids s on s.team_id = a.team_id and s.project_id = a.project_id and s.sender = a.sender
          and s.entity_id is not distinct from a.entity_id
        join teams t on t.id = e.team_id and t.closed_at is null
      where e.expires_on is not null and e.evidence_reminded_at is null
        and e.expires_on between ${today} and ${today} + ${days}::integer
        and exists (select from sender_registrations r where r.team_id = s.team_id and r.project_id = s.project_id
          and r.sender_key = lower(s.sender collate "C")
          and ${sql.raw(String(STATE_NOW))} = any ('{DRAFT,SUBMITTED,REGISTERED,EXPIRED}'))
        and not exists (select from ${sql.raw(String(DOCUMENTS_OF_NAME))} and f.evidence_kind = e.evidence_kind
          and coalesce(f.expires_on, 'infinity') > e.expires_on)
      order by e.expires_on limit ${limit} for update of e skip locked
    ) update files set evidence_reminded_at = now() from due
      where files.team_id = due.team_id and files.id = due.id
      returning due.team_id, due.sender, due.label, due.day`.execute(db);
  return rows;
}
