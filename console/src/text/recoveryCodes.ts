// Words of recovery codes that are shown this once.
export const recoveryCodes = {
  'recovery.codes': 'Recovery codes',
  'recovery.copy': 'Copy',
  'recovery.save': 'Save as a File',
} as const;
