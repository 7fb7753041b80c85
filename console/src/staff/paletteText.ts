// The text of the search of staff.
export const staffPalette = {
  'staff.palette.hint': 'Page, team, person, message ID…',
  'staff.palette.nothing': 'Nothing found.',
  'staff.palette.trace': 'Trace message {id}',
} as const;
