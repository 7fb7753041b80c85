// The date and time of a scheduled message. A bundle of its own, since most messages go at once.
import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import dayjs from 'dayjs';
import { useId } from 'react';
import { useText } from '../../text/useText.ts';
import { formatPicked, PICKER_FORMAT } from './draft.ts';

type Props = { at: string; error: string | undefined; onChange: (at: string) => void };

export function SchedulePicker({ at, error, onChange }: Props) {
  const t = useText();
  // The kit names the dropdown after the element with the popover's id.
  const id = useId();
  const now = dayjs();
  return (
    <DateTimePicker
      id={id}
      label={t('send.at')}
      aria-label={`${t('send.at')}: ${formatPicked(at)}`}
      description={t('send.zone', { zone: zoneName() })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={at}
      onChange={(value) => value !== null && onChange(value)}
      valueFormat={formatPicked}
      firstDayOfWeek={1}
      weekendDays={[]}
      minDate={now.format(PICKER_FORMAT)}
      maxDate={now.add(1, 'year').format(PICKER_FORMAT)}
      timePickerProps={{
        format: '12h',
        hoursInputLabel: t('send.hours'),
        minutesInputLabel: t('send.minutes'),
        amPmInputLabel: t('send.amPm'),
      }}
      submitButtonProps={{ 'aria-label': t('send.chooseTime') }}
      ariaLabels={{
        previousMonth: t('range.previousMonth'),
        nextMonth: t('range.nextMonth'),
      }}
      popoverProps={{ id, withinPortal: false }}
      error={error}
    />
  );
}

/** The viewer's zone with its present offset: `Asia/Colombo (GMT+5:30)`. */
function zoneName(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(new Date());
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return offset && offset !== timeZone ? `${timeZone} (${offset})` : timeZone;
}
