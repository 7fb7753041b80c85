// Words of the search over everything and of the list of keys. A page or a setting is its name, as in its title, then other words that find it, with
// commas between them.
export const palette = {
  'palette.hint': 'Page, message, contact, campaign…',
  'palette.keysHint': '↑ ↓ to choose, Enter to open, Esc to close',
  'palette.searching': 'Searching…',
  'palette.count': '{count, plural, one {# result} other {# results}}',
  'palette.short': 'Type {count} characters or more to search everything.',
  'palette.nothing': 'Nothing found. Messages and campaigns are searched in {mode} only.',
  'palette.failed': 'Some results could not be loaded.',
  'palette.pages': 'Pages',
  'palette.projects': 'Projects',
  'palette.templates': 'Templates',
  'palette.messages': 'Messages in {mode}',
  'palette.campaigns': 'Campaigns in {mode}',
  'palette.message': '{status} · {date}',

  'palette.home': 'Home, dashboard, overview, statistics, graphs, balance, spend',
  'palette.logs': 'SMS Logs, messages, history, sent, delivered, failed, report, download, PDF, CSV',
  'palette.conversations':
    'Conversations, threads, replies, answers, inbox, incoming messages, received, chat, two-way, unread',
  'palette.sendSms': 'Send SMS, new message, write, compose, text, test',
  'palette.campaignsPage': 'Campaigns, bulk, broadcast',
  'palette.newCampaign': 'New Campaign, bulk, broadcast, send to groups, create',
  'palette.contactsPage': 'Contacts, people, customers, address book, numbers, groups, upload, import, CSV',
  'palette.optOuts': 'Opt-outs, unsubscribe, stop, do not send, blocked numbers',
  'palette.settings': 'Settings, overview, project',
  'palette.usageLimits': 'Usage Limits, daily limit, spend, warning',
  'palette.geoPermissions': 'Geo Permissions, blocked countries, regions',
  'palette.callbacks': 'Callbacks, webhook, status callback, attempts, send again, replay',
  'palette.senderId': 'Sender ID Request, from, name, sender IDs',
  'palette.api':
    'API Reference, developers, integration, curl, Node, Python, PHP, Java, webhook, callback, error codes',
  'palette.profile':
    'Profile, manage account, password, email, second factor, two-factor, 2FA, authenticator, recovery codes, login sessions, devices',
  'palette.team': 'Team, members, people, users, invite, invitation, roles',
  'palette.billing':
    'Billing, balance, top up, pay, payment, invoice, receipt, statement, usage, tax, card, bank transfer',
  'palette.verify': 'ID Verification, verify, identity, documents, passport, LIVE',
  'palette.projectName': 'Project Name, rename',
  'palette.keys': 'API Keys, live key, test key, revoke',
  'palette.timezone': 'Timezone, time zone, clock, midnight',
  'palette.quietHours': 'Hold Promotional Messages, quiet hours, night',
  'palette.callbackSecret': 'Callback Signing Secret, webhook, status callback, signature',
  'palette.archive': 'Archive, restore, close project, delete project',

  'keys.title': 'Keyboard shortcuts',
  'keys.search': 'Search everything',
  'keys.list': 'Show this list',
  'keys.choose': 'Move through a list or the results',
  'keys.open': 'Open the selected result',
  'keys.close': 'Close a dialog or a menu',
} as const;
