// First and last date of a custom range, from a calendar.
import '@mantine/dates/styles.layer.css';
import { customDays } from '@godwit/contract/ranges';
import { DatePickerInput } from '@mantine/dates';
import { useId } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../format.ts';
import { said } from '../text/sentences.ts';
import { useText } from '../text/useText.ts';
import { calendarWords } from './calendarWords.ts';
import classes from './DatesField.module.css';

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
      error={problem && said(problem)}
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
