// The types of phone numbers.

/**
 * Types that are certainly no mobiles. North American numbers may be either, and VoIP numbers often receive
 * messages.
 */
const NO_MOBILES: ReadonlySet<string> = new Set([
  'FIXED_LINE',
  'TOLL_FREE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'VOICEMAIL',
  'PAGER',
]);

/**
 * Whether a number of this type certainly cannot receive SMS: a landline or a service number. `type` is
 * libphonenumber-js's, which only its largest numbering plans know for every country.
 */
export const isCertainlyNoMobile = (type: string | undefined): boolean =>
  type !== undefined && NO_MOBILES.has(type);
