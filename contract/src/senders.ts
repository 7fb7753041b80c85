// Sender ids: the name a message comes from.
/** The sender every project has in TEST, before any name is approved. */
export const SANDBOX_SENDER = 'SANDBOX';

const SHAPE = /^[A-Za-z0-9_ ]{3,11}$/;

/**
 * Whether a text can be an alphanumeric sender id: 3 to 11 letters, digits, blanks or underscores, at least one letter.
 * Eleven is the field's limit on air (GSM 03.40 §9.1.2.5); a blank at either end would be lost there.
 */
export function isSenderId(text: string): boolean {
  return SHAPE.test(text) && /[A-Za-z]/.test(text) && text.trim() === text;
}
