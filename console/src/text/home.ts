// Words of the Home page.
export const home = {
  'home.balance': 'Current Balance',
  'home.stepsTitle': 'Three steps to your first message',
  'home.stepsText': 'The third one works right away: a test needs no verification and costs nothing.',
  'home.step1When': 'Up to 2 business days',
  'home.step1Done': 'Done',
  'home.step1Request': 'See the Request',
  'home.step1Title': 'Verify your identity',
  'home.step1Text':
    'Upload an identity card, passport or business registration. Needed before the first LIVE message.',
  'home.step2When': 'Up to 7 business days',
  'home.step2Title': 'Get a sender ID',
  'home.step2Text': 'The name people see instead of a number: 3 to 11 letters or numbers, approved by us.',
  'home.step3When': 'Ready now',
  'home.step3Title': 'Send a test',
  'home.step3Text':
    'Write to a number ending in 0001 and watch it go from Queued to Delivered. Nothing leaves the simulator.',
  'home.apiTitle': 'Sending from your own software?',
  'home.apiText':
    'Your project already has a test key. Its settings show it, with a sample request to paste into a terminal.',
  'home.apiTextNoProject':
    'Every project comes with a test key. Its settings show it, with a sample request to paste into a terminal.',
  'home.apiLink': 'Key and sample request',
  'home.figuresRange': 'Range of the figures',
  'home.compared': '<b>{current}</b> compared to {previous}',
  'home.versus': 'vs {previous}',
  'home.totalOutgoing': 'Total Outgoing',
  'home.totalDelivered': 'Total Delivered',
  'home.totalUndelivered': 'Total Undelivered',
  'home.totalSpend': 'Total Spend',
  'home.graphsRange': 'Range of the graphs',
  'home.view': 'Show as',
  'home.viewGraph': 'Graph',
  'home.viewTable': 'Table',
  'home.graphLabel':
    '{title}, {current}: a line by day or month, with {previous} dashed. The table holds the same.',
  'home.current': 'Current',
  'home.previous': 'Previous',
  'home.tablePreviousDate': 'Compared to',
} as const;
