// An instant in the viewer's zone, with UTC behind it.
import { Text } from '@mantine/core';
import { formatDay, formatInstant, formatTime, formatUtc } from '../format.ts';

/** In rows the day counts and the time stands back. */
export function Moment({ instant, row = false }: { instant: string; row?: boolean }) {
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
        formatInstant(instant)
      )}
    </time>
  );
}
