// English text of Send SMS.
export const sendSms = {
  'send.numbers': 'Phone numbers',
  'send.firstMessage':
    'Your project is ready. This number belongs to the simulator: write a text and send it, then watch it go from Queued to Delivered. It costs nothing.',
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
  'send.landlines':
    '{count, plural, one {{number} is a landline or a service number and is left out: SMS to it is usually charged and not delivered.} other {# of these numbers are landlines or service numbers and are left out: SMS to them is usually charged and not delivered.}} <change>{count, plural, one {Send to it too} other {Send to them too}}</change>',
  'send.landlinesToo':
    '{count, plural, one {{number} is a landline or a service number: SMS to it is usually charged and not delivered.} other {# of these numbers are landlines or service numbers: SMS to them is usually charged and not delivered.}} <change>{count, plural, one {Leave it out} other {Leave them out}}</change>',
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
  'send.wasSent':
    '{count, plural, one {Message sent} other {Sent to # recipients}}. <link>See the log</link>',
  'send.wasScheduled':
    '{count, plural, one {Message scheduled} other {Scheduled for # recipients}}. <link>See the log</link>',
} as const;
