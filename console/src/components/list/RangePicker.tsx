// Chooses the days a page is about: a range by name, or Custom with a calendar beside it.
import { RANGES, type Range } from '@godwit/contract/ranges';
import { RANGE_CUSTOM } from '@godwit/contract/sentences/sending';
import { Box, Select, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { type Days, datesOf, todayIn } from '../../days.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { lazyPart } from '../lazyPart.ts';

// Most people never leave the named ranges, and the calendar is heavy.
const DatesField = lazyPart(() => import('../form/DatePickers.tsx'), 'DatesField');

const CUSTOM = 'custom';
const choices = () => [
  ...Object.entries(RANGES).map(([value, { label }]) => ({ value, label: translate(label) })),
  { value: CUSTOM, label: translate(RANGE_CUSTOM) },
];
const TODAY: Range = '1d';

type Props = {
  days: Days;
  /** Of the project, whose days these are. */
  timezone: string;
  onChange: (days: Days) => void;
  /** The subject of the range, if a page has several. */
  label?: string;
  /** Leaves out Today, of which there is nothing to draw. */
  withoutToday?: boolean;
};

/** Custom starts with the dates of the range that was shown, so there is never a choice without dates. */
export function RangePicker({ days, timezone, onChange, label, withoutToday }: Props) {
  const t = useText();
  const today = todayIn(timezone);
  const chosen = 'range' in days ? days.range : CUSTOM;
  return (
    <>
      <Select
        w={{ base: '100%', xs: 'var(--range-width, 160px)' }}
        aria-label={label ?? t('range.label')}
        data={choices().filter(({ value }) => !(withoutToday && value === TODAY))}
        value={chosen}
        onChange={(value) => {
          if (value === null || value === chosen) return;
          onChange(value === CUSTOM ? datesOf(days, today) : { range: value as Range });
        }}
      />
      {'from' in days ? (
        <Box w={{ base: '100%', xs: 240 }}>
          <Suspense fallback={<Skeleton height={40} radius="md" />}>
            <DatesField from={days.from} to={days.to} today={today} onChange={onChange} />
          </Suspense>
        </Box>
      ) : null}
    </>
  );
}
