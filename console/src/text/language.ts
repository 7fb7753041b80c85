// The language that the console shows: which one, its words once they are loaded, and telling who shows them. English comes with each
// page; another language is one file, laid over it. docs/decisions/2026-11-22-languages.md says why.
import { firstLanguage, type Language, LOCALES } from '@godwit/contract/languages';
import { useSyncExternalStore } from 'react';
import { storeChoice, storedChoice, storedLanguage, storeLanguage } from '../session/storage.ts';
import type { Translation } from './translation.ts';

/** `overtaken` by another that was asked for since; `failed` to load. Nothing changes in either case. */
type Outcome = 'shown' | 'overtaken' | 'failed';

type Shown = { language: Language; locale: string; translation: Translation | null };

const LOAD: Record<Exclude<Language, 'en'>, () => Promise<Translation>> = {
  si: async () => (await import('./sinhala.ts')).sinhala,
  ta: async () => (await import('./tamil.ts')).tamil,
};

let shown: Shown = { language: 'en', locale: LOCALES.en, translation: null };
/** How often a language was asked for: of two the later one is shown, whichever is loaded first. */
let asked = 0;
/** Choices of the person that are being loaded. */
let choosing = 0;
const listeners = new Set<() => void>();

/** What is shown, for code that is no component. */
export const shownLanguage = (): Shown => shown;

export const useLanguage = (): Shown => useSyncExternalStore(subscribe, shownLanguage);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows what this browser has been told before, else the first of our languages that it asks for. */
export const startLanguage = (): Promise<Outcome> =>
  show(storedLanguage() ?? firstLanguage(navigator.languages));

/** Shows a language that the person has chosen, and remembers it in this browser, also to be kept with the person. */
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
 * Shows the language that is kept with the person who is signed in, and remembers it in this browser; not over one that was chosen here and
 * is not kept yet.
 */
export async function adoptLanguage(language: Language): Promise<void> {
  if (choosing > 0 || storedChoice() !== null) return;
  if ((await show(language)) === 'shown') storeLanguage(language);
}

async function show(language: Language): Promise<Outcome> {
  const call = ++asked;
  const load = language === 'en' ? null : LOAD[language];
  const translation =
    load &&
    (await load()
      .catch(load)
      .catch(() => undefined));
  if (call !== asked) return 'overtaken';
  if (translation === undefined) return 'failed';
  shown = { language, locale: LOCALES[language], translation };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
  return 'shown';
}

/** Keeps what `make` gives for a locale, such as a format of `Intl`, until another language is shown. */
export function byLocale<T>(make: (locale: string) => T): () => T {
  let made: { locale: string; value: T } | null = null;
  return () => {
    if (made?.locale !== shown.locale) made = { locale: shown.locale, value: make(shown.locale) };
    return made.value;
  };
}
