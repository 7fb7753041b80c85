// The roles of staff, and what each may do.
import { z } from 'zod';

/** The roles of staff. ADMIN may do everything. */
const STAFF_ROLES = ['SUPPORT', 'COMPLIANCE', 'FINANCE', 'ADMIN'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const staffRole = z.enum(STAFF_ROLES, {
  error: 'role must be SUPPORT, COMPLIANCE, FINANCE or ADMIN',
});

/**
 * The roles of staff that may perform each action. `read`: look at teams, people, ledgers, messages with
 * masked bodies, traces, prices and links. `identity`: open documents, decide identity requests, withdraw a
 * verification. `senders`: decide sender id requests and registrations, assign two-way numbers. `optOuts`:
 * put numbers on a team's list of opt-outs on request, and take them off. `sessions`: end a person's
 * sessions. `pause`: stop and resume a team's sending. `money`: credit and adjust, and confirm what a
 * colleague asked for. `prices`: upload price lists. `carriers`: pause and resume links. `audit`: read the
 * audit log.
 */
const ALLOWED = {
  read: ['SUPPORT', 'COMPLIANCE', 'FINANCE', 'ADMIN'],
  identity: ['COMPLIANCE', 'ADMIN'],
  senders: ['COMPLIANCE', 'ADMIN'],
  optOuts: ['SUPPORT', 'COMPLIANCE', 'ADMIN'],
  sessions: ['SUPPORT', 'COMPLIANCE', 'ADMIN'],
  pause: ['COMPLIANCE', 'ADMIN'],
  money: ['FINANCE', 'ADMIN'],
  prices: ['FINANCE', 'ADMIN'],
  carriers: ['ADMIN'],
  audit: ['COMPLIANCE', 'ADMIN'],
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffAction = keyof typeof ALLOWED;

/** Whether a role of staff may do something. */
export function staffMay(role: StaffRole, action: StaffAction): boolean {
  return (ALLOWED[action] as readonly StaffRole[]).includes(role);
}
