// English text of the second factor.
export const secondFactor = {
  'secondFactor.checking': 'Checking…',
  'secondFactor.qr': 'QR code for your authenticator app',
  'secondFactor.step1': 'Open an authenticator app on your phone and add an account.',
  'secondFactor.step2': 'Scan the code, or enter this key:',
  'secondFactor.step3': 'Enter the six digits that the app shows.',
  'recovery.text':
    'Each code lets you sign in once if you lose your phone. Keep them somewhere else than on your phone: they are not shown again.',
  'recovery.codes': 'Recovery codes',
  'recovery.save': 'Save as a File',
  'recovery.done': 'Done',
} as const;
