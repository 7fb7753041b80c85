// The status of a message, as a label.
import { knownStatus, type ShownStatus, STATUSES } from '@godwit/contract/messages/statuses';
import { Flex } from '@mantine/core';
import { IconArrowUp, IconBan, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';

const LOOKS = {
  waiting: { tone: 'neutral', icon: IconClock },
  underway: { tone: 'info', icon: IconArrowUp },
  good: { tone: 'success', icon: IconCheck },
  bad: { tone: 'danger', icon: IconX },
  none: { tone: 'neutral', icon: IconBan },
} as const;

const lookOf = (status: string) => LOOKS[STATUSES[knownStatus(status)].outcome];

/** The text of a status. */
export const statusLabel = (status: string): TextId => `status.${knownStatus(status)}`;

export function StatusPill({ status }: { status: ShownStatus }) {
  const t = useText();
  return <Pill {...lookOf(status)}>{t(statusLabel(status))}</Pill>;
}

/** A status in small print. A failure is highlighted. */
export function StatusNote({ status }: { status: ShownStatus }) {
  const t = useText();
  const { icon: Icon, tone } = lookOf(status);
  return (
    <Flex component="span" align="center" gap={4} c={tone === 'danger' ? 'var(--danger)' : 'inherit'}>
      <Icon size={14} aria-hidden="true" />
      {t(statusLabel(status))}
    </Flex>
  );
}
