// English text of quiet hours.
export const quietHours = {
  'quiet.title': 'Quiet hours',
  'quiet.titleInReview': 'Quiet hours in this review',
  'quiet.clock':
    '{when, select, now {It is {clock}} other {It will be {clock}}} in {part, select, some {parts of {country}} other {{country}}}{when, select, now {} other { then}}.',
  'quiet.why': 'People may not want messages between {from} and {to}.',
  'quiet.sendAt': '<send>Send at {clock} there</send>',
  'quiet.held': 'They go out at {clock} there.',
  'quiet.more': 'And in {count, plural, one {# more country} other {# more countries}}.',
  'settings.quiet': 'Hold Promotional Messages',
  'settings.quietHint': 'At night in the recipient’s country. Other messages are sent at once.',
  'settings.quietOff': 'Off',
  'settings.quietFromTo': 'From {from} to {to}',
  'settings.quietTo': 'to',
  'settings.quietFromLabel': 'Hold from',
  'settings.quietToLabel': 'Hold to',
  'settings.quietWarned':
    'They are sent at any time. You get a warning if it is between {from} and {to} in the recipient’s country.',
  'settings.quietHeld':
    'Those sent within these hours wait for their end, whether from the API, the console or a campaign. They are charged and can be cancelled as scheduled messages. Messages of a large campaign that were accepted before these hours may still go out within them.',
  'settings.quietService': 'This also applies to service notices to {countries}.',
  'settings.quietSaved': 'Quiet hours have been updated successfully',
} as const;
