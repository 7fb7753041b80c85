// The status of a campaign as a pill, and the outcomes of its recipients as a bar.
import type { Campaign, CampaignStatus } from '@godwit/contract/campaigns/campaigns';
import { Progress } from '@mantine/core';
import { type Icon, IconArrowUp, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Pill, type Tone } from '../../ui/Pill.tsx';

/** The outcomes in the order of the bar; `name` is the key of the count. */
export const OUTCOMES = [
  { name: 'delivered', label: 'status.DELIVERED', color: 'var(--success)' },
  { name: 'sent', label: 'campaign.withCarrier', color: 'var(--primary)' },
  { name: 'failed', label: 'status.FAILED', color: 'var(--danger)' },
  { name: 'cancelled', label: 'status.CANCELLED', color: 'var(--muted)' },
  { name: 'skipped', label: 'campaign.skipped', color: 'var(--warning)' },
  { name: 'waiting', label: 'campaign.waiting', color: 'var(--edge)' },
] as const;

type Props = { counts: Campaign['counts']; size: number; mt?: number };

/** Hidden from screen readers, because the figures are beside it. */
export function OutcomeBar({ counts, ...props }: Props) {
  return (
    <Progress.Root {...props} aria-hidden="true">
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

const STATUS_PILLS: Record<CampaignStatus, { tone: Tone; icon: Icon; label: TextId }> = {
  SCHEDULED: { tone: 'neutral', icon: IconClock, label: 'campaigns.scheduled' },
  SENDING: { tone: 'info', icon: IconArrowUp, label: 'campaigns.sending' },
  SENT: { tone: 'success', icon: IconCheck, label: 'status.SENT' },
  CANCELLED: { tone: 'danger', icon: IconX, label: 'status.CANCELLED' },
};

/** The text id of a campaign's status. */
export const campaignStatusLabel = (status: CampaignStatus): TextId => STATUS_PILLS[status].label;

export function CampaignPill({ status }: { status: CampaignStatus }) {
  const t = useText();
  const { tone, icon, label } = STATUS_PILLS[status];
  return (
    <Pill tone={tone} icon={icon}>
      {t(label)}
    </Pill>
  );
}
