// The calendar pickers: the dates of a range, a time, the time of a scheduled message. They are a bundle of
// their own, because the calendar is heavy and few people need it.
import '@mantine/dates/styles.layer.css';
import { customDays } from '@godwit/contract/ranges';
import { DatePickerInput, DateTimePicker, type DateTimePickerProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDay, formatLocal, formatYearMonth } from '../../format.ts';
import { shownLanguage } from '../../text/language.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { formatZone, onOwnClock, resolvePicked, toPicker } from '../message/schedule.ts';
import classes from './DatePickers.module.css';

type Props = {
  from: string;
  to: string;
  /** The last date that can be chosen, yyyy-MM-dd. */
  today: string;
  /** Called once both dates are chosen and make a range. */
  onChange: (dates: { from: string; to: string }) => void;
};

export function DatesField({ from, to, today, onChange }: Props) {
  const t = useText();
  const id = useId();
  // Between the first and the second click there is no range to show.
  const [choosing, setChoosing] = useState<[string | null, string | null] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function choose(dates: [string | null, string | null]): void {
    const [first, last] = dates;
    if (!first || !last) {
      setChoosing(dates);
      return;
    }
    const custom = customDays(first, last);
    setProblem(custom.ok ? null : custom.problem);
    setChoosing(custom.ok ? null : dates);
    if (custom.ok) onChange({ from: first, to: last });
  }

  const shown = (choosing ?? [from, to]).map((day) => (day ? formatDay(`${day}T00:00`) : ''));
  return (
    <DatePickerInput
      type="range"
      allowSingleDateInRange
      id={id}
      aria-label={t('range.dates', { dates: shown.join(' – ') })}
      value={choosing ?? [from, to]}
      onChange={choose}
      onDropdownClose={() => problem === null && setChoosing(null)}
      error={problem && translate(problem)}
      maxDate={today}
      {...calendarWords()}
      valueFormatter={() => shown.join(' – ')}
      firstDayOfWeek={1}
      leftSection={<IconCalendar size={16} stroke={2} />}
      leftSectionPointerEvents="none"
      // The id names the dialog after the field; without it the kit points at nothing.
      popoverProps={{ id, withinPortal: false, returnFocus: true }}
      hideOutsideDates
      classNames={{ day: classes.day ?? '' }}
      ariaLabels={{
        previousMonth: t('range.previousMonth'),
        nextMonth: t('range.nextMonth'),
      }}
    />
  );
}

type PickerOption = 'description' | 'minDate' | 'maxDate' | 'error';
type TimePickerProps = Pick<DateTimePickerProps, PickerOption> & {
  /** A local time, `yyyy-MM-dd HH:mm:ss`. */
  at: string;
  onChange: (at: string) => void;
  /** The event at that time, if a form has several times. */
  name?: string;
};

/** A date and a time from a calendar. */
export function TimePicker({ at, onChange, name, ...field }: TimePickerProps) {
  const t = useText();
  const label = name ?? t('time.at');
  // The kit names the dropdown after the element with the popover's id.
  const id = useId();
  return (
    <DateTimePicker
      id={id}
      label={label}
      aria-label={`${label}: ${formatLocal(at)}`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={at}
      valueFormat={formatLocal}
      onChange={(value) => value !== null && onChange(value)}
      {...calendarWords()}
      firstDayOfWeek={1}
      weekendDays={[]}
      timePickerProps={{
        hoursInputLabel: t('time.hours'),
        minutesInputLabel: t('time.minutes'),
      }}
      submitButtonProps={{ 'aria-label': t('time.choose') }}
      ariaLabels={{
        previousMonth: t('range.previousMonth'),
        nextMonth: t('range.nextMonth'),
      }}
      popoverProps={{ id, withinPortal: false }}
      {...field}
    />
  );
}

type SchedulePickerProps = {
  /** yyyy-MM-dd HH:mm:ss on the clocks of the project. */
  at: string;
  timezone: string;
  error: string | undefined;
  onChange: (at: string) => void;
};

/** The date and time of a scheduled message. A bundle of its own, since most messages go at once. */
export function SchedulePicker({ at, timezone, error, onChange }: SchedulePickerProps) {
  const now = new Date();
  const inAYear = new Date(now).setFullYear(now.getFullYear() + 1);
  return (
    <TimePicker
      at={at}
      onChange={onChange}
      description={<Zone at={at} timezone={timezone} />}
      minDate={toPicker(now, timezone)}
      maxDate={toPicker(new Date(inAYear), timezone)}
      error={error}
    />
  );
}

const CLOCK_WORDS = { forward: 'send.timeSkipped', first: 'send.timeTwice' } as const;

/** The time zone of a time, the viewer's local time then, and the effect of a clock change that night. */
function Zone({ at, timezone }: { at: string; timezone: string }) {
  const t = useText();
  const resolved = resolvePicked(at, timezone);
  const own = onOwnClock(resolved);
  const lines = [
    t('send.zone', { zone: formatZone(timezone, resolved) }),
    own && t('send.ownTime', { time: own }),
    resolved.adjusted && t(CLOCK_WORDS[resolved.adjusted], { time: formatLocal(resolved.local) }),
  ];
  return lines.map((line) =>
    line ? (
      <span key={line} style={{ display: 'block' }}>
        {line}
      </span>
    ) : null,
  );
}

/**
 * Returns the words that a calendar of the kit takes; nothing in English, which it has itself. Days come as
 * yyyy-MM-dd, with or without a time.
 */
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
