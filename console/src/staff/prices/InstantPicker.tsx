// The instant from which a price list counts, picked in the viewer's own zone.
import '@mantine/dates/styles.layer.css';
import { DateTimePicker } from '@mantine/dates';
import dayjs from 'dayjs';
import { useId } from 'react';
import { useText } from '../../text/useText.ts';

/** Local times as the picker has them. */
export const PICKER_FORMAT = 'YYYY-MM-DD HH:mm:ss';
const SHOWN_FORMAT = 'DD MMM YYYY, HH:mm';

type Props = { at: string; error: string | undefined; onChange: (at: string) => void };

export function InstantPicker({ at, error, onChange }: Props) {
  const t = useText();
  // The kit names the dropdown after the element with the popover's id.
  const id = useId();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <DateTimePicker
      id={id}
      label={t('time.at')}
      aria-label={t('staff.upload.atNamed', { at: dayjs(at).format(SHOWN_FORMAT) })}
      description={t('staff.upload.zone', { zone: timeZone })}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={at}
      onChange={(value) => value !== null && onChange(value)}
      valueFormat={SHOWN_FORMAT}
      firstDayOfWeek={1}
      weekendDays={[]}
      minDate={dayjs().format(PICKER_FORMAT)}
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
      error={error}
    />
  );
}
