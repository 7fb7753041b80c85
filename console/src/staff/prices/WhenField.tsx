// When a change takes effect: now, or at a later time in the viewer's time zone.
import { Box, Group, Radio, Skeleton } from '@mantine/core';
import dayjs from 'dayjs';
import { Suspense } from 'react';
import { lazyPart } from '../../components/lazyPart.ts';
import { useText } from '../../text/useText.ts';

const TimePicker = lazyPart(() => import('../../components/form/DatePickers.tsx'), 'TimePicker');

/** The picker's format of local times. */
export const PICKER_FORMAT = 'YYYY-MM-DD HH:mm:ss';

type WhenFieldProps = {
  /** Null means now. */
  at: string | null;
  problem: string | undefined;
  onChange: (at: string | null) => void;
};

export function WhenField({ at, problem, onChange }: WhenFieldProps) {
  const t = useText();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const tomorrow = () => dayjs().add(1, 'day').startOf('day').format(PICKER_FORMAT);
  return (
    <div>
      <Radio.Group
        label={t('staff.upload.when')}
        value={at === null ? 'now' : 'later'}
        onChange={(value) => onChange(value === 'now' ? null : tomorrow())}
      >
        <Group gap="8px 24px">
          <Radio value="now" label={t('staff.upload.now')} />
          <Radio value="later" label={t('staff.upload.later')} />
        </Group>
      </Radio.Group>
      {at === null ? null : (
        <Box maw={360} mt={16}>
          <Suspense fallback={<Skeleton height={64} />}>
            <TimePicker
              at={at}
              onChange={onChange}
              description={t('staff.upload.zone', { zone: timeZone })}
              minDate={dayjs().format(PICKER_FORMAT)}
              error={problem}
            />
          </Suspense>
        </Box>
      )}
    </div>
  );
}
