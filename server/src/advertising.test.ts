// Texts of campaigns that look like advertising, and texts that do not.
import { expect, it } from 'vitest';
import { advertWordOf, looksLikeAdvertising } from './advertising.ts';

const looks = (text: string, messages = 10) =>
  advertWordOf(text) !== null && looksLikeAdvertising(text, messages);

it.each([
  'Big SALE this week: shoes from Rs. 1,990',
  '20% off all saris today',
  'Free delivery on every order: https://shop.lk',
  'Buy one get one at AUD 30',
  'විශේෂ වට්ටම් 25% දක්වා',
  'ප්‍රවර්ධන මිල රු. 990 පමණයි',
  'தள்ளுபடி! விலை ரூ. 500 மட்டும்',
  'சிறப்பு சலுகை: shop.lk/x',
  'Dis\u200bcount of 10 percent, {first_name}',
  'Use promo code SAVE30. From Rs 4990',
  'Everything 50%OFF until Sunday',
  '50%off this week',
])('advertising: %s', (text) => {
  expect(looks(text)).toBe(true);
});

it.each([
  'Your bill of Rs. 2,300 is due on Friday: https://pay.lk/b',
  'Dear {first_name}, your parcel arrives today. Track it at https://post.lk/t',
  'The clinic is closed on Monday',
  'ඔබේ බිල රු. 2,300 සිකුරාදා ගෙවන්න',
  'உங்கள் பில் ரூ. 2,300 வெள்ளிக்கிழமை',
])('no advertising: %s', (text) => {
  expect(looks(text, 10_000)).toBe(false);
});

it.each([
  ['ප්\u200dරවර්ධන මිල', 'ප්\u200dරවර්ධන'],
  ['Big dis\u200bcounts', 'discounts'],
  ['Hot \u200dsale\u200d', 'sale'],
])('shows the word of %j as it is written', (text, word) => {
  expect(advertWordOf(text)).toBe(word);
});

it('a word alone is enough from 50 recipients on', () => {
  expect(looks('Our summer sale begins', 49)).toBe(false);
  expect(looks('Our summer sale begins', 50)).toBe(true);
});
