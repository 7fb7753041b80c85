// @vitest-environment jsdom
// Translated answers of the server: a known sentence is shown alone, an unknown one after the text of its
// error.
import { ERRORS } from '@godwit/contract/errors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, errorMessage, retryAfterText } from '../api/errors.ts';
import { calendarFormats } from '../components/form/DatePickers.tsx';
import { countryName } from '../countryName.ts';
import { formatBytes, formatCount, formatDay, formatLocal, formatUnit } from '../format.ts';
import { adoptLanguage } from './language.ts';
import { errors, sentences } from './sentences/ta.ts';
import { translate } from './translate.ts';

const NEW = 'Rows of this kind came with version 9.';
const refusal = (code: number, description: string, fields = {}, seconds: number | null = null) =>
  new ApiError(400, { code, description, fields }, null, seconds);

describe('in Tamil', () => {
  beforeEach(() => adoptLanguage('ta'));

  it('a known sentence is shown alone', () => {
    expect(errorMessage(refusal(4007, ERRORS.dailyLimit.text))).toBe(errors.dailyLimit);
    expect(errorMessage(refusal(1013, 'This campaign was already cancelled.'))).toBe(
      sentences['This campaign was already cancelled.'],
    );
    expect(errorMessage(new TypeError())).toBe(sentences['Something went wrong. Please try again']);
  });

  it('an unknown sentence follows the text of its error, or of fields', () => {
    const error = refusal(1013, NEW, { name: NEW, email: 'Email is required' });
    expect(errorMessage(error)).toBe(`${errors.conflict} ${NEW}`);
    expect(error.fields).toEqual({
      name: `${errors.field} ${NEW}`,
      email: sentences['Email is required'],
    });
  });

  it('the text after a known sentence is unchanged', () => {
    const refused = 'The carrier refused the message.';
    expect(translate(`${refused} What else?`)).toBe(`${sentences[refused]} What else?`);
  });

  it('a sentence that starts like the end of another is unchanged', () => {
    for (const sentence of ['. Carrier', '. ', '.', '']) expect(translate(sentence)).toBe(sentence);
  });

  it('the time to wait is translated', () => {
    const text = retryAfterText(refusal(1006, 'Too many login attempts. Try again in 900 seconds.', {}, 900));
    expect(text).toBe(`${sentences['Too many login attempts.']} 15 நிமிடங்கள் கழித்து மீண்டும் முயலவும்.`);
  });

  it('months and countries are translated, and figures are written as in English', () => {
    expect(formatDay('2026-11-22T06:00:00.000Z')).toMatch(/^22 நவ\.? 2026$/);
    expect(formatLocal('2026-11-24 04:00:00')).toMatch(/^24 நவ\.? 2026, 04:00$/);
    expect(countryName('LK')).toBe('இலங்கை');
    expect(calendarFormats().monthLabelFormat?.('2026-11-01')).toMatch(/^2026 நவ/);
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect(document.documentElement.lang).toBe('ta');
  });
});

it('in Sinhala, which some browsers lack, dates and durations are translated, and countries are in English', async () => {
  vi.spyOn(Intl.DisplayNames, 'supportedLocalesOf').mockReturnValueOnce([]);
  await adoptLanguage('si');
  expect([countryName('LK'), countryName('HK')]).toEqual(['Sri Lanka', 'Hong Kong']);
  expect(formatDay('2026-11-22T06:00:00.000Z')).toBe('22 නොවැ 2026');
  expect(formatLocal('2026-11-24 04:00:00')).toBe('24 නොවැ 2026, 04:00');
  expect(calendarFormats().weekdayFormat?.('2026-11-22')).toBe('ඉරිදා');
  expect(retryAfterText(refusal(1006, 'Too many requests. Wait and try again.', {}, 900))).toBe(
    'ඉල්ලීම් ඉතා වැඩියි. මිනිත්තු 15කින් නැවත උත්සාහ කරන්න.',
  );
  expect([formatUnit(0.64, 'second', 1), formatUnit(3, 'hour')]).toEqual(['තත්පර 0.6', 'පැය 3']);
  expect(formatBytes(68)).toBe('බයිට් 68');
});

it('in English the sentences of the server are unchanged', async () => {
  await adoptLanguage('en');
  const error = refusal(1013, NEW, { name: NEW });
  expect([errorMessage(error), error.fields, translate(NEW)]).toEqual([NEW, { name: NEW }, NEW]);
  expect([countryName('LK'), countryName('HK')]).toEqual(['Sri Lanka', 'Hong Kong']);
});
