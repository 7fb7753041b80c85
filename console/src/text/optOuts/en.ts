// English text of opt-outs.
export const optOuts = {
  'optOuts.intro':
    'The owners of these numbers want no more promotions from your team, or no messages at all. The link at the end of a promotional message stops promotions; answering STOP stops everything.',
  'optOuts.inTest': 'These opt-outs belong to Test Mode and stop test messages only.',
  'optOuts.scope': 'Stops',
  'optOuts.ALL': 'All messages',
  'optOuts.PROMOTIONAL': 'Promotions only',
  'optOuts.source': 'How',
  'optOuts.since': 'Since',
  'optOuts.LINK': 'By the link in a message',
  'optOuts.STOP': 'Answered STOP',
  'optOuts.STAFF': 'By our staff',
  'optOuts.CONSOLE': 'Added by your team',
  'optOuts.API': 'Added by your programs',
  'optOuts.IMPORT': 'Imported',
  'optOuts.searchHint': 'Start of a number',
  'optOuts.empty': 'No one has opted out.',
  'optOuts.noMatch': 'No opted-out number starts like this.',
  'optOuts.add': 'Add Number',
  'optOuts.addText': 'From now on, these messages to the number are refused.',
  'optOuts.addHint': 'Numbers of other countries need their country code, such as +44 7400 123456',
  'optOuts.added': '{number} has been added to the opt-outs',
  'optOuts.remove': 'Remove {number}',
  'optOuts.recipients': 'Opted out by the link or by STOP: only the recipient can undo this.',
  'optOuts.staffs': 'Opted out by our staff: only our staff can undo this.',
  'optOuts.removeTitle': 'Remove from Opt-outs',
  'optOuts.removeText':
    '{number} may get these messages again. Remove it only if its owner has asked for that.',
  'optOuts.removed': '{number} has been removed from the opt-outs',
  'optOuts.import': 'Import',
  'optOuts.importTitle': 'Import Opt-outs',
  'optOuts.fileHint':
    'The column of numbers is found by its heading, such as Mobile; without headings it is the first. A column Scope may say PROMOTIONAL or ALL; rows without it stop all messages. Numbers of other countries need their country code.',
  'optOuts.importAdded': 'Added',
  'optOuts.importUnchanged': 'Already on the list',
  'optOuts.importRepeated':
    '{count, plural, one {# row has} other {# rows have}} the number of an earlier row and counted once.',
} as const;
