// Words of Send SMS and its review dialog.
export const sendSms = {
  'send.numbers': 'Phone numbers',
  'send.firstMessage':
    'Your project is ready. This number belongs to the simulator: write a text and send it, then see in the log how it goes from Queued to Delivered. It costs nothing.',
  'send.addNumber': 'Add a number',
  'send.removeNumber': 'Remove {number}',
  'send.correctNumber': 'Correct {number}',
  'send.toYourself': 'Send to yourself',
  'send.ownNumber': 'Your number is {number}. <change>Change it</change>',
  'send.ownNumberText': 'See the message on your own phone first. Your number is kept in this browser.',
  'send.ownNumberLabel': 'Your mobile number',
  'send.addOwn': 'Add number',
  'send.addingOwn': 'Adding…',
  'send.useFull': '{number} lacks a country code. <use>Use {full}</use>',
  'send.fixAll': 'Fix all',
  'send.unreachable':
    '{country}: carriers there take no names as senders, so {sender} cannot reach {count, plural, one {{number}} other {# of these numbers}}.',
  'send.anySender': 'a sender ID',
  'send.lacksCode': '{number} lacks a country code. Give the full number, such as {example}.',
  'send.badFormat':
    '{number} has characters that no phone number has. Give digits with the country code, such as {example}.',
  'send.badNumber': '{number} is not a valid phone number. Check its digits and its country code.',
  'send.moreBad':
    '{count, plural, one {One more number needs correcting.} other {# more numbers need correcting.}}',
  'send.repeated':
    '{count, plural, one {One number was given twice; it gets the message once.} other {# numbers were given before; each gets the message once.}}',
  'send.numbersRequired': 'Phone numbers are required',
  'send.leftOut': 'Left out, not a full number',
  'send.leftOutUnreachable': 'Left out, cannot be reached',
  'send.line': '{place}, {count}\u00a0×\u00a0{segments}\u00a0×\u00a0{price}',
  'send.noPrice': 'No price yet',
  'send.pricesFailed': 'The prices could not be loaded.',
  'send.total': 'Total',
  'send.leftOutOf':
    '{count, plural, one {One number is left out; it is listed first.} other {# numbers are left out; they are listed first.}}',
  'send.isLeftOut': 'Left out',
  'send.whyLacksCode': 'It lacks a country code.',
  'send.whyBadFormat': 'It has characters that no phone number has.',
  'send.whyBadNumber': 'It is not a valid phone number.',
  'send.whyUnreachable': 'Carriers in its country take no names as senders.',
  'send.pending': 'Pending',
  'send.done': '{done, number} of {all, number} done',
  'send.outcome':
    '{failed, plural, =0 {{sent, plural, one {Sent.} other {All # sent.}}} other {{sent, number} sent, # failed.}}',
  'send.retry': 'Retry failed',
  'send.noAnswer': 'No answer came. Retrying never sends it twice.',
  'send.stillTaken': 'Not confirmed yet. Retrying never sends it twice.',
  'send.keyReused':
    'Another message was sent in its place. Check the log, and change the text to send a new one.',
  'send.outdated':
    '{count, plural, one {The message to {number} was sent more than a day ago and got no answer.} other {# of these messages were sent more than a day ago and got no answer.}} Check the <link>log</link> before sending again.',
  'send.outdatedOne':
    'This message was sent more than a day ago and got no answer. Check the log before sending again.',
  'send.wasSent':
    '{count, plural, one {Message sent} other {Sent to # recipients}}. <link>See the log</link>',
  'send.wasScheduled':
    '{count, plural, one {Message scheduled} other {Scheduled for # recipients}}. <link>See the log</link>',
} as const;
