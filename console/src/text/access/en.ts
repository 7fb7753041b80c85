// English text of the login and the language choice.
export const access = {
  'login.sso': 'Use single sign-on',
  'login.newHere': 'New to Godwit?',
  'login.wrong': 'Incorrect username or/and password!',
  'login.notVerified':
    'Please verify your email address to login. Check your inbox for the verification email.',
  'login.resend': 'Resend Verification Email',
  'login.forgot': 'Forgot your Password?',
  'reset.confirm': 'Confirm Password',
  'reset.confirmDiffers': 'Password and Confirm Password Must be same',
  'features.first': 'No lock-in contract (pay as you go)',
  'features.contacts': 'Manage contacts',
  'features.campaigns': 'Create marketing campaigns',
  'features.verification': 'Phone number verification',
  'signUp.title': 'Create an account',
  'signUp.confirmRequired': 'Confirm password is required',
  'language.choose': 'Language',
  'language.notLoaded': 'This language could not be loaded. Try again.',
  'language.notKept': 'The language could not be saved for your emails yet.',
} as const;
