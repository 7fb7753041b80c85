// The date and time of a scheduled message. A bundle of its own, since most messages go at once.
import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import { useId } from 'react';
import { useText } from '../text/useText.ts';
import { formatPicked, formatZone, onOwnClock, resolvePicked, toPicker } from './schedule.ts';

type Props = {
  /** yyyy-MM-dd HH:mm:ss on the clocks of the project. */
  at: string;
  timezone: string;
  error: string | undefined;
  onChange: (at: string) => void;
};

export function SchedulePicker({ at, timezone, error, onChange }: Props) {
  const t = useText();
  // The kit names the dropdown after the element with the popover's id.
  const id = useId();
  const now = new Date();
  const inAYear = new Date(now).setFullYear(now.getFullYear() + 1);
  return (
    <DateTimePicker
      id={id}
      label={t('time.at')}
      aria-label={`${t('time.at')}: ${formatPicked(at)}`}
      description={<Zone at={at} timezone={timezone} />}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={at}
      onChange={(value) => value !== null && onChange(value)}
      valueFormat={formatPicked}
      firstDayOfWeek={1}
      weekendDays={[]}
      minDate={toPicker(now, timezone)}
      maxDate={toPicker(new Date(inAYear), timezone)}
      timePickerProps={{
        format: '12h',
        hoursInputLabel: t('time.hours'),
        minutesInputLabel: t('time.minutes'),
        amPmInputLabel: t('send.amPm'),
      }}
      submitButtonProps={{ 'aria-label': t('time.choose') }}
      ariaLabels={{
        previousMonth: t('range.previousMonth'),
        nextMonth: t('range.nextMonth'),
      }}
      popoverProps={{ id, withinPortal: false }}
      error={error}
    />
  );
}

const CLOCK_WORDS = { forward: 'send.timeSkipped', first: 'send.timeTwice' } as const;

/** Whose time it is, what the viewer's clocks show then, and what becomes of it on the night the clocks change. */
function Zone({ at, timezone }: { at: string; timezone: string }) {
  const t = useText();
  const resolved = resolvePicked(at, timezone);
  const own = onOwnClock(resolved);
  const lines = [
    t('send.zone', { zone: formatZone(timezone, resolved) }),
    own && t('send.ownTime', { time: own }),
    resolved.adjusted && t(CLOCK_WORDS[resolved.adjusted], { time: formatPicked(resolved.local) }),
  ];
  return lines.map((line) =>
    line ? (
      <span key={line} style={{ display: 'block' }}>
        {line}
      </span>
    ) : null,
  );
}
