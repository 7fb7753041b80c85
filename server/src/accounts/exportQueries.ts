// SQL of what is held on the holder of an account. Each statement has the user's id as $1 and their address
// as $2, and reads few rows: what a person does by hand.
import type { Pool } from 'pg';

/** More of one kind than these are not given. */
const MOST = 10_000;

/**
 * The data of an account, by kind. Hashes and sealed secrets are left out: they describe nothing about a
 * person, and others must not have them.
 */
const HELD: Readonly<Record<string, string>> = {
  account: `select id, email, first_name, last_name, language, created_at, email_verified_at from users where id = $1`,
  second_factor: `select created_at, confirmed_at from second_factors where user_id = $1`,
  recovery_code: `select used_at from recovery_codes where user_id = $1`,
  single_sign_on: `select issuer, client_id, subject from sign_on_subjects where user_id = $1`,
  session: `select id, created_at, last_seen_at, ip, user_agent from sessions where user_id = $1 order by created_at`,
  mailed_link: `select purpose, created_at, expires_at, used_at from user_tokens where user_id = $1 order by created_at`,
  membership: `select m.team_id, t.name as team, m.role, m.created_at from team_members m join teams t on t.id = m.team_id
    where m.user_id = $1 order by m.created_at`,
  project_role: `select r.team_id, r.project_id, p.name as project, r.role from project_roles r
    join projects p on p.team_id = r.team_id and p.id = r.project_id where r.user_id = $1`,
  conversations_read: `select team_id, project_id, mode, count(*)::integer as threads from conversation_reads where user_id = $1
    and team_id in (select team_id from team_members where user_id = $1) group by 1, 2, 3`,
  invitation: `select team_id, email, role, created_at, expires_at, accepted_at, revoked_at, invited_by = $1 as sent_by_you
    from invitations where email = $2 or invited_by = $1 order by created_at`,
  identity_request: `select team_id, id, account_type, status, created_at, decided_at, reason from verification_requests
    where requested_by = $1 order by created_at`,
  sender_request: `select team_id, id, sender, description, legal_name, status, created_at, decided_at, reason
    from sender_id_requests where requested_by = $1 order by created_at`,
  document: `select team_id, id, name, type, size_bytes, purpose, label, created_at, removed_at from files
    where uploaded_by = $1 order by created_at`,
  mail: `select subject, created_at, sent_at from mails where recipient = $2 order by created_at`,
  audit_entry: `select at, action, ip from audit_log
    where action in ('SESSIONS_ENDED', 'ACCOUNT_EXPORTED') and subject = $1::text order by id`,
};

/** All kinds of what is held. */
export const KINDS = Object.keys(HELD);

/** The data held of a kind; `isMore`: there is more, which is left out. */
export async function selectHeld(
  pool: Pool,
  kind: string,
  user: { id: string; email: string },
): Promise<{ rows: Record<string, unknown>[]; isMore: boolean }> {
  const { rows } = await pool.query(
    // Both are of known types, also for a statement that needs one of them alone.
    `with asked as (select $1::uuid, $2::text) select * from (${HELD[kind]}) as held limit ${MOST + 1}`,
    [user.id, user.email],
  );
  return { rows: rows.slice(0, MOST), isMore: rows.length > MOST };
}
