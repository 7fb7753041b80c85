// The time until an answer is due, or the day since which something waits if none was promised.
import { Text } from '@mantine/core';
import { timeLeft } from '../../days.ts';
import { formatDay } from '../../format.ts';
import { useText } from '../../text/useText.ts';

type Props = { at: string | null; due: string | undefined };

export function TimeLeft({ at, due }: Props) {
  const t = useText();
  if (due === undefined) {
    return (
      <Text span flex="none" fz={13} c="dimmed">
        {at ? formatDay(at) : null}
      </Text>
    );
  }
  const { late, urgent, days, hours } = timeLeft(due, Date.now());
  return (
    <Text span flex="none" fz={13} {...(urgent ? { fw: 600, c: 'var(--warning)' } : { c: 'dimmed' })}>
      {t(late ? 'staff.review.late' : 'staff.review.left', { days, hours })}
    </Text>
  );
}
