// Names of weekdays in the language on screen.
import { shownLanguage } from './text/language.ts';

/** The short weekday of a day given as yyyy-MM-dd: `Mon`. */
export function formatWeekday(day: string): string {
  const { locale, translation } = shownLanguage();
  const date = new Date(day);
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return translation?.calendar?.weekdays[date.getUTCDay()] ?? format.format(date);
}
