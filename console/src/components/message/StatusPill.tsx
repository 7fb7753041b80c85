// The status of a message, as a label.
import type { ShownStatus } from '@godwit/contract/messages/statuses';
import { Flex } from '@mantine/core';
import { IconArrowUp, IconBan, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Pill } from '../../ui/Pill.tsx';

const FAILED = { tone: 'danger', icon: IconX, words: 'status.failed' } as const;
const LOOKS = {
  DELIVERED: { tone: 'success', icon: IconCheck, words: 'status.delivered' },
  ACCEPTED: { tone: 'neutral', icon: IconClock, words: 'status.queued' },
  SENT: { tone: 'info', icon: IconArrowUp, words: 'status.sent' },
  CANCELLED: { tone: 'neutral', icon: IconBan, words: 'status.cancelled' },
} as const;

/** The specification shows unknown statuses as Failed. */
const lookOf = (status: string) => (status in LOOKS ? LOOKS[status as keyof typeof LOOKS] : FAILED);

/** The text of a status. */
export const statusWord = (status: string): TextId => lookOf(status).words;

export function StatusPill({ status }: { status: ShownStatus }) {
  const t = useText();
  const { words, ...look } = lookOf(status);
  return <Pill {...look}>{t(words)}</Pill>;
}

/** A status in small print. A failure is highlighted. */
export function StatusNote({ status }: { status: ShownStatus }) {
  const t = useText();
  const { words, icon: Sign, tone } = lookOf(status);
  return (
    <Flex component="span" align="center" gap={4} c={tone === 'danger' ? 'var(--danger)' : 'inherit'}>
      <Sign size={14} stroke={2} aria-hidden="true" />
      {t(words)}
    </Flex>
  );
}
