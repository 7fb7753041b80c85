import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { fitsOptOutLine, OPT_OUT_TOKEN_LENGTH, optOutLanguage, optOutLeads } from './optOutLine.ts';
import { countSegments, OPT_OUT_SEPTETS } from './segments.ts';

const lengthOf = (lead: string) => countSegments(lead, { promotional: false }).length + OPT_OUT_TOKEN_LENGTH;

describe('the words before an opt-out link', () => {
  test.each([
    // The full words and the whole URL.
    [
      'https://sms.lk',
      '\nStop: https://sms.lk/o/',
      '\nනවත්වන්න: https://sms.lk/o/',
      '\nநிறுத்த: https://sms.lk/o/',
    ],
    // Sinhala alone is too long by a character.
    [
      'https://sms12.lk1',
      '\nStop: https://sms12.lk1/o/',
      '\nඑපා: https://sms12.lk1/o/',
      '\nநிறுத்த: https://sms12.lk1/o/',
    ],
    // A short word.
    [
      'http://localhost:8080',
      '\nStop http://localhost:8080/o/',
      '\nඑපා: http://localhost:8080/o/',
      '\nவிலக http://localhost:8080/o/',
    ],
    // No scheme, with the full words where these fit.
    [
      'https://sms.example.lk',
      '\nStop: sms.example.lk/o/',
      '\nනවත්වන්න: sms.example.lk/o/',
      '\nநிறுத்த: sms.example.lk/o/',
    ],
    [
      'https://sms.example.com.lk',
      '\nStop: sms.example.com.lk/o/',
      '\nඑපා: sms.example.com.lk/o/',
      '\nவிலக sms.example.com.lk/o/',
    ],
    // Too long for any: the shortest.
    [
      'https://messages.example.com.lk',
      '\nStop messages.example.com.lk/o/',
      '\nඑපා: messages.example.com.lk/o/',
      '\nவிலக messages.example.com.lk/o/',
    ],
  ])('%s', (origin, en, si, ta) => {
    expect(optOutLeads(origin)).toEqual({ en, si, ta });
  });

  test('fit with every address of up to 26 characters, brackets of IPv6 among them', () => {
    const host = fc.oneof(
      fc.stringMatching(/^https:\/\/[a-z]{1,15}\.lk$/),
      fc.stringMatching(/^http:\/\/[a-z]{1,14}:[1-9]{2,4}$/),
      fc.constant('http://[2001:db8::1]:65535'),
    );
    fc.assert(
      fc.property(host, (origin) => {
        expect(origin.length).toBeLessThanOrEqual(26);
        const leads = optOutLeads(origin);
        for (const language of LANGUAGES) {
          expect(leads[language]).toMatch(/^\n\S+ /);
          expect(lengthOf(leads[language])).toBeLessThanOrEqual(OPT_OUT_SEPTETS);
        }
        expect(fitsOptOutLine(origin)).toBe(true);
      }),
    );
    expect(fitsOptOutLine('https://messages.example.com.lk')).toBe(false);
  });

  test.each([
    ['Half price', 'en'],
    ['Soldes d’été', 'en'],
    ['', 'en'],
    ['Sale: අද අඩක්', 'si'],
    ['இன்று 50%', 'ta'],
    // The first of its letters decides.
    ['இன்று ආ', 'ta'],
    ['ආ இன்று', 'si'],
  ])('are for %j in %s', (text, expected) => {
    expect(optOutLanguage(text)).toBe(expected);
  });
});
