// A short note with an icon on a tinted background.
import { Group } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  tone: 'info' | 'warning' | 'danger';
  /** Makes the note a named region for screen readers. Without it, they read it out when it appears. */
  label?: string;
  children: ReactNode;
};

export function NoteBox({ tone, label, children }: Props) {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
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
      <Icon size={20} stroke={1.75} color={`var(--${tone})`} style={{ flex: 'none' }} aria-hidden="true" />
      <div>{children}</div>
    </Group>
  );
}
