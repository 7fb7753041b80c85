// @vitest-environment jsdom
// Which language is shown and kept, where two are asked for at once or one cannot be kept.
import type { Profile } from '@godwit/contract/accounts';
import { beforeEach, expect, it, vi } from 'vitest';
import { enter, keepChosenLanguage, showLanguageOf } from '../session/signIn.ts';
import { storeChoice, storeCsrf, storedChoice, storedLanguage } from '../session/storage.ts';
import { adoptLanguage, chooseLanguage, shownLanguage } from './language.ts';

// Sinhala cannot be loaded where a test says so; Tamil comes later than that is known.
const broken = vi.hoisted(() => ({ si: false }));
vi.mock('./sinhala.ts', () => ({
  get sinhala() {
    if (broken.si) throw new TypeError('Failed to fetch');
    return { texts: {}, sentences: {}, errors: {} };
  },
}));

/** What the person's browser and account have, and what is on the screen. */
const kept = () => [shownLanguage().language, storedLanguage(), storedChoice()];

/** Calls that keep a language wait here for their answer. */
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

it('of two choices the later one is shown and kept, also where the older comes later', async () => {
  const outcomes = await Promise.all([chooseLanguage('ta'), chooseLanguage('en')]);
  expect(outcomes).toEqual(['overtaken', 'shown']);
  expect(kept()).toEqual(['en', 'en', 'en']);
});

it('an older one that cannot be loaded changes nothing of the later one', async () => {
  broken.si = true;
  const outcomes = await Promise.all([chooseLanguage('si'), chooseLanguage('ta')]);
  expect(outcomes).toEqual(['overtaken', 'shown']);
  expect(await chooseLanguage('si')).toBe('failed');
  expect(kept()).toEqual(['ta', 'ta', 'ta']);
});

it('the account is told of one choice after the other, and of none twice', async () => {
  await chooseLanguage('ta');
  const first = keepChosenLanguage();
  await vi.waitFor(() => expect(puts).toHaveLength(1));
  await chooseLanguage('si');
  const second = keepChosenLanguage();
  puts[0]!.answer(200);
  // Nothing is to be shown for the first: the person is further.
  expect(await first).toBeNull();
  expect(storedChoice()).toBe('si');
  await vi.waitFor(() => expect(puts).toHaveLength(2));
  puts[1]!.answer(200);
  expect(await second).toBe('si');
  expect(puts.map(({ language }) => language)).toEqual(['ta', 'si']);
  expect(kept()).toEqual(['si', 'si', null]);
  expect(await keepChosenLanguage()).toBeNull();
});

it('what was chosen before signing in stays where it cannot be kept, and is kept with the next load', async () => {
  await chooseLanguage('ta');
  const entered = enter();
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

it('the language of the account is not shown over a choice that is being loaded', async () => {
  await Promise.all([chooseLanguage('ta'), adoptLanguage('en')]);
  storeChoice(null);
  expect(kept()).toEqual(['ta', 'ta', null]);
});
