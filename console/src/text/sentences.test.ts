// @vitest-environment jsdom
// What the server says, in another language: known sentences by themselves, others behind the words of their code.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, waitWords, wordsFor } from '../api/errors.ts';
import { calendarWords } from '../components/DatePickers.tsx';
import { countryName } from '../countryName.ts';
import { formatCount, formatDay } from '../format.ts';
import { saidFailure } from './failures.ts';
import { adoptLanguage } from './language.ts';
import { said } from './sentences.ts';
import { errors, sentences } from './ta/errors.ts';

const NEW = 'Rows of this kind came with version 9.';
const refusal = (code: number, description: string, fields = {}, seconds: number | null = null) =>
  new ApiError(400, { code, description, fields }, null, seconds);

describe('in Tamil', () => {
  beforeEach(() => adoptLanguage('ta'));

  it('a sentence that is known stands alone', () => {
    expect(wordsFor(refusal(4007, "The project's daily limit is reached."))).toBe(errors.dailyLimit);
    expect(wordsFor(refusal(1013, 'This campaign was cancelled before.'))).toBe(
      sentences['This campaign was cancelled before.'],
    );
    expect(wordsFor(new TypeError())).toBe(sentences['Something went wrong. Please try again']);
  });

  it('one that is not follows the words of its code, and at a field those for fields', () => {
    const error = refusal(1013, NEW, { name: NEW, email: 'Email is required' });
    expect(wordsFor(error)).toBe(`${errors.conflict} ${NEW}`);
    expect(error.fields).toEqual({
      name: `${errors.field} ${NEW}`,
      email: sentences['Email is required'],
    });
  });

  it('what follows a known sentence stays, and a carrier’s code has its word', () => {
    const refused = 'The carrier refused the message.';
    expect(said(`${refused} What else?`)).toBe(`${sentences[refused]} What else?`);
    const failure = { description: `${refused} Carrier code: 0x45.` };
    expect(saidFailure(failure)).toBe(`${sentences[refused]} ${sentences['Carrier code:']} 0x45.`);
  });

  it('one that begins like the end of another is left as it is', () => {
    for (const sentence of ['. Carrier code', '. ', '.', '']) expect(said(sentence)).toBe(sentence);
  });

  it('how long to wait is said in it', () => {
    const words = waitWords(refusal(1006, 'Too many login attempts. Try again in 900 seconds.', {}, 900));
    expect(words).toBe(`${sentences['Too many login attempts.']} 15 நிமிடங்கள் கழித்து மீண்டும் முயலவும்.`);
  });

  it('months and countries are named in it, and figures are written as in English', () => {
    expect(formatDay('2026-11-22T06:00:00.000Z')).toMatch(/^22 நவ\.? 2026$/);
    expect(countryName('LK')).toBe('இலங்கை');
    expect(calendarWords().monthLabelFormat?.('2026-11-01')).toMatch(/^2026 நவ/);
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect(document.documentElement.lang).toBe('ta');
  });
});

it('in Sinhala, which not every browser knows, days and spans are ours, and countries in English', async () => {
  vi.spyOn(Intl.DisplayNames, 'supportedLocalesOf').mockReturnValueOnce([]);
  await adoptLanguage('si');
  expect([countryName('LK'), countryName('HK')]).toEqual(['Sri Lanka', 'Hong Kong']);
  expect(formatDay('2026-11-22T06:00:00.000Z')).toBe('22 නොවැ 2026');
  expect(calendarWords().weekdayFormat?.('2026-11-22')).toBe('ඉරිදා');
  expect(waitWords(refusal(1006, 'Too many requests. Wait and try again.', {}, 900))).toBe(
    'ඉල්ලීම් ඉතා වැඩියි. මිනිත්තු 15 කින් නැවත උත්සාහ කරන්න.',
  );
});

it('in English it is what the server says', async () => {
  await adoptLanguage('en');
  const error = refusal(1013, NEW, { name: NEW });
  expect([wordsFor(error), error.fields, said(NEW)]).toEqual([NEW, { name: NEW }, NEW]);
  expect([countryName('LK'), countryName('HK')]).toEqual(['Sri Lanka', 'Hong Kong']);
});
