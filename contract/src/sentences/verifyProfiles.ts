// Descriptions of profiles of verifications in the reference of the public API.
export const LIST_PROFILES_CALL =
  'The profiles of the project, the oldest first. Profiles have no mode: a TEST key reads the same ones.';
export const CREATE_PROFILE_CALL =
  'Creates a profile: a sender, texts and limits of codes under a name. A start with `profile` uses them. Names are unique in a project, whatever their case (1013), and a project has at most 20 profiles (1013). Creating, changing and deleting one needs a LIVE key (1004) with the scope `verify:profiles`.';
export const GET_PROFILE_CALL = 'One profile.';
export const CHANGE_PROFILE_CALL =
  'Changes the fields that you give; null removes one. Codes that are pending keep their limits, except the daily cap and the highest price.';
export const DELETE_PROFILE_CALL = 'Deletes a profile. Codes that are pending can still be checked.';
export const PROFILE_ID = 'The id of the profile.';
export const PROFILE_NAME = 'The name to give as `profile`: at most 60 characters.';
export const PROFILE_DEFAULT =
  'Whether starts without `profile` use this one. A project has at most one default: setting it ends that of another.';
export const PROFILE_FROM = 'The sender id of starts without `from`.';
export const PROFILE_TEXTS =
  'Texts of starts without `body`, by `locale`, each with `{code}` exactly once. Give locales in lower case. `pt-br` falls back to `pt`, then to `default`, then to the short texts of the service.';
export const PROFILE_CODE_LENGTH = 'How many digits codes have, from 4 to 10.';
export const PROFILE_EXPIRES_IN = 'How many seconds codes are valid, from 60 to 3,600.';
export const PROFILE_MAX_CHECKS =
  'How many checks a code has, from 1 to 10; 5 without it. The last wrong one ends it.';
export const PROFILE_MAX_SENDS = 'How often a code is sent at most, from 1 to 10; 5 without it.';
export const PROFILE_RESEND_AFTER =
  'The pause before the first resend in seconds, from 15 to 240; 30 by default. Each further pause is twice as long, up to 240.';
export const PROFILE_COUNTRIES =
  'The countries to which codes may go, as ISO 3166 codes; starts for other numbers are refused (3001).';
export const PROFILE_MAX_PRICE =
  'The highest price of a message with a code, in the currency of the team; a message that costs more is refused (4010).';
export const PROFILE_DAILY_CAP =
  'The most messages with codes in a UTC day, counted for TEST and LIVE separately; more are refused (5001).';
export const PROFILE_CREATED_AT = 'When the profile was created.';
export const PROFILES_RESULTS = 'The profiles, the oldest first.';
export const PROFILE_DELETED = 'How many profiles were deleted: 1.';
export const START_PROFILE =
  'The id or the name of a profile: its sender, texts and limits are used for the fields that you leave out. A number can have one pending code for each profile. Without it, the default profile of the project, if it has one.';
export const CHECK_PROFILE =
  'The id or the name of a profile: the last verification of the number with it is checked. Without it, the last one without a profile or with the default one.';
export const VERIFICATION_PROFILE = 'The id of the profile; absent without one.';
