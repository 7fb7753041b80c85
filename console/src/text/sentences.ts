// Sentences that are not of the catalogue but of the contract or the server, in the language that is shown. They come in English, and
// where the language has no words for one, those of its error's code stand before it, so that nothing of it is lost.
import { shownLanguage } from './language.ts';

/** A sentence in the language shown, or its beginning where only that is known; as it is where nothing of it is. */
export function said(sentence: string): string {
  const sentences = shownLanguage().translation?.sentences;
  if (!sentences) return sentence;
  let end = sentence.length;
  while (end > 0) {
    const known = sentences[sentence.slice(0, end)];
    if (known !== undefined) return known + sentence.slice(end);
    // Without the last of its sentences. Below 0 lastIndexOf would search from 0 on.
    end = end > 1 ? sentence.lastIndexOf('. ', end - 2) + 1 : 0;
  }
  return sentence;
}

/** What a call was refused with, by its code. */
export function saidByCode(code: number, sentence: string): string {
  return after(shownLanguage().translation?.errors[code], sentence);
}

/** What is said of a field. */
export function saidOfField(sentence: string): string {
  return after(shownLanguage().translation?.field, sentence);
}

function after(general: string | undefined, sentence: string): string {
  const words = said(sentence);
  return general === undefined || words !== sentence ? words : `${general} ${sentence}`;
}

/** `Try again in 5 minutes.` */
export function tryAgainIn(count: number, unit: 'second' | 'minute'): string {
  const { locale, translation } = shownLanguage();
  const span =
    translation?.calendar?.[unit].replace('{count}', String(count)) ??
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (translation?.tryAgainIn ?? 'Try again in {span}.').replace('{span}', span);
}
