// A date and a time from a calendar.
import '@mantine/dates/styles.layer.css';
import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates';
import { useId } from 'react';
import { useText } from '../text/useText.ts';
import { calendarWords } from './calendarWords.ts';

type Shown = 'description' | 'valueFormat' | 'minDate' | 'maxDate' | 'timePickerProps' | 'error';
type Props = Pick<DateTimePickerProps, Shown> & {
  /** A local time, `yyyy-MM-dd HH:mm:ss`, and as the field shows it. */
  at: string;
  shown: string;
  onChange: (at: string) => void;
  /** What happens then, where a form has several. */
  name?: string;
};

export function TimePicker({ at, shown, onChange, timePickerProps, name, ...field }: Props) {
  const t = useText();
  const label = name ?? t('time.at');
  // The kit names the dropdown after the element with the popover's id.
  const id = useId();
  return (
    <DateTimePicker
      id={id}
      label={label}
      aria-label={`${label}: ${shown}`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={at}
      onChange={(value) => value !== null && onChange(value)}
      {...calendarWords()}
      firstDayOfWeek={1}
      weekendDays={[]}
      timePickerProps={{
        hoursInputLabel: t('time.hours'),
        minutesInputLabel: t('time.minutes'),
        ...timePickerProps,
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
