// English text of message tracing.
export const explanation = {
  'explain.gsm':
    'The text has only letters and signs of the plain SMS alphabet: a segment holds {perSegment, number} of them, so it is {segments, plural, one {# segment} other {# segments}}.',
  'explain.unicode':
    'Not in the plain SMS alphabet: {characters}. So a segment holds {perSegment, number} characters, and the text is {segments, plural, one {# segment} other {# segments}}.',
  'explain.character': '“{character}” (character {index, number})',
  'explain.hidden': '{count, plural, one {# letter that is not shown} other {# letters that are not shown}}',
  'explain.more': 'others',
  'explain.price':
    'A segment to {place} costs {price}: {segments, plural, one {# segment} other {# segments}} cost {cost}.',
  'explain.place': '{name} (+{prefix})',
  'explain.list': 'Price list of {day}',
  'explain.firstList': 'Price list since the beginning',
  'explain.sender':
    'People in {country} see “{shown}” instead of {sender}, as the register there did not hold the name at that time.',
  'explain.substitute':
    'The network of this number in {country} blocks {sender}, so the message comes from {shown}, its substitute.',
  'explain.sender.REGISTERED': 'It is registered now: people see {sender} on messages from now on.',
  'explain.sender.REFUSED':
    'The register refused it: send us what is missing. The reason is below Sender ID.',
  'explain.sender.WITHDRAWN':
    'Our staff withdrew the registration. If you still send there, ask us to register it again.',
  'explain.sender.US': 'Our staff have to act: they register or renew it.',
  'explain.sender.REGISTER': 'The register has to decide. If it writes to you, confirm the name there.',
  'explain.sender.ASK': 'Ask us to register it if you send there.',
  'explain.sender.SANDBOX': 'This is the sender of tests. Request a sender ID of your own.',
  'explain.SCHEDULED':
    'It {now, select, yes {waits} other {waited}} for the time that it {now, select, yes {is} other {was}} scheduled for.',
  'explain.QUIET_HOURS':
    'It {now, select, yes {waits} other {waited}} until quiet hours {now, select, yes {end} other {ended}} in the recipient’s country.',
  'explain.DESTINATION_HELD':
    'It {now, select, yes {is} other {was}} held until our staff {now, select, yes {have} other {had}} reviewed it, because this new team sent unusually many messages to that destination.',
  'explain.TEXT_HELD':
    'It {now, select, yes {is} other {was}} held until our staff {now, select, yes {have} other {had}} reviewed its text, which has a sign of fraud or of advertising.',
  'explain.SENDING_PAUSED':
    'It {now, select, yes {waits} other {waited}} because sending {now, select, yes {is} other {was}} paused for this team.',
  'explain.NO_ROUTE':
    'It {now, select, yes {waits} other {waited}} because no carrier {now, select, yes {is} other {was}} connected for this destination.',
  'explain.DOWN':
    'It {now, select, yes {waits} other {waited}} because the carrier {now, select, yes {is} other {was}} not connected.',
  'explain.PAUSED':
    'It {now, select, yes {waits} other {waited}} because the connection to the carrier {now, select, yes {is} other {was}} paused.',
  'explain.CLOSED':
    'It {now, select, yes {waits} other {waited}} because the carrier {now, select, yes {has} other {had}} not answered earlier messages, or {now, select, yes {has} other {had}} answered with errors.',
  'explain.THROTTLED':
    'It {now, select, yes {waits} other {waited}} because the carrier {now, select, yes {has} other {had}} asked for fewer messages per second.',
  'explain.TURN':
    'It {now, select, yes {waits} other {waited}} while other messages {now, select, yes {are} other {were}} sent first.',
  'explain.PUT_OFF': 'It {now, select, yes {waits} other {waited}} for the next attempt.',
  'explain.CONNECTION': 'It {now, select, yes {waits} other {waited}} for a connection to the carrier.',
  'explain.NO_ANSWER':
    'It {now, select, yes {waits} other {waited}} for a late answer or receipt, to avoid sending it twice.',
  'explain.waited': 'for {duration}, until {until}',
  'explain.waiting': 'for {duration} so far',
  'explain.routeFirst': 'It was sent over the preferred connection.',
  'explain.routeOther': 'It was not sent over the preferred connection, which {reasons}.',
  'explain.passed.PAUSED': 'was paused',
  'explain.passed.DOWN': 'was not connected',
  'explain.passed.CLOSED': 'had failed too often before',
  'explain.passed.THROTTLED': 'had asked for fewer messages',
  'explain.passed.FULL': 'was full',
  'explain.passed.TRIED': 'had just not taken it',
  'explain.TAKEN': '{times, plural, one {The carrier took it.} other {The carrier took # parts.}}',
  'explain.REFUSED': 'The carrier refused it: {meaning}.',
  'explain.LATER': 'The carrier did not take it then: {meaning}.',
  'explain.NOT_WRITTEN': 'The connection was lost before it was handed over.',
  'explain.UNANSWERED': 'It was handed over, and the carrier did not answer.',
  'explain.ABANDONED': 'A process of this service ended while it was handed over.',
  'explain.MATCHED': 'A receipt showed that the carrier has it.',
  'explain.times': '{times, number} times, until {until}',
  'explain.means.THROTTLED': 'it gets more messages a second than it takes',
  'explain.means.QUEUE_FULL': 'its queue is full',
  'explain.means.CARRIER_ERROR': 'it has an error of its own',
  'explain.means.NOT_BOUND': 'it no longer knew the connection',
  'explain.means.RECIPIENT': 'it does not accept the number of the recipient',
  'explain.means.SENDER': 'it does not accept the sender',
  'explain.means.TEXT': 'it does not accept the length of the text',
  'explain.means.TIME': 'it does not accept the time of sending',
  'explain.means.REFUSED': 'it does not accept the message',
  'explain.means.REQUEST': 'it does not accept a technical field of the message',
  'explain.means.OWN': 'it gave a code of its own',
  'explain.receipt.DELIVERED': 'The carrier reported that the phone has it.',
  'explain.receipt.EXPIRED': 'The carrier reported that it could not reach the phone in time.',
  'explain.receipt.DELETED': 'The carrier reported that it deleted the message.',
  'explain.receipt.UNDELIVERABLE': 'The carrier reported that it cannot be delivered.',
  'explain.receipt.UNKNOWN': 'The carrier reported that it does not know the outcome.',
  'explain.receipt.REJECTED': 'The carrier reported that the message was rejected.',
  'explain.part': 'part {part, number} of {parts, number}',
  'explain.code': 'code {code}',
  'explain.delivered': 'It was delivered.',
  'explain.refunded': 'Its cost went back to the balance',
  'explain.FORGOTTEN': 'The carrier’s answers are no longer available: they are kept for 72 hours.',
} as const;
