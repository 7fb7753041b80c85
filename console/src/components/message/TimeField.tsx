// The send time: immediately, or a time from a calendar.
import { Select, Skeleton, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useText } from '../../text/useText.ts';
import { lazyPart } from '../lazyPart.ts';
import { nextHour } from './schedule.ts';

const SchedulePicker = lazyPart(() => import('../form/DatePickers.tsx'), 'SchedulePicker');

type Props = {
  /** `yyyy-MM-dd HH:mm:ss` in the project's time zone; null sends immediately. */
  at: string | null;
  timezone: string;
  error?: string | undefined;
  onChange: (at: string | null) => void;
};

export function TimeField({ at, timezone, error, onChange }: Props) {
  const t = useText();
  return (
    <Stack gap={24}>
      <Select
        label={t('send.time')}
        data-sending-time
        data={[
          { value: 'now', label: t('send.now') },
          { value: 'later', label: t('send.later') },
        ]}
        value={at === null ? 'now' : 'later'}
        onChange={(value) => onChange(value === 'later' ? (at ?? nextHour(new Date(), timezone)) : null)}
      />
      {at === null ? null : (
        <Suspense fallback={<Skeleton height={96} />}>
          <SchedulePicker at={at} timezone={timezone} error={error} onChange={onChange} />
        </Suspense>
      )}
    </Stack>
  );
}
