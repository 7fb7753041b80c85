// A sentence with a sign before it, on a soft ground, about what stands below it.
import { Group } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  tone: 'info' | 'warning' | 'danger';
  /** Names it for screen readers as a part of its own; without it, it is read out when it appears. */
  label?: string;
  children: ReactNode;
};

export function NoteBox({ tone, label, children }: Props) {
  const Sign = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <Group
      {...(label ? { component: 'aside', 'aria-label': label } : { role: 'status' })}
      gap={12}
      wrap="nowrap"
      align="flex-start"
      p="12px 16px"
      bg={`var(--${tone}-soft)`}
      bdrs={8}
    >
      <Sign size={20} stroke={1.75} color={`var(--${tone})`} style={{ flex: 'none' }} aria-hidden="true" />
      <div>{children}</div>
    </Group>
  );
}
