// @vitest-environment jsdom
// Which language is shown and stored if two are requested at once, or if one cannot be saved.
import type { Profile } from '@godwit/contract/accounts/accounts';
import { beforeEach, expect, it, vi } from 'vitest';
import { completeLogin, saveChosenLanguage, showLanguageOf } from '../session/signIn.ts';
import { storeChoice, storeCsrf, storedChoice, storedLanguage, storeLanguage } from '../session/storage.ts';
import { addTranslations, adoptLanguage, chooseLanguage, shownLanguage, startLanguage } from './language.ts';

// Sinhala fails to load if a test sets `broken`. Tamil loads after that failure.
const broken = vi.hoisted(() => ({ si: false }));
vi.mock('./sinhala.ts', () => ({
  get sinhala() {
    if (broken.si) throw new TypeError('Failed to fetch');
    return { texts: {}, sentences: {}, errors: {} };
  },
}));

/** The language on screen, in the browser, and chosen but not yet saved. */
const kept = () => [shownLanguage().language, storedLanguage(), storedChoice()];

/** Calls that save a language wait here for their answer. */
let puts: { language: string | null; answer: (status: number) => void }[];

beforeEach(async () => {
  broken.si = false;
  puts = [];
  localStorage.clear();
  await adoptLanguage('en');
  storeCsrf('token');
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    if (method !== 'PUT')
      return Promise.resolve(Response.json(url.endsWith('/teams') ? [] : { language: 'en' }));
    return new Promise<Response>((resolve) => {
      const language = new URLSearchParams(String(body)).get('language');
      puts.push({ language, answer: (status) => resolve(Response.json({}, { status })) });
    });
  });
});

it('of two choices the later one is shown and stored, even if the earlier one loads last', async () => {
  const outcomes = await Promise.all([chooseLanguage('ta'), chooseLanguage('en')]);
  expect(outcomes).toEqual(['overtaken', 'shown']);
  expect(kept()).toEqual(['en', 'en', 'en']);
});

it('an earlier choice that fails to load does not affect the later one', async () => {
  broken.si = true;
  const outcomes = await Promise.all([chooseLanguage('si'), chooseLanguage('ta')]);
  expect(outcomes).toEqual(['overtaken', 'shown']);
  expect(await chooseLanguage('si')).toBe('failed');
  expect(kept()).toEqual(['ta', 'ta', 'ta']);
});

it('choices are saved to the account in order, each once', async () => {
  await chooseLanguage('ta');
  const first = saveChosenLanguage();
  await vi.waitFor(() => expect(puts).toHaveLength(1));
  await chooseLanguage('si');
  const second = saveChosenLanguage();
  puts[0]!.answer(200);
  // The first choice shows nothing: a later one replaced it.
  expect(await first).toBeNull();
  expect(storedChoice()).toBe('si');
  await vi.waitFor(() => expect(puts).toHaveLength(2));
  puts[1]!.answer(200);
  expect(await second).toBe('si');
  expect(puts.map(({ language }) => language)).toEqual(['ta', 'si']);
  expect(kept()).toEqual(['si', 'si', null]);
  expect(await saveChosenLanguage()).toBeNull();
});

it('a choice made before signing in stays on screen if it cannot be saved, and the next load saves it', async () => {
  await chooseLanguage('ta');
  const entered = completeLogin();
  await vi.waitFor(() => expect(puts).toHaveLength(1));
  puts[0]!.answer(503);
  expect(await entered).toMatchObject({ language: 'ta' } satisfies Partial<Profile>);
  expect(kept()).toEqual(['ta', 'ta', 'ta']);

  const shown = showLanguageOf({ language: 'en' });
  await vi.waitFor(() => expect(puts).toHaveLength(2));
  puts[1]!.answer(200);
  expect(await shown).toBe('ta');
  expect(kept()).toEqual(['ta', 'ta', null]);
});

it('the language of the account does not replace a choice that is loading', async () => {
  await Promise.all([chooseLanguage('ta'), adoptLanguage('en')]);
  storeChoice(null);
  expect(kept()).toEqual(['ta', 'ta', null]);
});

it("a page's part is added to the language on screen and to those shown later, and one that fails is left out", async () => {
  await chooseLanguage('ta');
  let loads = true;
  const part = (word: string) => async () => {
    if (!loads) throw new TypeError('Failed to fetch');
    return { texts: { 'page.word': word }, sentences: { Word: word } };
  };
  await addTranslations({ si: part('si'), ta: part('ta') });
  const shownWords = () => {
    const { translation } = shownLanguage();
    return [translation?.texts['page.word'], translation?.sentences.Word];
  };
  expect(shownWords()).toEqual(['ta', 'ta']);
  await chooseLanguage('si');
  expect(shownWords()).toEqual(['si', 'si']);
  loads = false;
  expect(await chooseLanguage('ta')).toBe('shown');
  expect(shownWords()).toEqual([undefined, undefined]);
});

it('a part that comes while a language loads does not replace it', async () => {
  storeLanguage('ta');
  const started = startLanguage();
  await addTranslations({
    si: async () => ({ texts: {}, sentences: {} }),
    ta: async () => ({ texts: { 'page.word': 'ta' }, sentences: {} }),
  });
  await started;
  expect(shownLanguage()).toMatchObject({ language: 'ta', translation: { texts: { 'page.word': 'ta' } } });
});
