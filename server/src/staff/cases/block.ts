// Blocks the sender id, the team or a domain of a case, and allows it again. Each act stores an event of the
// case and an entry in the audit log, in one transaction.

import { senderKey } from '@godwit/contract/senders';
import type { CASE_EVENTS, CASE_TARGETS } from '@godwit/contract/staff/cases';
import { type AuditAction, recordAudit } from '../../audit/record.ts';
import { transaction } from '../../db/transaction.ts';
import type { Staff } from '../../identity/sessions.ts';
import {
  deleteBlockedDomain,
  deleteBlockedName,
  insertBlockedDomain,
  insertBlockedName,
  isShared,
  toDomain,
} from '../../messages/accept/blocks.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../refusal.ts';
import type { Database, Services } from '../../services.ts';
import { refuseOwnTeam } from '../../team/decisions.ts';
import { setPausedIn } from '../teams/teams.ts';
import { insertEvent, selectCase, selectTeamOfBlock } from './queries.ts';

type Asked = {
  id: string;
  what: (typeof CASE_TARGETS)[number];
  domain?: string | undefined;
  reason: string;
};
type Case = NonNullable<Awaited<ReturnType<typeof selectCase>>>;
type Done = { kind: (typeof CASE_EVENTS)[number]; subject: string; action?: AuditAction };

/**
 * Blocks the sender id at its team, the team, or a domain at all teams. Its call makes all processes read the
 * blocks again when it answers. Refusals: 1001; 1002 for what is no domain; 1012 for one's own team; 1013 if
 * it is blocked.
 */
export function block(services: Services, staff: Staff, asked: Asked): Promise<Refusal | null> {
  return change(services, staff, asked, async (trx, found) => {
    const { what, id, reason } = asked;
    if (what === 'TEAM') {
      const refused = await setPausedIn(trx, staff, { id: found.team_id, reason, paused: true });
      return refused ?? { kind: 'TEAM_PAUSED', subject: found.team_name };
    }
    if (what === 'NAME') {
      const name = { team_id: found.team_id, sender_key: senderKey(found.sender) };
      if (!(await insertBlockedName(trx, { ...name, case_id: id }))) return ALREADY;
      return { kind: 'NAME_BLOCKED', subject: found.sender, action: 'SENDER_BLOCKED' };
    }
    const domain = toDomain(asked.domain ?? '');
    if (domain === null) return NO_DOMAIN;
    const own = services.settings.publicUrl.hostname;
    if (isShared(domain) || own === domain || own.endsWith(`.${domain}`)) return TOO_WIDE;
    if (!(await insertBlockedDomain(trx, { domain, case_id: id }))) return ALREADY;
    return { kind: 'DOMAIN_BLOCKED', subject: domain, action: 'DOMAIN_BLOCKED' };
  });
}

/** Ends a block, and resumes a team. Refusals as for `block`; 1013 if it is not blocked. */
export function allow(services: Services, staff: Staff, asked: Asked): Promise<Refusal | null> {
  return change(services, staff, asked, async (trx, found) => {
    const { what, reason } = asked;
    if (what === 'TEAM') {
      const refused = await setPausedIn(trx, staff, { id: found.team_id, reason, paused: false });
      return refused ?? { kind: 'TEAM_RESUMED', subject: found.team_name };
    }
    if (what === 'NAME') {
      const name = { team_id: found.team_id, sender_key: senderKey(found.sender) };
      if (!(await deleteBlockedName(trx, name))) return NOT_BLOCKED;
      return { kind: 'NAME_ALLOWED', subject: found.sender, action: 'SENDER_ALLOWED' };
    }
    const domain = toDomain(asked.domain ?? '');
    if (domain === null) return NO_DOMAIN;
    const blockedBy = await selectTeamOfBlock(trx, domain);
    const own = blockedBy && (await refuseOwnTeam(trx, blockedBy, staff.email));
    if (own) return own;
    if (!(await deleteBlockedDomain(trx, domain))) return NOT_BLOCKED;
    return { kind: 'DOMAIN_ALLOWED', subject: domain, action: 'DOMAIN_ALLOWED' };
  });
}

const ALREADY = refuse('conflict', {
  description: 'This is blocked already, so nothing was changed. The audit log shows who blocked it.',
});
const NOT_BLOCKED = refuse('conflict', {
  description:
    'This is not blocked, so nothing was changed. A colleague may have allowed it: load the case again.',
});
const NO_DOMAIN = refuseField(
  'invalidArgument',
  'domain',
  'This is no domain, so nothing was blocked. Give a domain such as secure-login.example, without https:// or a path.',
);

const TOO_WIDE = refuseField(
  'invalidArgument',
  'domain',
  'This domain belongs to everybody or to this service, so nothing was blocked. Give the domain of the fraud alone, such as secure-login.com.lk.',
);

function change(
  { kysely }: Services,
  staff: Staff,
  { id, reason }: Pick<Asked, 'id' | 'reason'>,
  act: (trx: Database, found: Case) => Promise<Done | Refusal>,
): Promise<Refusal | null> {
  return transaction(kysely, async (trx) => {
    const found = await selectCase(trx, id);
    if (!found) return refuse('notFound');
    const own = await refuseOwnTeam(trx, found.team_id, staff.email);
    if (own) return own;
    const done = await act(trx, found);
    if (isRefusal(done)) return done;
    const { kind, subject, action } = done;
    await insertEvent(trx, { case_id: id, staff_email: staff.email, kind, subject, note: reason });
    const detail = { reason, message: found.message_id };
    if (action) await recordAudit(trx, staff, { action, teamId: found.team_id, subject, detail });
    return null;
  });
}
