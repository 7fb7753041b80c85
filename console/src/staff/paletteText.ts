// The text of the search of staff.
export const staffPalette = {
  'staff.palette.hint': 'Page, team, person, phone number, message ID…',
  'staff.palette.nothing': 'Nothing found.',
  'staff.palette.traceNumber': 'Trace the messages of {number}',
  'staff.palette.trace': 'Trace message {id}',
} as const;
