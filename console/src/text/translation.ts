// What another language than English consists of.
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import type { CustomerTextId } from './catalogue.ts';

/** The words of the errors' codes, those for a field that has no sentence of its own, and for when to try again, with `{span}`. */
export type ErrorWords = Record<ErrorName | 'field' | 'tryAgainIn', string>;

/** Words of screens by their key, errors by their code, and whole sentences of the contract and the server by their English. */
export type Translation = {
  texts: Record<string, string>;
  errors: Record<number, string>;
  field: string;
  tryAgainIn: string;
  sentences: Record<string, string>;
  calendar?: Calendar;
};

/** What `Intl` of some browsers does not know: months by their English abbreviation, weekdays from Sunday on, spans with `{count}`. */
export type Calendar = {
  months: Record<string, string>;
  weekdays: readonly string[];
  second: string;
  minute: string;
};

/** Joins the parts of a language. */
export function translationOf(
  texts: Record<CustomerTextId, string>,
  { field, tryAgainIn, ...errors }: ErrorWords,
  sentences: Record<string, string>,
  calendar?: Calendar,
): Translation {
  const entries = Object.entries(ERRORS) as [ErrorName, (typeof ERRORS)[ErrorName]][];
  return {
    texts,
    errors: Object.fromEntries(entries.map(([name, { code }]) => [code, errors[name]])),
    field,
    tryAgainIn,
    ...(calendar && { calendar }),
    sentences: {
      ...Object.fromEntries(entries.map(([name, { text }]) => [text, errors[name]])),
      ...sentences,
    },
  };
}
