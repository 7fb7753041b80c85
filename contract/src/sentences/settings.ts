// Sentences about projects and their settings, sender ids and documents, and the names of continents.
export const PROJECT_NAME_REQUIRED = 'Please enter the Project Name';
export const TIME_ZONE_REQUIRED = 'Choose a time zone';
export const TIME_ZONE_UNKNOWN = 'This time zone is unknown: choose one from the list, such as Asia/Colombo';
export const DAILY_LIMIT_INVALID =
  'The daily limit must be more than 0 and less than 1,000,000,000, with up to four decimals, such as 500 or 12.50';
export const DAILY_LIMIT_REQUIRED = 'Set a daily limit first';
export const NAME_NEEDED = 'Enter a name';
export const RATE_INVALID = 'Enter a number from 1 to 1,000';
export const SMPP_BINDS_INVALID = 'Enter a number from 1 to 20';
export const SMPP_TLVS_INVALID =
  'Enter each parameter as tag and length, separated by commas, such as 0x1400:1-30, 0x1401:19. List each tag once, and none that the service uses itself';
export const SEND_URL_SENDER = 'Enter the sender ID, of at most 20 characters';
export const SEND_URL_RECIPIENTS = 'Enter 1 to 10 numbers separated by commas, or the field that names one';
export const SEND_URL_NUMBERS = 'Enter 1 to 10 numbers separated by commas';
export const SEND_URL_FIELD = 'Enter the name of a field, such as to or alert.phone';
export const SEND_URL_CODE = 'Enter a text with the field code in braces, which becomes the code';
export const SEND_URL_BODY = 'Enter a text of at most 1,600 characters';
export const ADDRESSES_INVALID =
  'Enter IP addresses or ranges separated by commas, such as 203.0.113.7, 198.51.100.0/24';
export const KEY_SCOPES_REQUIRED = 'Choose at least one scope';
export const KEY_CAP_INVALID = 'Enter an amount above 0, such as 500 or 12.50';
export const KEY_NAME_TAKEN =
  'Another key of this mode has this name, so no key was created. Choose another name, or revoke that key';
export const SENDER_REQUIRED = 'Sender ID is Required';
export const DESCRIPTION_REQUIRED = 'Description is Required';
export const CLASS_INVALID = 'Choose what the messages are: TRANSACTIONAL, SERVICE or PROMOTIONAL';
export const LEGAL_NAME_REQUIRED = 'Legal Name is Required';
export const NAME_REQUIRED = 'Name is Required';
export const SENDER_CHARACTER_RULE = 'Use letters, numbers, underscores and spaces only';
export const SENDER_SPACES = 'Remove the spaces at the beginning and the end';
export const SENDER_SHORT = 'Use at least 3 characters';
export const SENDER_SHORT_2 = 'Use at least 2 characters';
export const SENDER_PRINTABLE = 'Use letters, numbers and signs of an English keyboard only';
export const SENDER_ENDS = 'Remove the spaces and underscores at the beginning and the end';
export const SENDER_LONG = 'Use at most 11 characters';
export const ALIAS_SHORT = 'Use at least two letters in each name';
export const ALIAS_LONG = 'Use at most 60 characters in each name';
export const ALIASES_MANY = 'Give at most 5 other names';
export const LETTER_REQUIRED = 'Use at least one letter';
export const SENDER_GENERIC =
  'A general word alone tells people nothing, and registers refuse it. Add the name of your business';
export const SENDER_UNVERIFIED =
  'A sender ID cannot contain “Unverified”, which phones show for unknown names';
export const SENDER_PROTECTED =
  'This sender ID resembles a well-known bank, post, government or telecom name. Choose another one.';
export const SENDER_PROTECTED_BRAND =
  'This sender ID resembles a name that only its owner may use. Choose another one. If you are the owner, enter the business and its number.';
export const SCHEME_REQUIRED = 'Choose the kind of number';
export const OWNER_NUMBER_REQUIRED = 'Enter the number of the business';
export const BASIS_REQUIRED = 'Choose what gives the business this name';
export const ABN_INVALID = 'This is not an ABN: it has 11 digits, and one of these is wrong';
export const ACN_INVALID = 'This is not an ACN: it has 9 digits, and one of these is wrong';
export const BRN_INVALID = 'Enter the number on the certificate, such as PV 12345';
export const UEN_INVALID = 'This is not a UEN: it has 9 or 10 characters and ends in a letter';
export const COUNTRY_INVALID = 'Choose the country';
export const WEBSITE_INVALID = 'Enter the address of the website, such as www.example.com';
export const CONSENT_REQUIRED = 'Upload the owner’s consent, because you send for somebody else';
export const REQUEST_PENDING = 'A pending request must be approved before a new one can be made.';
export const MANY_REQUESTS_TODAY =
  'Your team has made 50 requests within a day, which is all for now. Nothing was requested. Try again tomorrow.';
export const REQUEST_DECIDED =
  'This request was already decided or withdrawn, so nothing was changed. Reload the page to see its state.';
export const QUIET_TIME_INVALID = 'Enter a time from 00:00 to 23:59, such as 21:00';
export const QUIET_HOURS_EMPTY = 'Quiet hours must not end at the time they begin';
export const QUIET_HOURS_LONG = 'Quiet hours can cover at most 16 hours a day';
export const PREFIX_INVALID =
  'A prefix is a country code with the digits after it, such as 94771, and has at most 15 digits';
export const PREFIXES_MANY = 'A list can have at most 100 prefixes';
export const PREFIX_IN_BOTH = 'This list and the other one share a prefix. Remove it from one of them';
export const DOCUMENT_REQUIRED = 'Please select your document';
export const DOCUMENT_TYPE = 'Choose a pdf, png, gif or jpeg file.';
export const DOCUMENT_EMPTY = 'This file is empty. Choose another one.';
export const DOCUMENT_LARGE = 'This file is larger than 10 MB. Choose a smaller one.';
export const AFRICA = 'Africa';
export const ASIA = 'Asia';
export const EUROPE = 'Europe';
export const NORTH_AMERICA = 'North America';
export const OCEANIA = 'Oceania';
export const SOUTH_AMERICA = 'South America';
