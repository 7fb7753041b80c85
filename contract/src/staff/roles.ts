// The permissions of the roles of staff.
import { z } from 'zod';

/** ADMIN may do everything. */
const STAFF_ROLES = ['SUPPORT', 'COMPLIANCE', 'FINANCE', 'ADMIN'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

export const staffRole = z.enum(STAFF_ROLES, {
  error: 'role must be SUPPORT, COMPLIANCE, FINANCE or ADMIN',
});

/**
 * The roles that may perform each action. `read`: see teams, people, ledgers, messages with masked texts,
 * traces, prices and links. `identity`: open documents, decide identity requests, withdraw a verification.
 * `senders`: decide sender id requests and registrations, assign two-way numbers, read rules of countries.
 * `optOuts`: add and remove opt-outs on request. `sessions`: end the sessions of a person. `pause`: stop and
 * resume the sending of a team, release held destinations. `money`: credits, adjustments, refunds and slips,
 * and confirming those of colleagues. `prices`: price lists and tax. `carriers`: pause and resume links,
 * change the network, approve changes of colleagues. `rules`: propose rules of countries, and accept those of
 * colleagues. `audit`: read the audit log. `cases`: find messages by their text, open cases of fraud, block
 * sender ids and domains.
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
  rules: ['ADMIN'],
  audit: ['COMPLIANCE', 'ADMIN'],
  cases: ['COMPLIANCE', 'ADMIN'],
} as const satisfies Record<string, readonly StaffRole[]>;

export type StaffAction = keyof typeof ALLOWED;

/** Whether a role may perform an action. */
export function staffMay(role: StaffRole, action: StaffAction): boolean {
  return (ALLOWED[action] as readonly StaffRole[]).includes(role);
}
