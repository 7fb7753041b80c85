// The date and time of a scheduled message. A bundle of its own, since most messages go at once.
import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import dayjs from 'dayjs';
import { useId } from 'react';
import { useText } from '../text/useText.ts';
import classes from './SchedulePicker.module.css';
import { clockChange, elsewhere, formatPicked, PICKER_FORMAT, zoneAt } from './schedule.ts';

type Props = {
  at: string;
  timezone: string;
  error: string | undefined;
  onChange: (at: string) => void;
};

export function SchedulePicker({ at, timezone, error, onChange }: Props) {
  const t = useText();
  // The kit names the dropdown after the element with the popover's id.
  const id = useId();
  const now = dayjs();
  return (
    <DateTimePicker
      id={id}
      label={t('send.at')}
      aria-label={`${t('send.at')}: ${formatPicked(at)}`}
      description={<Zone at={at} timezone={timezone} />}
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

const CLOCK_WORDS = { skipped: 'send.timeSkipped', twice: 'send.timeTwice' } as const;

/** Whose time it is, what the project's clocks show then, and what becomes of it on the night the clocks change. */
function Zone({ at, timezone }: { at: string; timezone: string }) {
  const t = useText();
  const change = clockChange(at);
  const there = elsewhere(at, timezone);
  const time = dayjs(at).format('h:mm A');
  return (
    <>
      <span className={classes.line}>{t('send.zone', { zone: zoneAt(at) })}</span>
      {there ? (
        <span className={classes.line}>{t('send.zoneOfProject', { time: there, zone: timezone })}</span>
      ) : null}
      {change ? <span className={classes.line}>{t(CLOCK_WORDS[change], { time })}</span> : null}
    </>
  );
}
