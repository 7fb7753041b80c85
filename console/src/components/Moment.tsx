// An instant in the viewer's time zone. The tooltip has it in UTC.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDay, formatInstant, formatTime, formatUtc } from '../format.ts';

type Props = {
  instant: string;
  row?: boolean;
  /** Replaces the date and time. */
  children?: ReactNode;
};

/** In rows, the date is prominent and the time dimmed. */
export function Moment({ instant, row = false, children }: Props) {
  return (
    <time dateTime={instant} title={formatUtc(instant)}>
      {row ? (
        <>
          {formatDay(instant)}{' '}
          <Text span c="dimmed" ml={8}>
            {formatTime(instant)}
          </Text>
        </>
      ) : (
        (children ?? formatInstant(instant))
      )}
    </time>
  );
}
