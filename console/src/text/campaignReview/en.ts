// English text of the review dialog of a campaign, and of the recipients of one that is sent again. It loads
// with either.
export const campaignReview = {
  'compose.retryOf':
    '{count, plural, one {The one recipient} other {The # recipients}} whom <link>{name}</link> did not reach: {parts}.',
  'compose.retryNobody': '<link>{name}</link> has no recipients left who can be reached.',
  'compose.leftOutUnreachable':
    '{count, plural, one {# recipient is left out because the number} other {# recipients are left out because their numbers}} cannot receive SMS.',
  'compose.leftOutUncertain':
    '{count, plural, one {# recipient is left out because the message} other {# recipients are left out because their messages}} may have arrived.',
  'compose.retryFailed': '{count, number} failed',
  'compose.retrySkipped': '{count, number} skipped',
  'compose.retryCancelled': '{count, number} cancelled',

  'review.title': 'Create Campaign',
  'review.nobody': 'No one will get this message.',
  'review.why': 'Skipped, and why',
  'review.duplicates': 'In more than one group, counted once',
  'review.preview': 'Preview',
  'review.first': 'The first {shown, number} of {all, number} messages, as they will read:',
  'review.all':
    '{count, plural, one {The message, as it will read:} other {The # messages, as they will read:}}',
  'review.fits':
    '{fits, plural, =0 {{all, plural, one {The message does not fit} other {None of the # messages fit}} your balance and daily limit.} one {Only # of {all, number} messages fits your balance and daily limit.} other {Only # of {all, number} messages fit your balance and daily limit.}}',
  'review.overBalance':
    '{count, plural, one {# message costs} other {# messages cost}} more than your balance of {balance} covers.',
  'review.overLimit':
    '{count, plural, one {# message is} other {# messages are}} over the daily limit of {limit}, of which {spent} is spent. <link>Change the limit</link>',
  'review.order': 'Messages go out in the order of phone numbers. {number} is the first that is left out.',
  'review.againLater': 'You can send to the rest later, from the page of the campaign.',
  'review.asOfNow':
    'This is how things are now. The balance and the limit are checked again when the campaign starts.',
  'review.ask': 'Send to {count, number} now, and leave out {left, number}?',
  'review.askLater': 'Schedule it as it is?',
  'review.send':
    'Send {count, plural, one {# message} other {# messages}}{cost, select, none {} other { · {cost}}}',
  'review.schedule':
    'Schedule {count, plural, one {# message} other {# messages}}{cost, select, none {} other { · {cost}}}',
  'review.lacking':
    '{count, plural, one {# recipient has} other {# recipients have}} no {field, select, first_name {first name} other {last name}}: their message has a gap there. Write {example} to fill it.',
  'review.lackingFilled':
    '{count, plural, one {# recipient has} other {# recipients have}} no {field, select, first_name {first name} other {last name}}. The word you gave is used instead.',
  'review.withoutConsent':
    '{count, plural, one {# recipient has} other {# recipients have}} no recorded consent, which their country requires. They still get this message.',
  'review.withoutBrand':
    '{count, plural, one {# message goes} other {# messages go}} to networks that want the brand in the text, and this text has neither {sender} nor another name of it. It is sent all the same, but may be blocked. Write the name, or <link>add the one you use</link>.',
  'review.advertising':
    'This text looks like advertising (“{word}”), and {sender} is not a promotional sender. A promotional sender adds an opt-out link, and leaves out people who opted out of advertising.',
  'review.attest':
    'I confirm that this campaign may be sent from {sender}: it is not advertising, or its recipients agreed to get it without an opt-out link. My name and this confirmation are recorded.',
  'review.attestWaits':
    'Your team has sent or scheduled another such campaign. If that one starts first, this one is charged and waits until our staff release it. Messages that they do not release within a day expire and are refunded.',
  'review.created':
    '{count, plural, one {Your campaign is created for # recipient.} other {Your campaign is created for # recipients.}}',
  'review.leaving': 'Created. The list of campaigns opens in a moment.',
  'review.seeCampaign': 'See campaign',
  'review.unverifiedNext':
    'Choose another sender, or see the next step for this one under <link>Sender IDs</link>.',
  'review.acceptUnverified':
    'I accept that {count, plural, one {# recipient sees} other {# recipients see}} “{name}”. My name and this confirmation are recorded.',
  'review.confirmFirst':
    '{count, plural, one {Tick the box above to continue.} other {Tick the # boxes above to continue.}}',
} as const;
