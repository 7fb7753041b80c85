// The text of the revenue page.
export const staffRevenue = {
  'staff.revenue.period': 'Period',
  'staff.revenue.months': 'Last {count} months',
  'staff.revenue.text':
    'A payment counts in the month in which it succeeded, a refund or chargeback in the month in which it was made. Months are those of the region’s time zone. Practice payments are left out.',
  'staff.revenue.empty': 'Nothing was paid in these months.',
  'staff.revenue.region': '{region}, {currency}',
  'staff.revenue.month': 'Month',
  'staff.revenue.net': 'Paid, without tax',
  'staff.revenue.before': 'The {count} months before',
  'staff.revenue.read': '{month}: {net} paid without tax. {monthBefore}: {netBefore}.',
  'staff.revenue.total': 'Paid',
  'staff.revenue.amount': 'Credited',
  'staff.revenue.refunded': 'Refunded',
  'staff.revenue.chargedBack': 'Charged back',
} as const;
