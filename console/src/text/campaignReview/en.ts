// English text of the review dialog of a campaign, which loads with the dialog.
export const campaignReview = {
  'review.title': 'Create Campaign',
  'review.nobody': 'No one will get this message.',
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
  'review.created':
    '{count, plural, one {Your campaign is created for # recipient.} other {Your campaign is created for # recipients.}}',
  'review.leaving': 'Created. The list of campaigns opens in a moment.',
  'review.seeCampaign': 'See campaign',
} as const;
