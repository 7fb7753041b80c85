// Sentences about registration and sign-in: form checks and refusals of the server.
export const TOO_MANY_NEW_PEOPLE = 'Too many new people have joined your team by single sign-on.';
export const TOO_MANY_LOGINS = 'Too many login attempts.';
export const TOO_MANY_EMAILS = 'Too many emails were requested within an hour.';
export const EMAIL_REQUIRED = 'Email is required';
export const EMAIL_INVALID = 'Email is invalid';
export const EMAIL_TAKEN = 'Email already exist';
export const FIRST_NAME_REQUIRED = 'First name is required';
export const FIRST_NAME_SHORT = 'First name is too short';
export const FIRST_NAME_LONG = 'First name is too long';
export const FIRST_NAME_INVALID = 'First name is Invalid';
export const LAST_NAME_REQUIRED = 'Last name is required';
export const LAST_NAME_LONG = 'Last name is too long';
export const LAST_NAME_INVALID = 'Last name is Invalid';
export const PASSWORD_REQUIRED = 'Password is required';
export const PASSWORD_WRONG = 'The password is wrong';
export const PASSWORD_RULE =
  'Minimum eight characters, at least one uppercase letter, one lowercase letter and one special character';
export const PASSWORD_COMMON = 'This password is too common. Choose one that is harder to guess.';
export const PASSWORD_LIKE_SERVICE =
  'This password is too similar to the name of this service. Choose one that is harder to guess.';
export const PASSWORD_LIKE_EMAIL =
  'This password is too similar to your email address. Choose one that is harder to guess.';
export const PASSWORD_UNCHANGED = 'This is your current password. Choose a different one.';
export const PASSWORD_JUST_CHANGED = 'The password was changed a moment ago. Sign in with the new one.';
export const LOGIN_TOO_SLOW = 'This took too long. Sign in with your email and password again.';
export const REGION_REQUIRED = 'Choose Sri Lanka or Australia';
export const OPEN_LINK_AGAIN = 'Open the link in the email again';
export const ACTIVATION_LINK_EXPIRED = 'This activation link is no longer valid. Request a new one.';
export const RESET_LINK_EXPIRED = 'This link is no longer valid. Request a new one.';
export const CODE_REQUIRED = 'Code is required';
export const CODE_INVALID = 'Code is invalid';
export const SECOND_FACTOR_OFF = 'The second factor is off.';
export const SECOND_FACTOR_ON = 'The second factor is already on. Turn it off to set up another one.';
export const SECOND_FACTOR_NOT_SET_UP = 'The second factor is not set up. Start again.';
export const SINGLE_SIGN_ON_NOT_SET_UP =
  'Single sign-on is not set up for this email. Sign in with your password.';
export const EMAIL_NOT_VERIFIED_BY_PROVIDER =
  'Your provider has not verified your email. Verify it there, then start again.';
export const EMAIL_OF_OTHER_DOMAIN =
  'Your account at the provider has an email in another domain. Choose your work account there, or ask an owner of your team to add the domain.';
export const EMAIL_OF_OTHER_ACCOUNT =
  'This email belongs to another account at your provider. Ask an owner of your team for help.';
export const SIGN_ON_EXPIRED = 'This sign-in was started in another browser, or too long ago. Start again.';
export const PROVIDER_SILENT = 'The single sign-on provider does not respond.';
export const PROVIDER_NOT_PUBLIC = 'The address of the provider is not on the public internet.';
export const PROVIDER_DENIED =
  'The single sign-on provider denied access. Ask its administrator to give you access.';
export const SINGLE_SIGN_ON_FAILED =
  'Single sign-on failed. Start again; if it fails again, ask the person who set it up.';
export const NO_LONGER_IN_TEAM =
  'You are no longer in this team. Ask one of its owners or admins for an invitation.';
export const PASSWORD_SIGN_IN_NEEDED =
  'This changes your whole account, and you are in other teams too. Sign in with your password first.';
export const SINGLE_SIGN_ON_NEEDED =
  'Your team signs in with single sign-on. Sign out, and choose “Use single sign-on” to sign in again.';
