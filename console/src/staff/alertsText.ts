// The text of payment alerts.
export const staffAlerts = {
  'staff.alerts.title': 'Payment alerts',
  'staff.alerts.new': 'New',
  'staff.alerts.seen': 'Seen',
  'staff.alerts.empty': 'No payment has to be looked at.',
  'staff.alerts.times':
    '{times, plural, one {Once, {last}} other {# times, the first {first}, the last {last}}}',
  'staff.alerts.see': 'Mark as seen',
  'staff.alerts.payments': 'Open payments',
  'staff.alerts.paymentsOf': 'Open payments of {team}',
  'staff.alerts.dashboard': 'Open {provider}',
  'staff.alerts.seenDone': 'Marked as seen.',
  'staff.alerts.seenBy': 'Seen by {by}, {at}',
  'staff.alert.FORGED': 'Wrong signature',
  'staff.alert.FORGED.text':
    'A notice did not come from the provider, or its secret is not the one that is set here. Nothing was credited.',
  'staff.alert.OLD': 'Too old',
  'staff.alert.OLD.text':
    'A signed notice came more than five minutes late: it was sent again by another, or a clock is wrong. Nothing was credited.',
  'staff.alert.TOO_LARGE': 'Too large',
  'staff.alert.TOO_LARGE.text': 'A notice was larger than a provider sends. It was not read.',
  'staff.alert.UNREADABLE': 'Not readable',
  'staff.alert.UNREADABLE.text':
    'A notice is not written as the provider documents it. Nothing was credited.',
  'staff.alert.UNKNOWN': 'Unknown payment',
  'staff.alert.UNKNOWN.text':
    'The provider tells of a payment that is not known here. Look for it in its dashboard: the payer may be owed the money.',
  'staff.alert.OTHER_PROVIDER': 'Payment of another provider',
  'staff.alert.OTHER_PROVIDER.text':
    'A provider tells of a payment that was begun at another one. Nothing was credited.',
  'staff.alert.OTHER_AMOUNT': 'Another amount',
  'staff.alert.OTHER_AMOUNT.text':
    'The paid amount differs from the requested one, so nothing was credited. Compare them in the dashboard of the provider.',
  'staff.alert.CHARGED_BACK': 'Charge-back',
  'staff.alert.CHARGED_BACK.text':
    'The bank of the payer has taken a payment back. The balance gave what it had; what is owed stops sending.',
  'staff.alert.PAID_TWICE': 'Paid twice',
  'staff.alert.PAID_TWICE.text':
    'An order was paid a second time. The balance was credited once: refund the second charge below the payment, on the page of the team.',
  'staff.alert.REFUND_UNKNOWN': 'Refund without an answer',
  'staff.alert.REFUND_UNKNOWN.text':
    'The provider did not confirm a refund. Check its dashboard, then record below the payment whether the refund was made.',
} as const;
