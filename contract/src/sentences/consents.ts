// Descriptions of consents in the reference of the public API.
export const PUT_CONSENT_CALL =
  'Records what a person allowed you to send as advertising, with proof. A record is never changed or deleted: send WITHDRAWN for a person who took the consent back. Repeating a call is safe: a record with the same number, time and kind exists once, and the first one stays. WITHDRAWN also opts the number out of promotional messages; a later GIVEN lifts that, but no opt-out of the recipient.';
export const LIST_CONSENTS_CALL =
  'The records of one number in the mode of the key, the newest statement first, at most 1,000.';
export const CONSENT_ALLOWED =
  'Whether the records allow advertising now. An opt-out stops messages whatever the records say.';
export const CONSENT_RECORDS = 'The records, the newest statement first.';
export const CONSENT_NUMBER = 'The number of the person, in international format.';
export const CONSENT_MODE = 'TEST or LIVE. Each mode has its own records.';
export const CONSENT_KIND =
  'GIVEN: the person agreed. INFERRED: it follows from a relationship, such as a purchase. WITHDRAWN: the person took it back.';
export const CONSENT_AT = 'When the person made the statement.';
export const CONSENT_SOURCE = 'How the person made it, such as a form on your site: at most 100 characters.';
export const CONSENT_WORDING =
  'The text that the person agreed to, or its version: at most 1,000 characters.';
export const CONSENT_PROOF = 'A proof: text or the address of a document, at most 2,000 characters.';
export const CONSENT_EXPIRES = 'When the consent ends; null if it does not.';
export const CONSENT_ORIGIN = 'How the record was made: CONSOLE, API or IMPORT.';
export const CONSENT_RECORDED = 'When the record was made.';
