// Compares numbers as carriers write them.

/** Carriers write numbers with or without the country code, so only the last digits are compared. */
const SAME_DIGITS = 7;

/** The digits of a number that carriers write in any spelling. */
export const lastDigits = (number: string): string => number.slice(-SAME_DIGITS);

/** Whether two spellings may be the same number. */
export const isSameNumber = (one: string, other: string): boolean => lastDigits(one) === lastDigits(other);
