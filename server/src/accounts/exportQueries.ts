// SQL that reads the data held about the holder of an account. Each statement reads few rows: what a person
// does by hand.
import type { Pool } from 'pg';
import { type Fragment, fragment, raw, unprepared } from '../db/sql.ts';

/** The most rows of one kind in an export. */
const MOST = 10_000;

/**
 * The data of an account, by kind. Hashes and sealed secrets are left out: they describe nothing about a
 * person, and others must not have them.
 */
const HELD = {
  account: fragment`select id, email, first_name, last_name, language, created_at, email_verified_at from users where id = ${'id'}`,
  second_factor: fragment`select created_at, confirmed_at from second_factors where user_id = ${'id'}`,
  recovery_code: fragment`select used_at from recovery_codes where user_id = ${'id'}`,
  single_sign_on: fragment`select issuer, client_id, subject from sign_on_subjects where user_id = ${'id'}`,
  session: fragment`select id, created_at, last_seen_at, ip, user_agent from sessions where user_id = ${'id'} order by created_at`,
  mailed_link: fragment`select purpose, created_at, expires_at, used_at from user_tokens where user_id = ${'id'} order by created_at`,
  membership: fragment`select m.team_id, t.name as team, m.role, m.created_at from team_members m join teams t on t.id = m.team_id
    where m.user_id = ${'id'} order by m.created_at`,
  project_role: fragment`select r.team_id, r.project_id, p.name as project, r.role from project_roles r
    join projects p on p.team_id = r.team_id and p.id = r.project_id where r.user_id = ${'id'}`,
  conversations_read: fragment`select team_id, project_id, mode, count(*)::integer as threads from conversation_reads where user_id = ${'id'}
    and team_id in (select team_id from team_members where user_id = ${'id'}) group by 1, 2, 3`,
  log_filters: fragment`select team_id, project_id, filters from log_filters where user_id = ${'id'}
    and team_id in (select team_id from team_members where user_id = ${'id'})`,
  invitation: fragment`select team_id, email, role, created_at, expires_at, accepted_at, revoked_at, invited_by = ${'id'} as sent_by_you
    from invitations where email = ${'email'} or invited_by = ${'id'} order by created_at`,
  identity_request: fragment`select team_id, id, account_type, status, created_at, decided_at, reason from verification_requests
    where requested_by = ${'id'} order by created_at`,
  sender_request: fragment`select r.team_id, r.id, r.sender, r.description, r.sample, r.countries, r.legal_name, r.owner_details,
      e.scheme as owner_scheme, e.number as owner_number, r.basis as name_basis, r.for_client, r.status, r.created_at, r.decided_at, r.reason
    from sender_id_requests r left join entities e on e.team_id = r.team_id and e.id = r.entity_id
    where r.requested_by = ${'id'} order by r.created_at`,
  document: fragment`select team_id, id, name, type, size_bytes, purpose, label, created_at, removed_at from files
    where uploaded_by = ${'id'} order by created_at`,
  mail: fragment`select subject, created_at, sent_at from mails where recipient = ${'email'} order by created_at`,
  audit_entry: fragment`select at, action, ip from audit_log
    where action in ('SESSIONS_ENDED', 'ACCOUNT_EXPORTED') and subject = ${'id'}::text order by id`,
};

type Kind = keyof typeof HELD;
/** All kinds of data held. */
export const KINDS = Object.keys(HELD) as Kind[];

// The first query gives both parameters a type, also for a statement that needs only one of them.
const heldAs = (kind: string, held: Fragment<'id' | 'email'>) => unprepared(`held-${kind}`)`
  with asked as (select ${'id'}::uuid, ${'email'}::text) select * from (${held}) as held limit ${raw(String(MOST + 1))}`;
const STATEMENTS = new Map(KINDS.map((kind) => [kind, heldAs(kind, HELD[kind])]));

/** The data held of a kind. `isMore`: rows beyond the most are left out. */
export async function selectHeld(
  pool: Pool,
  kind: Kind,
  { id, email }: { id: string; email: string },
): Promise<{ rows: Record<string, unknown>[]; isMore: boolean }> {
  const { rows } = await STATEMENTS.get(kind)!.run(pool, { id, email });
  return { rows: rows.slice(0, MOST), isMore: rows.length > MOST };
}
