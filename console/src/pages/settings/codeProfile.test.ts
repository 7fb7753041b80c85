import { RESEND_S, VERIFY_LIMITS } from '@godwit/contract/publicApi/verify';
import { expect, test, vi } from 'vitest';
import { hasCodeOnce, isOwnLocale, previewOf, requestOf, USUAL } from './codeProfile.ts';

vi.stubGlobal('location', { origin: 'https://sms.example.com' });

test('the usual values are those of the service', () => {
  const { codeLength, lifetimeS, checks, sends } = VERIFY_LIMITS;
  expect(USUAL).toEqual({
    length: codeLength.usual,
    lifetime: lifetimeS.usual,
    ...{ checks, sends, pause: RESEND_S.first },
  });
});

test('a preview has as many digits as the code, and counts the segments of the sent text', () => {
  expect(previewOf('{code} is yours.', 4)).toEqual({ text: '1234 is yours.', segments: 1, characters: 14 });
  expect(previewOf('{code}'.padEnd(160, '.'), 10)).toMatchObject({ segments: 2, characters: 164 });
  expect(previewOf('ඔබේ කේතය {code}'.padEnd(71, '.'), 6)).toMatchObject({ segments: 2 });
});

test('a text has the code once, and a locale of its own', () => {
  expect(['{code}', 'no', '{code}{code}'].map(hasCodeOnce)).toEqual([true, false, false]);
  const texts = ['default', 'SI ', 'si', 'pt-BR', 'Sinhala'].map((locale) => ({ locale, text: '{code}' }));
  expect(texts.map((one) => isOwnLocale(one, texts))).toEqual([true, false, false, true, false]);
});

test('the request names the profile safely in a shell, and what the profile leaves open', () => {
  const bare = requestOf('p1', { name: "Tom's $HOME & co", from: null, texts: null });
  expect(bare).toContain(`--data-urlencode 'profile=Tom'\\''s $HOME & co'`);
  expect(bare).toContain('-d from=SENDER_ID');
  expect(bare).not.toContain('locale');
  const full = requestOf('p1', { name: 'Shop', from: 'Shop', texts: { default: '{code}', ta: '{code}' } });
  expect(full).not.toContain('from=');
  expect(full).toContain('-d locale=ta');
});
