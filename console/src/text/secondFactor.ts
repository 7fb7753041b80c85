// Words of setting up a second factor, for customers and staff.
export const secondFactor = {
  'twoStep.checking': 'Checking…',
  'twoStep.qr': 'QR code for your authenticator app',
  'twoStep.step1': 'Open an authenticator app on your phone and add an account.',
  'twoStep.step2': 'Scan the code, or enter this key:',
  'twoStep.step3': 'Enter the six digits that the app shows.',
  'recovery.text':
    'Each of these codes logs you in once if you lose your phone. Keep them where the phone is not: they are not shown again.',
  'recovery.codes': 'Recovery codes',
  'recovery.save': 'Save as a File',
  'recovery.done': 'Done',
} as const;
