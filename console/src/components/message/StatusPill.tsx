// The status of a message as people read it.
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

/** Everything unheard of shows as Failed, as the specification has it. */
const lookOf = (status: string) => (status in LOOKS ? LOOKS[status as keyof typeof LOOKS] : FAILED);

/** The word for a status. */
export const statusWord = (status: string): TextId => lookOf(status).words;

export function StatusPill({ status }: { status: ShownStatus }) {
  const t = useText();
  const { words, ...look } = lookOf(status);
  return <Pill {...look}>{t(words)}</Pill>;
}

/** The same in a line of small print: what has failed stands out. */
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
