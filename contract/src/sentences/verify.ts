// Descriptions of verifications in the reference of the public API.
export const START_CALL =
  'Sends a one-time code to a phone. The code is made and checked by this service and is in no answer, log or report. A second start while a code is pending sends the same code again, or nothing before `resend_at`, so repeating the call is safe. At most 5 starts for a number in 10 minutes, and 10 an hour for an `end_user_ip`.';
export const GET_CALL = 'One verification with its status as it is now.';
export const CHECK_CODE_CALL =
  'Checks the code that a person typed. A wrong code is no error: the answer has `valid`. The fifth wrong code ends the verification as FAILED. Each check counts before it is answered, also if many arrive at the same moment.';
export const CHECK_NUMBER_CALL =
  'The same as the check by id, for the last verification of a number in this project and mode.';
export const RESEND_CALL =
  'Sends the same code again. If you chose the code yourself, this returns 1013: start again with the same `code` instead. The first repetition may follow after 30 seconds, and each pause is twice as long, up to 240 seconds. A code is sent at most 5 times.';
export const END_CALL =
  'Ends a pending verification, for example when the person has left the page. A code that was sent cannot be used any more.';
export const BODY =
  'The text, with `{code}` where the code belongs. Without it, a short text in the language of `locale`.';
export const LOCALE = 'The language of the text if there is no `body`: en (the default), si or ta.';
export const CODE_LENGTH =
  'How many digits the code has, from 4 to 10; 6 without it. Ignored if you give `code`.';
export const OWN_CODE =
  'Your own code of 4 to 10 digits, instead of a generated one. Only a hash of it is kept: to send it again, start again with the same code. While it is pending, a start with another code, or with none, returns 1013.';
export const CHANNEL = 'How the code is sent: `sms`, the default. Any other channel returns 5004.';
export const EXPIRES_IN =
  'How many seconds the code is valid, from 60 to 3,600; 600 without it. The message waits no longer than that for a carrier.';
export const END_USER_IP =
  'The address of the person who asked for the code. With it, one address gets at most 10 codes an hour, which limits what a robot can make you spend.';
export const PROJECT = 'May repeat the project of the key; any other returns 1001.';
export const MODE = 'May repeat the mode of the key, TEST or LIVE; the other one returns 1004.';
export const CODE =
  'The code as the person typed it; blanks and hyphens are ignored. In TEST the code is the last digits of the number.';
export const ID = 'The id of the verification: opaque text, at most 64 characters.';
export const STATUS =
  'PENDING until one of the others ends it: APPROVED, FAILED (too many wrong codes), EXPIRED or CANCELLED.';
export const VERIFICATION_MODE = 'TEST or LIVE.';
export const TO = 'The number; null a day after the verification has ended.';
export const FROM = 'The sender id.';
export const SENDS = 'How often the code was sent.';
export const CHECKS_LEFT = 'How many checks are left.';
export const RESEND_AT = 'From when the code can be sent again; null if it cannot.';
export const CREATED_AT = 'When it was started.';
export const EXPIRES_AT = 'When the code stops being valid.';
export const CODE_MESSAGE_ID =
  'The id of the last message with the code, which the log has with asterisks in place of the code.';
export const VALID = 'Whether the code was right.';
export const FEEDBACK_CALL =
  'Reports whether a person typed in a code that you generated yourself and sent as a message. The guard counts it like a verification, and refuses verifications to prefixes for which hardly anybody types codes in. The first report for a message counts; UNCONFIRMED can become CONFIRMED later. Report within 7 days of the message.';
export const OUTCOME = 'CONFIRMED: the person typed the code in. UNCONFIRMED: nobody did before it expired.';
export const OUTCOME_NOW = 'The outcome that counts: CONFIRMED if any report for this message was CONFIRMED.';
export const VERIFICATION_ID = 'The id of the verification.';
