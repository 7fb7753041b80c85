// English text of the review dialog of a message, which loads with the dialog.
export const sendReview = {
  'send.leftOutOf':
    '{count, plural, one {One number is left out; it is listed first.} other {# numbers are left out; they are listed first.}}',
  'send.isLeftOut': 'Left out',
  'send.whyLacksCode': 'It lacks a country code.',
  'send.whyBadFormat': 'It has characters that no phone number has.',
  'send.whyBadNumber': 'It is not a valid phone number.',
  'send.whyUnreachable': 'Carriers in its country take no names as senders.',
  'send.whyLandline': 'It is a landline or a service number and cannot receive SMS.',
  'send.pending': 'Pending',
  'send.done': '{done, number} of {all, number} done',
  'send.outcome':
    '{failed, plural, =0 {{sent, plural, one {Sent.} other {All # sent.}}} other {{sent, number} sent, # failed.}}',
  'send.watch': 'Watch it travel',
  'send.seeMessage': 'See the message',
  'send.retry': 'Retry failed',
  'send.noAnswer': 'No answer came. Retrying never sends it twice.',
  'send.stillTaken': 'Not confirmed yet. Retrying never sends it twice.',
  'send.keyReused':
    'Another message was sent in its place. Check the log, and change the text to send a new one.',
  'send.outdated':
    '{count, plural, one {The message to {number} was sent more than a day ago and got no answer.} other {# of these messages were sent more than a day ago and got no answer.}} Check the <link>log</link> before sending again.',
  'send.outdatedOne':
    'This message was sent more than a day ago and got no answer. Check the log before sending again.',
  'send.mergesNot':
    'Merge fields such as {field} are filled in campaigns only. Here the message goes out as it is written, braces included.',
  'send.brand.WARN':
    '{count, plural, one {The network of # recipient wants} other {Networks of # recipients want}} the brand in the text, and this text has neither {sender} nor another name of it. It is sent all the same, but networks may block it. Write the name, or <link>add the one you use</link>.',
  'send.brand.REFUSE':
    '{count, plural, one {# message is refused} other {# messages are refused}} and not charged: networks want the brand in the text, and this text has neither {sender} nor another name of it. Write the name, or <link>add the one you use</link>.',
  'send.consent.WARN':
    '{count, plural, one {# recipient has} other {# recipients have}} no recorded consent, which their country requires. They still get this message. <link>Record consents</link>',
  'send.consent.ENFORCE':
    '{count, plural, one {# recipient has} other {# recipients have}} no recorded consent, which their country requires. Their messages are refused and not charged. <link>Record consents</link>',
  'send.pendingUntil': 'Pending until you press {action}.',
} as const;
