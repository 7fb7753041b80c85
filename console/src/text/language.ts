// The language of the console: selects it, loads its translation and notifies the components. English comes
// with each page; a translation is one file that overrides it. docs/decisions/2026-11-22-languages.md has the
// reasons.
import { firstLanguage, type Language, LOCALES } from '@godwit/contract/languages';
import { useSyncExternalStore } from 'react';
import { loadWithOneRetry } from '../reload.ts';
import {
  storeChoice,
  storedChoice,
  storedLanguage,
  storeLanguage,
  subscribeToStorage,
} from '../session/storage.ts';
import type { Translation } from './translation.ts';

/**
 * `overtaken`: a later request replaced this one. `failed`: the translation did not load. Both leave the
 * screen unchanged.
 */
type Outcome = 'shown' | 'overtaken' | 'failed';

type Shown = { language: Language; locale: string; translation: Translation | null };
type Translated = Exclude<Language, 'en'>;

/** Loads what only some pages need of each translation. */
export type TranslationPart = Record<
  Translated,
  () => Promise<{ texts: Partial<Translation['texts']>; sentences: Translation['sentences'] }>
>;

const LOAD: Record<Translated, () => Promise<Translation>> = {
  si: async () => (await loadWithOneRetry(() => import('./sinhala.ts'))).sinhala,
  ta: async () => (await loadWithOneRetry(() => import('./tamil.ts'))).tamil,
};

let shown: Shown = { language: 'en', locale: LOCALES.en, translation: null };
/** The language of the latest request. */
let requested: Language = 'en';
/** Parts that pages have added to every translation. */
const parts = new Set<TranslationPart>();
/** Number of requests for a language. The latest request wins, in whatever order the files load. */
let requests = 0;
/** Number of choices of the person that are still loading. */
let choosing = 0;
const listeners = new Set<() => void>();

/** The language on screen, for code outside of components. */
export const shownLanguage = (): Shown => shown;

export const useLanguage = (): Shown => useSyncExternalStore(subscribe, shownLanguage);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows the language stored in this browser, or the first supported language that the browser prefers.
 * Follows changes from other tabs.
 */
export function startLanguage(): Promise<Outcome> {
  subscribeToStorage(() => {
    const stored = storedLanguage();
    if (stored !== null && stored !== shown.language && choosing === 0) void show(stored);
  });
  return show(storedLanguage() ?? firstLanguage(navigator.languages));
}

/** Shows the language that the person chose and stores it in this browser, to be saved to their account. */
export async function chooseLanguage(language: Language): Promise<Outcome> {
  choosing++;
  const outcome = await show(language);
  choosing--;
  if (outcome === 'shown') {
    storeLanguage(language);
    storeChoice(language);
  }
  return outcome;
}

/**
 * Adds a part to the translation on screen and to those shown later. Resolves once it is on screen; a part
 * that does not load shows in English.
 */
export async function addTranslations(part: TranslationPart): Promise<void> {
  if (parts.has(part)) return;
  parts.add(part);
  await show(requested);
}

/**
 * Shows the language of the account and stores it in this browser, unless a choice in this browser is not
 * saved yet.
 */
export async function adoptLanguage(language: Language): Promise<void> {
  if (choosing > 0 || storedChoice() !== null) return;
  if ((await show(language)) === 'shown') storeLanguage(language);
}

async function show(language: Language): Promise<Outcome> {
  const request = ++requests;
  requested = language;
  const translation = language === 'en' ? null : await load(language).catch(() => undefined);
  if (request !== requests) return 'overtaken';
  if (translation === undefined) return 'failed';
  shown = { language, locale: LOCALES[language], translation };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
  return 'shown';
}

async function load(language: Translated): Promise<Translation> {
  const whole = LOAD[language];
  const [translation, ...added] = await Promise.all([
    whole().catch(whole),
    ...[...parts].map((part) => part[language]().catch(() => ({ texts: {}, sentences: {} }))),
  ]);
  return {
    ...translation,
    texts: Object.assign({}, translation.texts, ...added.map(({ texts }) => texts)),
    sentences: Object.assign({}, translation.sentences, ...added.map(({ sentences }) => sentences)),
  };
}

/** Caches the result of `make`, such as a format of `Intl`, until the language changes. */
export function byLocale<T>(make: (locale: string) => T): () => T {
  let made: { locale: string; value: T } | null = null;
  return () => {
    if (made?.locale !== shown.locale) made = { locale: shown.locale, value: make(shown.locale) };
    return made.value;
  };
}
