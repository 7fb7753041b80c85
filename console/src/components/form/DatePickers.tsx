// Pickers for a range of dates, a time, and the time of a scheduled message. They are a separate bundle,
// because the calendar is large and few people need it.
import '@mantine/dates/styles.layer.css';
import { customDays } from '@godwit/contract/ranges';
import { DatePickerInput, DateTimePicker, type DateTimePickerProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatDay, formatLocal, formatYearMonth } from '../../format.ts';
import { shownLanguage } from '../../text/language.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { formatWeekday } from '../../weekday.ts';
import { formatZone, resolvePicked, toPicker, viewerTime } from '../message/schedule.ts';
import classes from './DatePickers.module.css';

type Props = {
  from: string;
  to: string;
  /** The last selectable date, yyyy-MM-dd. */
  today: string;
  /** Called when both dates form a valid range. */
  onChange: (dates: { from: string; to: string }) => void;
};

export function DatesField({ from, to, today, onChange }: Props) {
  const t = useText();
  const id = useId();
  // The first date after one click, before there is a range.
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
      {...calendarFormats()}
      valueFormatter={() => shown.join(' – ')}
      firstDayOfWeek={1}
      leftSection={<IconCalendar size={16} />}
      leftSectionPointerEvents="none"
      // Without the id, Mantine labels the dialog with an element that does not exist.
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
  /** The meaning of the time, if a form has several. */
  name?: string;
};

/** Selects a date and a time from a calendar. */
export function TimePicker({ at, onChange, name, ...field }: TimePickerProps) {
  const t = useText();
  const label = name ?? t('time.at');
  // Mantine labels the dropdown with the element that has the popover's id.
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
      {...calendarFormats()}
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
  /** yyyy-MM-dd HH:mm:ss in the project's time zone. */
  at: string;
  timezone: string;
  error: string | undefined;
  onChange: (at: string) => void;
};

/** The date and time of a scheduled message. */
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

const CLOCK_CHANGES = { forward: 'send.timeSkipped', first: 'send.timeTwice' } as const;

/**
 * The time zone of a time, the viewer's local time at that moment, and the effect of a clock change in that
 * night.
 */
function Zone({ at, timezone }: { at: string; timezone: string }) {
  const t = useText();
  const resolved = resolvePicked(at, timezone);
  const viewerLocal = viewerTime(resolved);
  const lines = [
    t('send.zone', { zone: formatZone(timezone, resolved) }),
    viewerLocal && t('send.ownTime', { time: viewerLocal }),
    resolved.adjusted && t(CLOCK_CHANGES[resolved.adjusted], { time: formatLocal(resolved.local) }),
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
 * Returns the translated formats of a Mantine calendar, or nothing in English, which is Mantine's default.
 * Days are yyyy-MM-dd, with or without a time.
 */
export function calendarFormats() {
  if (shownLanguage().language === 'en') return {};
  const month = (day: string) => formatYearMonth(day.slice(0, 10));
  return {
    weekdayFormat: (day: string) => formatWeekday(day.slice(0, 10)),
    monthLabelFormat: month,
    monthsListFormat: (day: string) => month(day).slice('2026 '.length),
    getDayAriaLabel: (day: string) => formatDay(`${day.slice(0, 10)}T00:00`),
  };
}
