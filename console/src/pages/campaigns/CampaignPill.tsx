// How far a campaign is, as people read it.
import type { CampaignStatus } from '@godwit/contract/campaigns';
import { type Icon, IconArrowUp, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { TextId } from '../../text/catalogue.ts';
import { useText } from '../../text/useText.ts';
import { Pill, type Tone } from '../../ui/Pill.tsx';

const LOOKS: Record<CampaignStatus, { tone: Tone; icon: Icon; words: TextId }> = {
  SCHEDULED: { tone: 'neutral', icon: IconClock, words: 'campaigns.scheduled' },
  SENDING: { tone: 'info', icon: IconArrowUp, words: 'campaigns.sending' },
  SENT: { tone: 'success', icon: IconCheck, words: 'status.sent' },
  CANCELLED: { tone: 'danger', icon: IconX, words: 'campaigns.cancelled' },
};

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
