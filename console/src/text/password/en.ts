// English text of the rule of passwords.
export const password = {
  'password.length': '{count} characters or more',
  'password.upper': 'An uppercase letter',
  'password.lower': 'A lowercase letter',
  'password.special': 'A special character: {specials}',
  'password.only': 'No other characters: only A to Z, digits and these',
} as const;
