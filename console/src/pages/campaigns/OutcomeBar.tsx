// Where the recipients of a campaign are, as a bar: those who wait are its empty rest.
import type { Campaign } from '@godwit/contract/campaigns';
import { Progress } from '@mantine/core';

/** In the order of the bar; `name` is that of the count. */
export const OUTCOMES = [
  { name: 'delivered', words: 'status.delivered', color: 'var(--success)' },
  { name: 'sent', words: 'campaign.withCarrier', color: 'var(--primary)' },
  { name: 'failed', words: 'status.failed', color: 'var(--danger)' },
  { name: 'cancelled', words: 'campaigns.cancelled', color: 'var(--muted)' },
  { name: 'skipped', words: 'campaign.skipped', color: 'var(--warning)' },
  { name: 'waiting', words: 'campaign.waiting', color: 'var(--edge)' },
] as const;

type Props = { counts: Campaign['counts']; size: number; mt?: number };

/** For the eye: the figures stand beside it. */
export function OutcomeBar({ counts, ...looks }: Props) {
  return (
    <Progress.Root {...looks} aria-hidden="true">
      {OUTCOMES.filter(({ name }) => name !== 'waiting' && counts[name] > 0).map(({ name, color }) => (
        <Progress.Section
          key={name}
          value={(counts[name] / counts.recipients) * 100}
          color={color}
          withAria={false}
        />
      ))}
    </Progress.Root>
  );
}
