// The status of a message, as a label.
import type { ShownStatus } from '@godwit/contract/messages/statuses';
import { Flex } from '@mantine/core';
import { IconArrowUp, IconBan, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';

const FAILED = { tone: 'danger', icon: IconX, label: 'status.failed' } as const;
const LOOKS = {
  DELIVERED: { tone: 'success', icon: IconCheck, label: 'status.delivered' },
  ACCEPTED: { tone: 'neutral', icon: IconClock, label: 'status.queued' },
  SENT: { tone: 'info', icon: IconArrowUp, label: 'status.sent' },
  CANCELLED: { tone: 'neutral', icon: IconBan, label: 'status.cancelled' },
} as const;

/** The specification shows unknown statuses as Failed. */
const lookOf = (status: string) => (status in LOOKS ? LOOKS[status as keyof typeof LOOKS] : FAILED);

/** The text of a status. */
export const statusLabel = (status: string): TextId => lookOf(status).label;

export function StatusPill({ status }: { status: ShownStatus }) {
  const t = useText();
  const { label, ...look } = lookOf(status);
  return <Pill {...look}>{t(label)}</Pill>;
}

/** A status in small print. A failure is highlighted. */
export function StatusNote({ status }: { status: ShownStatus }) {
  const t = useText();
  const { label, icon: Icon, tone } = lookOf(status);
  return (
    <Flex component="span" align="center" gap={4} c={tone === 'danger' ? 'var(--danger)' : 'inherit'}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {t(label)}
    </Flex>
  );
}
