// The status of a message as people read it.
import type { PublicStatus } from '@godwit/contract/statuses';
import { IconArrowUp, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useText } from '../text/useText.ts';
import { Pill } from '../ui/Pill.tsx';

/** DELIVERED, ACCEPTED and SENT have words of their own; everything else shows as Failed. */
export function StatusPill({ status }: { status: PublicStatus }) {
  const t = useText();
  if (status === 'DELIVERED')
    return (
      <Pill tone="success" icon={IconCheck}>
        {t('status.delivered')}
      </Pill>
    );
  if (status === 'ACCEPTED')
    return (
      <Pill tone="neutral" icon={IconClock}>
        {t('status.queued')}
      </Pill>
    );
  if (status === 'SENT')
    return (
      <Pill tone="info" icon={IconArrowUp}>
        {t('status.sent')}
      </Pill>
    );
  return (
    <Pill tone="danger" icon={IconX}>
      {t('status.failed')}
    </Pill>
  );
}
