// Finds texts that bring a one-time code.
const CODE_WORDS =
  /\b(?:code|otp|pin|passcode|password|token)s?\b|කේත|මුරපද|රහස් අංක|ඕටීපී|குறியீ|கடவு|ஓடிபி|ஒருமுறை/i;
const CODE = /(?<![\w./])(?:[A-Z]{1,2}-?)?(?:\d{4,8}|\d{3}[ -]\d{3})(?![\w/])/;

/** Whether a text brings a one-time code: a word for it, and four to eight digits. */
export const isCodeIn = (body: string): boolean => CODE_WORDS.test(body) && CODE.test(body);
