// Decides whether a campaign looks like advertising: its text has a word of advertising, and it has a price,
// a link or many recipients. Only campaigns are checked, so single messages are never held for advertising.
// One-time codes need no exception, because a campaign cannot carry them: its text is the same for everyone.
import { linksIn } from './links.ts';

const ENGLISH =
  /\b(?:sale|offers?|discounts?|promo(?:tions?)?|deals?|vouchers?|coupons?|cash ?back|clearance|bargains?|(?:buy|shop|order) (?:now|today|one)|half[ -]price|free (?:gift|delivery|shipping)|(?:best|special|lowest) prices?|limited time|today only|black friday|save up to|\d{1,2} ?% ?off)\b/i;
// Without joiners, as `plainOf` leaves texts.
const SINHALA = /වට්ටම්|අඩු මිල|මිල අඩු|විශේෂ දීමනා|ප්රවර්ධන|සේල්|ත්යාග|මිලදී ගන්න/;
const TAMIL = /தள்ளுபடி|சலுகை|விற்பனை|பரிசு|குறைந்த விலை|விலை குறை|வாங்குங்கள்/;
const WORDS = [ENGLISH, SINHALA, TAMIL];

const PRICE =
  /(?:\b(?:rs|lkr|aud|usd)\b\.?|රු\.?|ரூ\.?|[$€£₹]) ?\d|\d ?(?:%|\/[=-]|(?:lkr|rs|aud|usd|per ?cent)\b|රු|ரூ)/i;

/** From this many recipients on, a word of advertising alone is enough. */
const MANY = 50;

const plainOf = (content: string) => content.normalize('NFKC').replace(/\p{Cf}+/gu, '');

/** The first word of advertising in the text of a campaign, as it is written; null if it has none. */
export function advertWordOf(content: string): string | null {
  const plain = plainOf(content);
  for (const words of WORDS) {
    const found = words.exec(plain);
    if (found) return withJoiners(found[0], content);
  }
  return null;
}

/** A word of a plain text with the joiners that the text had, without which Sinhala looks wrong. */
function withJoiners(word: string, content: string): string {
  const visible = content.normalize('NFKC').replace(/(?![\u200c\u200d])\p{Cf}/gu, '');
  return new RegExp([...word].join('[\u200c\u200d]*'), 'u').exec(visible)?.[0] ?? word;
}

/** Whether a text with such a word also has a price or a link, or goes to many. */
export function looksLikeAdvertising(content: string, messages: number): boolean {
  const plain = plainOf(content);
  return messages >= MANY || PRICE.test(plain) || linksIn(plain).length > 0;
}

/** The key of the hold on a team's later advertising from a sender. Only these keys have quotes. */
export const advertKeyOf = (sender: string): string => `"${sender}"`;
