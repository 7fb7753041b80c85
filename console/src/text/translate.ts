// Translates sentences of the contract and the server, which arrive in English. An unknown sentence stays in
// English after the translated text of its error, so nothing is lost.
import { formatUnit } from '../format.ts';
import { shownLanguage } from './language.ts';

/** Translates a sentence, or as many of its first sentences as are known. The rest stays in English. */
export function translate(sentence: string): string {
  const sentences = shownLanguage().translation?.sentences;
  if (!sentences) return sentence;
  let end = sentence.length;
  while (end > 0) {
    const known = sentences[sentence.slice(0, end)];
    if (known !== undefined) return known + sentence.slice(end);
    // Drops the last sentence. A start below 0 would make lastIndexOf search from 0.
    end = end > 1 ? sentence.lastIndexOf('. ', end - 2) + 1 : 0;
  }
  return sentence;
}

/** Translates the description of an error with this code. */
export function translateError(code: number, description: string): string {
  return withLead(shownLanguage().translation?.errors[code], description);
}

/** Translates the problem of a field. */
export function translateField(problem: string): string {
  return withLead(shownLanguage().translation?.field, problem);
}

function withLead(lead: string | undefined, sentence: string): string {
  const translated = translate(sentence);
  return lead === undefined || translated !== sentence ? translated : `${lead} ${sentence}`;
}

/** For example `Try again in 5 minutes.` */
export function tryAgainIn(count: number, unit: 'second' | 'minute'): string {
  const text = shownLanguage().translation?.tryAgainIn ?? 'Try again in {span}.';
  return text.replace('{span}', formatUnit(count, unit));
}
