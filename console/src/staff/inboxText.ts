// The text of the inbox of staff.
export const staffInbox = {
  'staff.inbox.order': 'Oldest first',
  'staff.inbox.all': 'Everything',
  'staff.inbox.kindOf': '{kind} ({count, number})',
  'staff.inbox.identity': 'Identity',
  'staff.inbox.sender_ids': 'Sender ID',
  'staff.inbox.registrations': 'Register',
  'staff.inbox.holds': 'Hold',
  'staff.inbox.slips': 'Transfer',
  'staff.inbox.adjustments': 'Adjustment',
  'staff.inbox.refunds': 'Refund',
  'staff.inbox.alerts': 'Alert',
  'staff.inbox.caseOf': '{kind}{name, select, none {} other {: {name}}}',
  'staff.inbox.empty': 'Nothing waits for you.',
  'staff.inbox.gone': 'This is decided. Choose the next one.',
  'staff.inbox.more':
    '{more, plural, one {# more waits} other {# more wait}}. The list has the oldest of each kind.',
} as const;
