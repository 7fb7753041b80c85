// Addresses of the staff pages.
export const staffPaths = {
  signIn: '/staff/sign-in',
  identity: '/staff/identity',
  identityCase: (id: string) => `/staff/identity/${id}`,
  senders: '/staff/sender-ids',
  senderCase: (id: string) => `/staff/sender-ids/${id}`,
  teams: '/staff/teams',
  team: (id: string) => `/staff/teams/${id}`,
  users: '/staff/users',
  user: (id: string) => `/staff/users/${id}`,
  adjustments: '/staff/adjustments',
  prices: '/staff/prices',
  pricesUpload: '/staff/prices/upload',
  carriers: '/staff/carriers',
  trace: '/staff/trace',
  traceOf: (id: string) => `/staff/trace?id=${id}`,
  audit: '/staff/audit',
} as const;
