// Selects the time range of a page: a named range, or Custom with a calendar.
import { RANGES, type Range } from '@godwit/contract/ranges';
import { RANGE_CUSTOM } from '@godwit/contract/sentences/sending';
import { Box, Select, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { type Days, datesOf, todayIn } from '../../days.ts';
import { translate } from '../../text/translate.ts';
import { useText } from '../../text/useText.ts';
import { lazyPart } from '../lazyPart.ts';

// Loaded separately, because the calendar is large and most people use the named ranges.
const DatesField = lazyPart(() => import('../form/DatePickers.tsx'), 'DatesField');

const CUSTOM = 'custom';
const choices = () => [
  ...Object.entries(RANGES).map(([value, { label }]) => ({ value, label: translate(label) })),
  { value: CUSTOM, label: translate(RANGE_CUSTOM) },
];
const TODAY: Range = '1d';

type Props = {
  days: Days;
  /** The time zone of the project. */
  timezone: string;
  onChange: (days: Days) => void;
  /** The subject of the range, if a page has several. */
  label?: string;
  /** Omits Today, for pages with graphs by day. */
  withoutToday?: boolean;
};

/** Custom starts with the dates of the previous range, so it always has dates. */
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
