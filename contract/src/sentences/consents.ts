// Errors about consents.
export const CONSENT_KIND_INVALID = 'The kind of a consent must be GIVEN, INFERRED or WITHDRAWN';
export const CONSENT_TIME_REQUIRED =
  'A consent needs the time of the statement with its offset, such as 2026-11-27T09:30:00+05:30';
export const CONSENT_TIME_FUTURE = 'The time of the statement cannot be in the future';
export const CONSENT_SOURCE_REQUIRED = 'Enter how the person made the statement, such as a form on your site';
export const CONSENT_SOURCE_LONG = 'The source is too long: at most 100 characters';
export const CONSENT_WORDING_LONG = 'The wording is too long: at most 1,000 characters';
export const CONSENT_PROOF_LONG = 'The proof is too long: at most 2,000 characters';
export const CONSENT_CONTROLS = 'Use one line of text without control characters';
export const CONSENT_EXPIRY_INVALID =
  'The end of a consent must be a time with its offset, such as 2027-11-27T00:00:00+05:30';
export const CONSENT_EXPIRY_EARLY = 'The end of a consent must be later than its time';
export const CONSENT_EXPIRY_WITHDRAWN = 'A withdrawal has no end';
export const NO_CONSENT_ERROR =
  'The recipient has not consented to promotional messages, which this country requires. Nothing was charged.';
