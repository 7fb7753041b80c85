// English text of Home.
export const home = {
  'home.held':
    '{waiting, plural, =0 {LIVE messages} one {# LIVE message} other {# LIVE messages}} to +{code} ({countries}) {waiting, plural, one {is} other {are}} held since {at}.',
  'home.heldWhy':
    'Your team is new and has sent unusually many messages to one destination. They wait until our staff have reviewed them. If they are not released within a day, they expire and are refunded. Messages to other destinations go out as usual. If you did not mean to send them, limit the form that sends them, replace your API key, and cancel them. If you did, tell us what they are for.',
  'home.held.BRAND':
    '{waiting, plural, =0 {LIVE messages} one {# LIVE message} other {# LIVE messages}} with a brand and a link to another site ({found}) {waiting, plural, one {is} other {are}} held since {at}.',
  'home.held.MIXED':
    '{waiting, plural, =0 {LIVE messages} one {# LIVE message} other {# LIVE messages}} with a word that mixes alphabets ({found}) {waiting, plural, one {is} other {are}} held since {at}.',
  'home.held.ADDRESS':
    '{waiting, plural, =0 {LIVE messages} one {# LIVE message} other {# LIVE messages}} with a link to an IP address ({found}) {waiting, plural, one {is} other {are}} held since {at}.',
  'home.held.SHORTENER':
    '{waiting, plural, =0 {LIVE messages} one {# LIVE message} other {# LIVE messages}} with a shortened link ({found}) {waiting, plural, one {is} other {are}} held since {at}.',
  'home.held.ADVERT':
    '{waiting, plural, =0 {LIVE messages} one {# LIVE message} other {# LIVE messages}} of a campaign from {found} that looks like advertising {waiting, plural, one {is} other {are}} held since {at}.',
  'home.held.MANY':
    '{waiting, plural, =0 {LIVE messages} one {# LIVE message} other {# LIVE messages}} with many other links or words that scams use {waiting, plural, one {is} other {are}} held since {at}.',
  'home.heldTextWhy':
    'Scams use such texts, so our staff review them first. The messages are charged. If they are not released within a day, they expire and are refunded. To send at once, cancel them and link to your own site. If you did not send them, replace your API key.',
  'home.heldAdvertWhy':
    'The sender is not promotional, and your team has sent such a campaign before, so our staff review this one first. The messages are charged. If they are not released within a day, they expire and are refunded. To send at once, cancel the campaign and send it from a promotional sender.',
  'home.heldSee': 'See them in the logs',
  'home.balance': 'Current Balance',
  'home.stepsTitle': 'Three steps to sending SMS',
  'home.stepsText': 'The first one works right away: a test needs no verification and costs nothing.',
  'home.testWhen': 'Ready now',
  'home.testTitle': 'Send a test',
  'home.testText':
    'Write to a number ending in 0001 and watch it go from Queued to Delivered. Nothing leaves the simulator.',
  'home.identityWhen': 'Up to 2 business days',
  'home.identityDone': 'Done',
  'home.identityRequest': 'See the Request',
  'home.identityTitle': 'Verify your identity',
  'home.identityText':
    'Upload an identity card, passport or business registration. Needed before the first LIVE message.',
  'home.senderWhen': 'Up to 7 business days',
  'home.senderTitle': 'Get a sender ID',
  'home.senderText':
    'The name people see instead of a number{shortest, select, none {} other {: {shortest} to 11 characters}}, approved by us.',
  'home.apiTitle': 'Sending from your own software?',
  'home.apiText': 'Your project already has a test key. The samples in the API reference are filled with it.',
  'home.apiTextNoProject':
    'Every project comes with a test key. The samples in the API reference are filled with it.',
  'home.apiLink': 'API Reference',
  'home.compared':
    '<b>{current}{until, select, none {} other {, so far}}</b> compared to {previous}{until, select, none {} other { until {until}}}',
  'home.versus': 'vs {previous}{until, select, none {} other { until {until}}}',
  'home.changeFromNone': '{percent} (new)',
  'home.changeManyTimes': 'more than 10×',
  'home.undeliveredParts': '{failed, number} failed, {waiting, number} waiting',
  'home.totalOutgoing': 'Total Outgoing',
  'home.totalDelivered': 'Total Delivered',
  'home.totalUndelivered': 'Total Undelivered',
  'home.totalSpend': 'Total Spend',
  'home.period':
    '{range, select, 1d {Today} 7d {In the last 7 days} 4w {In the last 4 weeks} 3m {In the last 3 months} 12m {In the last 12 months} other {{days}:}}',
  'home.time': '{time, number}\u00a0{unit, select, second {s} minute {min} other {h}}',
  'home.wordsNone': '{period} no messages were sent.',
  'home.wordsAllWaiting':
    '{period} {count, plural, one {# message was accepted, and it is still waiting} other {# messages were accepted, and all are still waiting}}.',
  'home.wordsNoneDelivered':
    '{period} {count, plural, one {# message was sent, but not delivered} other {none of # messages was delivered}}.',
  'home.wordsAllDelivered':
    '{period} {count, plural, one {# message was sent, and it was delivered} other {all # messages were delivered}}{half, select, one { within {within}} all {, half of them within {within}} newest {; half of the latest {newest, number} within {within}} other {}}.',
  'home.wordsDelivered':
    '{period} {share, number, ::percent .#} of {count, plural, one {# message} other {# messages}} were delivered{half, select, one {, within {within}} all {, half of them within {within}} newest {; half of the latest {newest, number} within {within}} other {}}.',
  'home.wordsFailed': '<why>{count, plural, one {# message failed} other {# messages failed}}.</why>',
  'home.wordsWaiting':
    '{count, plural, one {# message is still waiting} other {# messages are still waiting}}.',
  'home.wordsBalance':
    'At the pace of all projects of the team the balance lasts {days, plural, =0 {less than a day} =366 {more than a year} one {# day} other {# days}}.',
  'home.wordsUsedUp': 'The balance is used up: LIVE messages are refused until it is topped up.',
  'home.view': 'Show as',
  'home.viewGraph': 'Graph',
  'home.viewTable': 'Table',
  'home.chartTitle': '{unit, select, DAY {Messages by day} other {Messages by month}}',
  'home.chartLabel':
    '{title}, {current}: bars of what was delivered, what failed and what waits, with the total of {previous} as a dashed line; {spend} below. The table holds the same.',
  'home.chartPoint': '{unit, select, DAY {Day} other {Month}} of the chart',
  'home.waiting': 'Waiting',
  'home.previousTotal': 'Total of {previous}',
  'home.pointWords':
    '{day}: {delivered, number} delivered, {failed, number} failed, {waiting, number} waiting. {spendTitle}: {spend}. Compared to {previousDay}: {previousTotal, number} in all.',
  'home.hoursTitle': 'Messages by weekday and hour',
  'home.hoursText': 'All outgoing messages of these days, in the time of the project ({timezone}).',
  'home.hoursLong': 'Hours are shown for at most {days, number} days. Choose a shorter range.',
  'home.hoursNone': 'No messages in these days',
  'home.hoursBusiest': 'Busiest: {hour}',
  'home.hoursRead': '{day} {from}–{to}: {count, plural, =0 {no messages} one {# message} other {# messages}}',
  'home.hoursLegend': 'Messages in an hour',
  'home.failuresTitle': 'Why messages failed',
  'home.failuresCount':
    '{count, plural, one {# message failed} other {# messages failed}}, {days}. Each row leads to its messages in SMS Logs.',
  'home.failuresNone': 'No message failed in these days.',
  'home.failuresReason': 'Reason',
  'home.failuresDestination': 'Destination',
  'home.failuresDestinationHint':
    'A carrier is chosen for each message by itself, so failures are counted by the country they were sent to.',
  'home.failuresCountry': '{country} (+{code})',
  'home.failuresUnknown': 'Numbers of no country',
  'home.failuresOthers': 'Other countries',
} as const;
