// Days and months of a calendar in the language that is shown. The kit's own are of dayjs, whose Sinhala months are those of the moon.
import { formatDay, formatYearMonth } from '../format.ts';
import { shownLanguage } from '../text/language.ts';

/** What a calendar of the kit takes; nothing in English, which it has itself. Days come as yyyy-MM-dd, with or without a time. */
export function calendarWords() {
  const { language, locale, translation } = shownLanguage();
  if (language === 'en') return {};
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const date = (day: string) => new Date(day.slice(0, 10));
  const month = (day: string) => formatYearMonth(day.slice(0, 10));
  return {
    weekdayFormat: (day: string) =>
      translation?.calendar?.weekdays[date(day).getUTCDay()] ?? weekday.format(date(day)),
    monthLabelFormat: month,
    monthsListFormat: (day: string) => month(day).slice('2026 '.length),
    getDayAriaLabel: (day: string) => formatDay(`${day.slice(0, 10)}T00:00`),
  };
}
