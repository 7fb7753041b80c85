// The language that the console shows: which one, its words once they are loaded, and telling who shows them. English comes with each
// page; another language is one file, laid over it. docs/decisions/2026-11-22-languages.md says why.
import { firstLanguage, type Language, LOCALES } from '@godwit/contract/languages';
import { useSyncExternalStore } from 'react';
import { storeChoice, storedChoice, storedLanguage, storeLanguage } from '../session/storage.ts';
import type { Translation } from './translation.ts';

type Shown = { language: Language; locale: string; translation: Translation | null };

const LOAD: Record<Exclude<Language, 'en'>, () => Promise<Translation>> = {
  si: async () => (await import('./sinhala.ts')).sinhala,
  ta: async () => (await import('./tamil.ts')).tamil,
};

let shown: Shown = { language: 'en', locale: LOCALES.en, translation: null };
/** What was asked for last: of two choices the later one is shown, whichever is loaded first. */
let wanted: Language = 'en';
const listeners = new Set<() => void>();

/** What is shown, for code that is no component. */
export const shownLanguage = (): Shown => shown;

export const useLanguage = (): Shown => useSyncExternalStore(subscribe, shownLanguage);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows what this browser has been told before, else the first of our languages that it asks for. */
export const startLanguage = (): Promise<boolean> =>
  show(storedLanguage() ?? firstLanguage(navigator.languages));

/** Shows a language that the person has chosen, and remembers it in this browser. False where it cannot be loaded: nothing changes then. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  const done = await show(language);
  if (!done) return false;
  storeLanguage(language);
  storeChoice(language);
  return true;
}

/** What has been chosen since the last call, also before a reload; null for nothing. */
export function takeChosen(): Language | null {
  const taken = storedChoice();
  storeChoice(null);
  return taken;
}

/** Shows the language that is kept with the person who is signed in, and remembers it in this browser. */
export async function adoptLanguage(language: Language): Promise<void> {
  if (await show(language)) storeLanguage(language);
}

async function show(language: Language): Promise<boolean> {
  wanted = language;
  const load = language === 'en' ? null : LOAD[language];
  try {
    const translation = load && (await load().catch(load));
    if (wanted !== language) return true;
    shown = { language, locale: LOCALES[language], translation };
  } catch {
    wanted = shown.language;
    return false;
  }
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
  return true;
}

/** Keeps what `make` gives for a locale, such as a format of `Intl`, until another language is shown. */
export function byLocale<T>(make: (locale: string) => T): () => T {
  let made: { locale: string; value: T } | null = null;
  return () => {
    if (made?.locale !== shown.locale) made = { locale: shown.locale, value: make(shown.locale) };
    return made.value;
  };
}
