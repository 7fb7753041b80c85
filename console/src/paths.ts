// The addresses of all pages of the console.

/** The settings of a project: the overview, or one part. */
const settings = (projectId: string, part?: string): string =>
  `/settings/${encodeURIComponent(projectId)}${part ? `/${part}` : ''}`;

export const paths = {
  login: '/',
  /** Other addresses at which people look for the login. They redirect. */
  loginByName: ['/login', '/signin', '/sign-in'],
  signUp: '/sign-up',
  verificationRequired: '/verification-required',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  activate: '/activate',
  activated: '/activated',
  home: '/home',
  logs: '/logs',
  message: (id: string) => `/logs/${encodeURIComponent(id)}`,
  conversations: '/home/conversation',
  campaigns: '/campaigns',
  compareCampaigns: '/campaigns/compare',
  newCampaign: '/new-campaign',
  campaign: (id: string) => `/campaign/${encodeURIComponent(id)}`,
  sendSms: '/send-sms',
  contacts: '/contacts',
  groups: '/contacts/groups',
  group: (id: string) => `/contacts?${new URLSearchParams({ group: id })}`,
  settings,
  /** A row of the overview. */
  setting: (projectId: string, row: string) => `${settings(projectId)}#${row}`,
  usageLimits: (projectId: string) => settings(projectId, 'usage-limits'),
  geoPermissions: (projectId: string) => settings(projectId, 'geo-permissions'),
  incoming: (projectId: string) => settings(projectId, 'incoming'),
  callbacks: (projectId: string) => settings(projectId, 'callbacks'),
  webhooks: (projectId: string) => settings(projectId, 'webhooks'),
  webhook: (projectId: string, id: string) => settings(projectId, `webhooks/${id}`),
  apiKeys: (projectId: string) => settings(projectId, 'api-keys'),
  smpp: (projectId: string) => settings(projectId, 'smpp'),
  sendUrls: (projectId: string) => settings(projectId, 'send-urls'),
  codes: (projectId: string) => settings(projectId, 'codes'),
  dropIns: (projectId: string) => settings(projectId, 'drop-ins'),
  optOuts: '/opt-outs',
  templates: '/templates',
  /** A contact, or a number that is none. */
  person: (number: string) => `/people/${encodeURIComponent(number)}`,
  senderId: '/sender-id',
  profile: '/profile',
  team: '/team',
  /** Single sign-on of the team, for owners; `singleSignOn` is where people sign in with it. */
  teamSignOn: '/team/single-sign-on',
  singleSignOn: '/sso',
  invitation: '/invitation',
  api: '/api',
  /** The specification's address of the reference. It redirects there. */
  about: '/about',
  verify: '/verify',
  requestVerification: '/request-verification',
  billing: '/billing',
  usage: '/billing/usage',
  payments: '/billing/payments',
  paymentComplete: '/payment-complete',
} as const;
