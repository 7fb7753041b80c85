// Writes the audit log: which staff member did what to which team, in the transaction of the change.
import { newId } from '../ids.ts';
import type { Database } from '../services.ts';
import { insertAudit } from './queries.ts';

/** Everything that is logged. */
export type AuditAction =
  | 'SIGN_IN'
  | 'SIGN_IN_FAILED'
  | 'SIGN_OUT'
  | 'PASSWORD_CHANGED'
  | 'SECOND_FACTOR_ENROLLED'
  | 'RECOVERY_CODE_USED'
  | 'STAFF_ADDED'
  | 'STAFF_REMOVED'
  | 'DOCUMENT_OPENED'
  | 'DOCUMENT_NOTED'
  | 'IDENTITY_APPROVED'
  | 'IDENTITY_REJECTED'
  | 'IDENTITY_WITHDRAWN'
  | 'SENDER_APPROVED'
  | 'SENDER_REJECTED'
  | 'SENDER_WITHDRAWN'
  | 'SENDER_OWNER_CHECKED'
  | 'SENDER_REGISTRATION'
  | 'SENDER_REGISTRATION_PROPOSED'
  | 'SENDER_REGISTRATION_REJECTED'
  | 'NUMBER_ASSIGNED'
  | 'NUMBER_REMOVED'
  | 'OPT_OUT_ADDED'
  | 'OPT_OUT_REMOVED'
  | 'SESSIONS_ENDED'
  | 'TEAM_PAUSED'
  | 'TEAM_RESUMED'
  | 'DESTINATION_RELEASED'
  | 'ADJUSTMENT_ASKED'
  | 'ADJUSTMENT_POSTED'
  | 'ADJUSTMENT_REJECTED'
  | 'PRICES_CHANGED'
  | 'PRICES_CANCELLED'
  | 'PRICES_EXPORTED'
  | 'SENDER_REGISTRATIONS_EXPORTED'
  | 'TAX_CHANGED'
  | 'TAX_CANCELLED'
  | 'SLIP_ASKED'
  | 'SLIP_CONFIRMED'
  | 'SLIP_REJECTED'
  | 'REFUND_ASKED'
  | 'REFUND_STARTED'
  | 'REFUND_REJECTED'
  | 'REFUND_SETTLED'
  | 'PAYMENT_ALERT_SEEN'
  | 'REVENUE_EXPORTED'
  | 'LINK_PAUSED'
  | 'LINK_RESUMED'
  | 'LINK_TESTED'
  | 'NETWORK_PROPOSED'
  | 'NETWORK_APPROVED'
  | 'NETWORK_WITHDRAWN'
  | 'NETWORK_PUT_BACK'
  | 'NETWORK_IMPORTED'
  | 'NETWORK_EXPORTED'
  | 'RULES_PROPOSED'
  | 'RULES_ACCEPTED'
  | 'RULES_WITHDRAWN'
  | 'RULES_PUT_BACK'
  | 'TRACE_OPENED'
  | 'NUMBER_TRACED'
  | 'DOMAIN_LOST'
  | 'SIGN_ON_LINK_FORGOTTEN'
  | 'ACCOUNT_DELETED'
  | 'ACCOUNT_EXPORTED'
  | 'PERSON_EXPORTED'
  | 'TEAM_CLOSED'
  | 'TEAM_RENAMED'
  | 'CAMPAIGN_ATTESTED'
  | 'CAMPAIGN_UNVERIFIED'
  | 'TEXT_TRACED'
  | 'CASE_OPENED'
  | 'CASE_EXPORTED'
  | 'CASE_NOTIFIED'
  | 'SENDER_BLOCKED'
  | 'SENDER_ALLOWED'
  | 'DOMAIN_BLOCKED'
  | 'DOMAIN_ALLOWED'
  | 'CODE_GUARD_CHANGED';

/** A member of staff at an address, the operator at the command line, or the service itself. */
export type Actor = { id: string | null; email: string; ip: string };

/** A customer. The action names them by id, because their address may be erased later. */
export const CUSTOMER: Omit<Actor, 'ip'> = { id: null, email: 'customer' };

/** The service by itself. */
export const SERVICE: Actor = { id: null, email: 'service', ip: '' };

/** The operator at the command line. */
export const COMMAND_LINE: Actor = { id: null, email: 'command line', ip: '' };

/**
 * An audited action: the team, a `subject` (id or name), and `detail` needed later. Never holds secrets or
 * message texts.
 */
export type AuditEntry = {
  action: AuditAction;
  teamId?: string;
  subject?: string;
  detail?: Record<string, string | number | boolean | null>;
};

/** Logs an entry in the caller's transaction: the change and its entry commit together. */
export async function recordAudit(
  db: Database,
  { id, email, ip }: Actor,
  { action, teamId, subject, detail = {} }: AuditEntry,
): Promise<void> {
  await insertAudit(db, {
    id: newId(),
    staff_id: id,
    staff_email: email,
    action,
    team_id: teamId ?? null,
    subject: subject ?? null,
    detail: JSON.stringify(detail),
    ip,
  });
}
