// English text of status callbacks.
export const callbacks = {
  'callbacks.intro': 'Each call to your server about the status of a message, newest first.',
  'callbacks.apart':
    'Calls go to the URL in the message. To get all events of the project, add a <link>webhook endpoint</link>.',
  'callbacks.keptFor': 'Calls are kept for {days, plural, one {# day} other {# days}}.',
  'callbacks.attempts': 'Status callbacks',
  'callbacks.message': 'Message to',
  'callbacks.status': 'Status',
  'callbacks.answer': 'Answer',
  'callbacks.took': 'Took',
  'callbacks.attempt': 'Attempt',
  'callbacks.try': '{attempt, number}',
  'callbacks.tryAgain': '{attempt, number}, sent again',
  'callbacks.ms': '{duration, number} ms',
  'callbacks.row': '{to}, {status}, answer: {answer}, {date}',
  'callbacks.allAnswers': 'All answers',
  'callbacks.TAKEN': 'Taken (2xx)',
  'callbacks.FAILED': 'Not taken',
  'callbacks.searchHint': 'Number or message id',
  'callbacks.empty':
    'No status callbacks in these days. A message that is sent with a status_callback has them here.',
  'callbacks.example':
    'For example, this TEST message calls the server at its last line for each change of its status. TEST_KEY is in the overview.',
  'callbacks.noMatch': 'No status callback matches these filters.',
  'callbacks.replay': 'Send Callbacks Again',
  'callbacks.replayText':
    'Use this if your server was down or lost callbacks. Repeated callbacks keep their ids, so your server can detect duplicates.',
  'callbacks.from': 'From',
  'callbacks.to': 'Up to',
  'callbacks.spanOrder': 'Choose a time after the first one',
  'callbacks.what': 'What to send again',
  'callbacks.onlyFailed': 'Only callbacks that your server did not accept',
  'callbacks.everything': 'All callbacks, including accepted ones',
  'callbacks.counting': 'Counting…',
  'callbacks.noFailed': 'No attempt failed in this time: there is nothing to send again.',
  'callbacks.noAttempts': 'There were no attempts in this time: there is nothing to send again.',
  'callbacks.failedCount':
    '{more, select, yes {More than } other {}}{count, plural, one {# attempt} other {# attempts}} failed in this time.',
  'callbacks.failedThen': 'Each of these statuses is sent again, unless your server has accepted it since.',
  'callbacks.allCount':
    'There {count, plural, one {was} other {were}} {more, select, yes {more than } other {}}{count, plural, one {# attempt} other {# attempts}} in this time.',
  'callbacks.allThen':
    'For each of these messages, statuses are sent again from its first one in this period.',
  'callbacks.replayAction': 'Send again',
  'callbacks.replayBegun': 'Callbacks are being sent again',
  'callbacks.replaying':
    'Callbacks from {from} to {to} are being sent again: {count, plural, one {# message} other {# messages}} so far.',
  'callbacks.replayed':
    'Callbacks from {from} to {to} were sent again: {count, plural, one {# message} other {# messages}}.',
} as const;
