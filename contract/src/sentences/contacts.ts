// Sentences about contacts, groups, files of numbers and opt-outs.
export const CONTACT_NUMBER_REQUIRED = 'Contact number is required';
export const NUMBER_REQUIRED = 'Number is required';
export const CONTACTS_REQUIRED = 'Choose contacts first';
export const GROUP_NAME_REQUIRED = 'Group name is required';
export const GROUP_NAME_LONG = 'Group name is too long';
export const GROUP_NAME_INVALID = 'Group name is Invalid';
export const GROUP_NAME_TAKEN = 'A group already has this name. Choose another name.';
export const NOT_A_NUMBER = 'This is not a phone number: use digits, with or without the country code';
export const NUMBER_NOT_VALID = 'This is not a valid phone number: check its digits and its country code';
export const NUMBER_COLUMN_REQUIRED = 'Choose the column that contains the numbers';
export const ROW_WITHOUT_NUMBER = 'This row has no number';
export const ROW_NOT_UTF8 = 'This row has characters that cannot be read: save the file as UTF-8';
export const NUMBER_SHORTENED =
  'A spreadsheet has shortened this number and its last digits are lost: format the column as text and save the file again';
export const FILE_NOT_TEXT = 'This is not a text file. Save it as CSV and choose that file.';
export const FILE_EMPTY = 'The file has no rows. Put each number on a line of its own.';
export const FILE_NOT_CSV = 'This is not valid CSV. Look for an extra quotation mark.';
export const UNDO_TOO_LATE = 'This can no longer be undone: it was deleted more than a minute ago.';
export const OPT_OUT_BY_STAFF = 'Our staff added this number to the list. Only they can remove it.';
