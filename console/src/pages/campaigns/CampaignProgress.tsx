// How far a campaign is: as a pill, and where its recipients are as a bar.
import type { Campaign, CampaignStatus } from '@godwit/contract/campaigns/campaigns';
import { Progress } from '@mantine/core';
import { type Icon, IconArrowUp, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Pill, type Tone } from '../../ui/Pill.tsx';

/** In the order of the bar; `name` is that of the count. */
export const OUTCOMES = [
  { name: 'delivered', words: 'status.delivered', color: 'var(--success)' },
  { name: 'sent', words: 'campaign.withCarrier', color: 'var(--primary)' },
  { name: 'failed', words: 'status.failed', color: 'var(--danger)' },
  { name: 'cancelled', words: 'status.cancelled', color: 'var(--muted)' },
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

const LOOKS: Record<CampaignStatus, { tone: Tone; icon: Icon; words: TextId }> = {
  SCHEDULED: { tone: 'neutral', icon: IconClock, words: 'campaigns.scheduled' },
  SENDING: { tone: 'info', icon: IconArrowUp, words: 'campaigns.sending' },
  SENT: { tone: 'success', icon: IconCheck, words: 'status.sent' },
  CANCELLED: { tone: 'danger', icon: IconX, words: 'status.cancelled' },
};

/** How far a campaign is, as people read it. */
export const campaignWord = (status: CampaignStatus): TextId => LOOKS[status].words;

export function CampaignPill({ status }: { status: CampaignStatus }) {
  const t = useText();
  const { tone, icon, words } = LOOKS[status];
  return (
    <Pill tone={tone} icon={icon}>
      {t(words)}
    </Pill>
  );
}
