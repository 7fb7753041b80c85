// The parts of a translation. English shows for every text and sentence that a translation lacks.
import { ERRORS, type ErrorName } from '@godwit/contract/errors';
import type * as access from '@godwit/contract/sentences/access';
import type * as api from '@godwit/contract/sentences/api';
import type * as billing from '@godwit/contract/sentences/billing';
import type * as contacts from '@godwit/contract/sentences/contacts';
import type * as general from '@godwit/contract/sentences/general';
import type * as sending from '@godwit/contract/sentences/sending';
import type * as settings from '@godwit/contract/sentences/settings';
import type * as team from '@godwit/contract/sentences/team';

type Values<T> = T extends unknown ? T[keyof T] : never;

/** The translated texts of an area by key. Any may be missing. */
export type TextsOf<English> = Partial<Record<keyof English, string>>;

/** Errors by name. `field` precedes an unknown sentence at a field; `tryAgainIn` contains `{span}`. */
export type ErrorTexts = Partial<Record<ErrorName | 'field' | 'tryAgainIn', string>>;

/** Sentences by the constant that holds their English. */
export type Sentences = Partial<
  Record<
    Values<
      | typeof access
      | typeof billing
      | typeof contacts
      | typeof general
      | typeof sending
      | typeof settings
      | typeof team
    >,
    string
  >
>;

/** Descriptions of the public API by the constant that holds their English. */
export type Descriptions = Partial<Record<Values<typeof api>, string>>;

type Texts = Readonly<Partial<Record<string, string>>>;

/** Texts by key, errors by code, and sentences by their English. */
export type Translation = {
  texts: Record<string, string>;
  errors: Readonly<Partial<Record<number, string>>>;
  field?: string;
  tryAgainIn?: string;
  sentences: Texts;
  calendar?: Calendar;
};

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'byte';

/**
 * Words that `Intl` of some browsers lacks: months by English abbreviation, weekdays from Sunday, and units
 * with `{count}`.
 */
export type Calendar = {
  months: Record<string, string>;
  weekdays: readonly string[];
  units: Record<Unit, string>;
};

/** Joins the parts of a translation. */
export function translationOf(
  areas: Record<string, Record<string, string>>,
  { field, tryAgainIn, ...errors }: ErrorTexts,
  sentences: Texts,
  calendar?: Calendar,
): Translation {
  const entries = Object.entries(ERRORS) as [ErrorName, (typeof ERRORS)[ErrorName]][];
  return {
    texts: Object.assign({}, ...Object.values(areas)),
    errors: Object.fromEntries(entries.map(([name, { code }]) => [code, errors[name]])),
    ...(field && { field }),
    ...(tryAgainIn && { tryAgainIn }),
    ...(calendar && { calendar }),
    sentences: {
      ...Object.fromEntries(entries.map(([name, { text }]) => [text, errors[name]])),
      ...sentences,
    },
  };
}
